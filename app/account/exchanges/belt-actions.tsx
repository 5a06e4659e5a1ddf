import { useEffect, useRef, useState } from 'react'
import { accountContracts } from '../../../domain/account/contracts.ts'
import type { ExchangeOfBelt, SentBelt } from '../../../domain/account/exchange-contracts.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import { orderAnswer, warrantyKind } from '../../../domain/term-words.ts'
import { callAddress } from '../../browser/call-api.ts'
import { useShop, useToday } from '../../shop/use-shop.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Dialog, useFocusAfter } from '../../ui/dialog.tsx'
import { DamageForm } from './damage-form.tsx'
import { ExchangeForm } from './exchange-form.tsx'
import { orderToExchange, useBeltChange, useSentBelts } from './use-sent-belts.tsx'
import './exchanges.css'
import { comesBack } from '../../../domain/exchange.ts'
import { sentenceOf } from '../client/use-account.ts'
import { BeltFeedback } from './belt-feedback.tsx'
import { beltName, exchangeSentence, saidLabel, troubleSentence } from './exchange-labels.ts'

/** What a member can do with a belt that was sent: rate it or send it back. */
export function BeltActions({ boxId }: { boxId: string }) {
  const belts = useSentBelts().data
  const belt = belts?.find((each) => each.boxId === boxId)
  const place = useRef<HTMLDivElement>(null)
  const ofOrder = belts?.filter((each) => each.orderNumber === orderToExchange()) ?? []
  const first = ofOrder.find(({ mayExchange }) => mayExchange) ?? ofOrder[0]
  const isAskedFor = belt !== undefined && belt === first
  useEffect(() => {
    if (isAskedFor) place.current?.closest('section')?.scrollIntoView()
  }, [isAskedFor])
  useFocusAfter(place, belt)
  if (!belt) return null
  return (
    <div className="belt-acts" ref={place} tabIndex={-1}>
      {belt.exchange && <ExchangeState belt={belt} exchange={belt.exchange} />}
      {!belt.exchange && (belt.trouble || belt.claims.length > 0) && <NeverCame belt={belt} />}
      {belt.mayTell && <Tell belt={belt} />}
      {(belt.mayExchange || belt.returns.length > 0) && <SendBack belt={belt} />}
      {belt.warranty.length > 0 && <Broke belt={belt} />}
      {belt.warrantyUntil && !belt.isUnderWarranty && isAskedFor && <WarrantyOver belt={belt} />}
    </div>
  )
}

function Tell({ belt }: { belt: SentBelt }) {
  const [isOpen, setOpen] = useState(false)
  const said = saidLabel(belt)
  return (
    <>
      <button className="btn btn-3" type="button" onClick={() => setOpen(true)}>
        {said ? `You said: ${said}` : 'Say how it fits'}
        <span className="sr">
          {said ? ', change it for ' : ', '}
          {beltName(belt)}
        </span>
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        labelledBy={`tell-${belt.boxId}`}
        className="belt-dialog"
      >
        <div className="belt-sheet">
          <h2 id={`tell-${belt.boxId}`}>{beltName(belt)}</h2>
          <BeltFeedback belt={belt} />
          {belt.reviewPath && (
            <p>
              <a className="btn btn-3" href={belt.reviewPath}>
                Write a review, or change yours
              </a>
            </p>
          )}
          <p>
            <button className="btn btn-2" type="button" onClick={() => setOpen(false)}>
              Close
            </button>
          </p>
        </div>
      </Dialog>
    </>
  )
}

