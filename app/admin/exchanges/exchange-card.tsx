import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminContractName } from '../../../domain/admin/contracts.ts'
import type { ExchangeRow } from '../../../domain/admin/exchange-contracts.ts'
import { type Drop, dropTitle } from '../../../domain/drop.ts'
import type { ExchangeAct } from '../../../domain/exchange.ts'
import { TextArea } from '../../ui/text-field.tsx'
import { useStaff } from '../client/use-admin.ts'
import { Instant } from '../ui/screen.tsx'
import { TrackRecordLine } from '../ui/track-record.tsx'
import { useSaveOver } from '../ui/use-save-over.tsx'
import { ChainFacts } from './chain-facts.tsx'
import { ClaimFacts } from './claim-facts.tsx'
import { ExchangeDialog } from './exchange-dialog.tsx'
import { actLabel, kindLabel, stateOf, stateSigns } from './exchange-labels.ts'
import { exchangeOptions, useExchangeChange } from './use-exchange-change.ts'

/** The call behind each action's button, which decides who may use it. */
const callOf: Record<Exclude<ExchangeAct, 'expire' | 'ask' | 'answer'>, AdminContractName> = {
  accept: 'decideClaim',
  decline: 'declineClaim',
  repair: 'markRepaired',
  receive: 'receiveReturn',
  ship: 'shipReplacement',
  refund: 'refundReturn',
  credit: 'creditReturn',
  change: 'changeRemedy',
  close: 'refuseReturn',
  cancel: 'cancelReturn',
}

const askers = {
  member: 'asked on their page',
  guest: 'asked on the returns page',
  owner: 'started here',
}

/** One exchange: which belt, whose, the deadline, and what to do next. */
export function ExchangeCard({
  exchange,
  isOfOrder = false,
}: {
  exchange: ExchangeRow
  isOfOrder?: boolean
}) {
  const staff = useStaff()
  const [asked, setAsked] = useState<ExchangeAct | null>(null)
  const { id, number, member, email, orderId, orderNumber, belt, wanted, details, drop, askedBy } = exchange
  const acts = exchange.acts
    .filter((act) => act in callOf && staff.may(callOf[act as keyof typeof callOf]))
    // If the replacement is gone, changing it comes first.
    .sort((a, b) => (exchange.isGone ? Number(b === 'change') - Number(a === 'change') : 0))
  return (
    <article className="panel exchange" aria-labelledby={`e-${id}`}>
      <header>
        <h2 id={`e-${id}`} className="num">
          {number}
        </h2>
        <span className={`st ${exchange.isLate ? 'no' : stateSigns[exchange.state]}`}>
          <span>
            {stateOf(exchange)}
            {exchange.dueAt && (
              <>
                {exchange.isLate ? ', was due' : ', by'} <Instant at={exchange.dueAt} />
              </>
            )}
          </span>
        </span>
      </header>
      <p className="exchange-what">
        <b>{kindLabel(exchange)}</b>
        <span>
          {belt || `The ${dropTitle(drop as Drop)} belt`}
          {wanted && wanted !== belt && (
            <>
              {' '}
              <span aria-hidden="true">→</span>
              <span className="sr"> for </span> {wanted}
            </>
          )}
        </span>
      </p>
      <p className="quiet">
        {member}
        {exchange.isGift && ', a gift'}
        {email && (
          <>
            , <a href={`mailto:${email}`}>{email}</a>
          </>
        )}
        {!isOfOrder && (
          <>
            , <Link to={`/admin/orders/${orderId}`}>{orderNumber}</Link>
          </>
        )}
        , <Instant at={exchange.createdAt} />, {askers[askedBy]}
        {exchange.trackingNumber && `, tracking ${exchange.trackingNumber}`}
      </p>
      {exchange.isGone && (
        <p className="adm-note">
          The replacement is out of stock. Offer something else, or fix the count under{' '}
          <Link to="/admin/belts/stock">Stock</Link>.
        </p>
      )}
      {exchange.waitsForBank && (
        <p className="adm-note">
          The bank is looking into this payment. Nothing can be given for the belt until it has decided.
        </p>
      )}
      {details && <p className="exchange-said">{details}</p>}
      {exchange.chain && <ChainFacts exchange={exchange} chain={exchange.chain} />}
      {exchange.claim && <ClaimFacts exchange={exchange} claim={exchange.claim} />}
      {exchange.needsLabel && <LabelUpload exchangeId={id} />}
      <ExchangeNote exchange={exchange} />
      <TrackRecordLine parts={exchange.trackRecord ?? []} />
      {acts.length > 0 && (
        <div className="exchange-do">
          {acts.map((act, place) => (
            <button
              key={act}
              type="button"
              className={place === 0 ? 'btn btn-2' : 'text-btn'}
              onClick={() => setAsked(act)}
            >
              {actLabel(act, exchange)}
            </button>
          ))}
        </div>
      )}
      {asked && <ExchangeDialog exchange={exchange} act={asked} onClose={() => setAsked(null)} />}
    </article>
  )
}

/** Uploads a prepaid label bought elsewhere; the member gets it by email and on their page. */
function LabelUpload({ exchangeId }: { exchangeId: string }) {
  const staff = useStaff()
  const upload = useExchangeChange('uploadReturnLabel', 'Label sent to the member')
  const sent = useExchangeChange('markLabelSent', 'Thanks. We’ll wait for the belt now')
  if (!staff.may('uploadReturnLabel')) return null
  return (
    <div>
      <label className="field">
        <span>Prepaid label, a PDF of up to 3 MB</span>
        <input
          className="input"
          type="file"
          accept="application/pdf,.pdf"
          disabled={upload.isPending}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) upload.mutate({ exchangeId, file })
            event.target.value = ''
          }}
        />
      </label>
      <button
        className="text-btn"
        type="button"
        disabled={sent.isPending}
        onClick={() => sent.mutate({ exchangeId })}
      >
        I’ve mailed it
      </button>
    </div>
  )
}

/** The staff's note; members never see it. */
function ExchangeNote({ exchange: { id, note, number } }: { exchange: ExchangeRow }) {
  const staff = useStaff()
  const [typed, setTyped] = useState<string | null>(null)
  const [began, setBegan] = useState(note)
  const { change: keep, question } = useSaveOver(
    'noteExchange',
    exchangeOptions('Note saved', () => setTyped(null)),
  )
  if (typed === null) {
    return (
      <p className="exchange-note">
        {note && <span>{note}</span>}
        {staff.may('noteExchange') && (
          <button
            className="text-btn"
            type="button"
            onClick={() => {
              setBegan(note)
              setTyped(note)
            }}
          >
            {note ? 'Change the note' : 'Write a note'}
            <span className="sr"> on {number}</span>
          </button>
        )}
      </p>
    )
  }
  return (
    <form
      className="adm-stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!keep.isPending) keep.mutate({ exchangeId: id, note: typed, was: { note: began } })
      }}
    >
      <TextArea
        label="Note (only your team sees this)"
        rows={2}
        maxLength={2000}
        value={typed}
        onChange={setTyped}
      />
      <div className="adm-tools">
        <button className="btn btn-2" type="submit">
          Save note
        </button>
        <button className="text-btn" type="button" onClick={() => setTyped(null)}>
          Cancel
        </button>
      </div>
      {question}
    </form>
  )
}