/** What's wrong with its package, and what the member can choose. */
function NeverCame({ belt }: { belt: SentBelt }) {
  const [isOpen, setOpen] = useState(false)
  const isKnown = belt.trouble === 'lost' || belt.trouble === 'returned'
  const titleId = `lost-${belt.boxId}`
  return (
    <div className="belt-exchange">
      {belt.trouble && <p>{troubleSentence[belt.trouble]}</p>}
      {belt.claims.length > 0 && (
        <button className="btn btn-3" type="button" onClick={() => setOpen(true)}>
          {isKnown ? 'Choose what happens next' : 'It never came'}
          <span className="sr">, {beltName(belt)}</span>
        </button>
      )}
      <Dialog open={isOpen} onClose={() => setOpen(false)} labelledBy={titleId} className="belt-dialog">
        <ExchangeForm belt={belt} titleId={titleId} isLost onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

function SendBack({ belt }: { belt: SentBelt }) {
  const today = useToday()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button className="btn btn-3" type="button" onClick={() => setOpen(true)}>
        {belt.mayExchange ? 'Exchange or return' : 'Return it'}
        <span className="sr">, {beltName(belt)}</span>
      </button>
      {belt.returnUntil && <p className="note">Free until {formatDay(belt.returnUntil, today)}</p>}
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        labelledBy={`back-${belt.boxId}`}
        className="belt-dialog"
      >
        <ExchangeForm belt={belt} titleId={`back-${belt.boxId}`} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

/** A claim under the one-year warranty. */
function Broke({ belt }: { belt: SentBelt }) {
  const today = useToday()
  const [isOpen, setOpen] = useState(false)
  const titleId = `broke-${belt.boxId}`
  return (
    <>
      <button className="btn btn-3" type="button" onClick={() => setOpen(true)}>
        Something broke
        <span className="sr">, {beltName(belt)}</span>
      </button>
      {belt.warrantyUntil && !belt.returnUntil && (
        <p className="note">Under warranty until {formatDay(belt.warrantyUntil, today)}</p>
      )}
      <Dialog open={isOpen} onClose={() => setOpen(false)} labelledBy={titleId} className="belt-dialog">
        <DamageForm belt={belt} titleId={titleId} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

/** Says why there's nothing to claim for this belt, and who to write to. */
function WarrantyOver({ belt }: { belt: SentBelt }) {
  const today = useToday()
  const { supportEmail } = useShop()
  return (
    <p className="note">
      Its {warrantyKind} warranty ended on {formatDay(belt.warrantyUntil!, today)}. Write to{' '}
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a> anyway: we’d like to hear what broke.
    </p>
  )
}

/** Asks the giver where the refund of a broken belt goes. */
function GiverDecides({ exchangeId }: { exchangeId: string }) {
  const [error, setError] = useState<string | null>(null)
  const answer = useBeltChange('answerOffer')
  const say = (remedy: 'refund' | 'credit') =>
    answer.mutate({ exchangeId, remedy }, { onError: (cause) => setError(sentenceOf(cause)) })
  return (
    <p className="belt-sheet-acts">
      <BusyButton className="btn btn-2" isBusy={answer.isPending} onClick={() => say('refund')}>
        Refund my card
      </BusyButton>
      <BusyButton className="btn btn-2" isBusy={answer.isPending} onClick={() => say('credit')}>
        Give them store credit
      </BusyButton>
      {error && <span role="alert">{error}</span>}
    </p>
  )
}

/** The state of an exchange, its label, and how to cancel it. */
function ExchangeState({ belt, exchange }: { belt: SentBelt; exchange: ExchangeOfBelt }) {
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const cancel = useBeltChange('cancelExchange')
  const today = useToday()
  const titleId = `label-${exchange.id}`
  const goesBack = exchange.isOwn && exchange.state === 'requested' && comesBack(exchange)
  return (
    <div className="belt-exchange">
      <p>{exchangeSentence(exchange, today)}</p>
      {exchange.trackingNumber && <p className="note num">Tracking {exchange.trackingNumber}</p>}
      {exchange.answerBy && <GiverDecides exchangeId={exchange.id} />}
      {exchange.photos.length > 0 && (
        <ul className="claim-photos">
          {exchange.photos.map((photoId, place) => (
            <li key={photoId}>
              <img
                src={callAddress(accountContracts.readPhoto, { photoId })}
                alt={`What broke, ${place + 1}`}
                width={96}
                height={96}
                loading="lazy"
              />
            </li>
          ))}
        </ul>
      )}
      {goesBack && (
        <button className="btn btn-3" type="button" onClick={() => setOpen(true)}>
          Return label
          <span className="sr"> of {beltName(belt)}</span>
        </button>
      )}
      {exchange.canCancel && (
        <BusyButton
          className="btn btn-3"
          isBusy={cancel.isPending}
          onClick={() =>
            cancel.mutate({ exchangeId: exchange.id }, { onError: (cause) => setError(sentenceOf(cause)) })
          }
        >
          {exchange.kind === 'damaged' ? 'Cancel this claim' : 'Keep it instead'}
          <span className="sr">, cancel what you asked for {beltName(belt)}</span>
        </BusyButton>
      )}
      {error && <p role="alert">{error}</p>}
      <Dialog open={isOpen} onClose={() => setOpen(false)} labelledBy={titleId} className="belt-dialog">
        <ReturnLabel exchange={exchange} titleId={titleId} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

type LabelProps = { exchange: ExchangeOfBelt; titleId: string; onClose: () => void }

/** The prepaid label, to print or show as a code; until it's there, when to expect it. */
function ReturnLabel({ exchange, titleId, onClose }: LabelProps) {
  const exchangeId = exchange.id
  return (
    <div className="belt-sheet">
      <h2 id={titleId}>Return {exchange.number}</h2>
      {exchange.label ? (
        <>
          <p>
            {exchange.remedy === 'repair'
              ? 'Put the belt in any box and tape this label on it. It’s prepaid.'
              : 'Put the unworn belt in its packaging and tape this label over the old one. It’s prepaid.'}
          </p>
          {exchange.label.hasCode && (
            <div className="return-code">
              <img
                src={callAddress(accountContracts.returnLabelCode, { exchangeId })}
                alt={`Code for return ${exchange.number}`}
                width={180}
                height={180}
              />
              <p>No printer? Show this code at the post office and they’ll print the label for you.</p>
            </div>
          )}
        </>
      ) : (
        <p>
          We’ll email you a prepaid label within {orderAnswer}.{' '}
          {exchange.remedy === 'repair' ? 'Put the belt in any box' : 'Put the unworn belt in its packaging'}{' '}
          and keep your return number handy: {exchange.number}.
        </p>
      )}
      <p className="belt-sheet-acts">
        {exchange.label && (
          <a
            className="btn btn-2"
            href={callAddress(accountContracts.returnLabelFile, { exchangeId })}
            download
          >
            Download the label
          </a>
        )}
        <button className="btn btn-2" type="button" onClick={onClose}>
          Close
        </button>
      </p>
    </div>
  )
}
