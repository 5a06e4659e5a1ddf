import { useState } from 'react'
import { adminContracts } from '../../../domain/admin/contracts.ts'
import type { ExchangeRow } from '../../../domain/admin/exchange-contracts.ts'
import { counted } from '../../../domain/count.ts'
import { formatCents, parseCents } from '../../../domain/money.ts'
import { callAddress } from '../../browser/call-api.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useStaff } from '../client/use-admin.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { Instant } from '../ui/screen.tsx'
import { kindLabel, stateOf } from './exchange-labels.ts'
import { useExchangeChange } from './use-exchange-change.ts'

type Chain = NonNullable<ExchangeRow['chain']>
type Link = Chain['links'][number]

/** All claims and returns of the belts that one price turned into, with their pictures, and what is left of the price. */
export function ChainFacts({ exchange, chain }: { exchange: ExchangeRow; chain: Chain }) {
  const staff = useStaff()
  const [judged, setJudged] = useState<Link | null>(null)
  const { paidCents, keptCents, givenCents, leftCents, links } = chain
  return (
    <section className="chain" aria-label={`The belts before ${exchange.number}`}>
      <p className={leftCents === 0 ? 'adm-note' : 'quiet'}>
        {counted(links.length, 'request')} about one belt: {formatCents(paidCents)} paid,{' '}
        {formatCents(keptCents)} kept, {formatCents(givenCents)} given back,{' '}
        <b className="num">{formatCents(leftCents)} left</b>
      </p>
      <ol>
        {links.map((link) => (
          <li key={link.id}>
            <span>
              <b className="num">{link.number}</b> {kindLabel(link)}, {link.belt}
            </span>
            <span className="quiet">
              {stateOf(link)}, <Instant at={link.createdAt} />,{' '}
              {link.photos.length === 0 ? 'no picture' : counted(link.photos.length, 'picture')}
              {link.isKept && `, kept ${formatCents(link.keptCents)}`}
            </span>
            {link.photos.length > 0 && link.id !== exchange.id && staff.may('claimPhoto') && (
              <span className="chain-photos">
                {link.photos.map((photoId, place) => (
                  <img
                    key={photoId}
                    src={callAddress(adminContracts.claimPhoto, { photoId })}
                    alt={`What broke, ${place + 1}, ${link.number}`}
                    width={96}
                    height={96}
                    loading="lazy"
                  />
                ))}
              </span>
            )}
            {link.isKept && staff.may('judgeKept') && (
              <button className="text-btn" type="button" onClick={() => setJudged(link)}>
                Judge what it’s worth<span className="sr"> {link.number}</span>
              </button>
            )}
          </li>
        ))}
      </ol>
      {judged && <JudgeDialog link={judged} most={paidCents} onClose={() => setJudged(null)} />}
    </section>
  )
}

/** Says what a kept belt is still worth, so that the rest of its price can be given back. */
function JudgeDialog({ link, most, onClose }: { link: Link; most: number; onClose: () => void }) {
  const [sum, setSum] = useState('0.00')
  const worthCents = parseCents(sum)
  const [reason, setReason] = useState('')
  const judge = useExchangeChange('judgeKept', 'Written down', onClose)
  return (
    <AskDialog
      title={`What’s ${link.number} still worth?`}
      action="Write it down"
      isBusy={judge.isPending || worthCents === null || reason.trim() === ''}
      onClose={onClose}
      onConfirm={() => judge.mutate({ exchangeId: link.id, worthCents: worthCents!, reason })}
    >
      <p>
        They kept {link.belt} and got another one. It counts as {formatCents(link.keptCents)} of the{' '}
        {formatCents(most)} they paid. What you write off can be given back to them, and counts toward what
        you may give away in a day.
      </p>
      <TextField
        label="What it’s worth to them, in dollars"
        value={sum}
        onChange={setSum}
        autoComplete="off"
      />
      <TextArea label="Why" name="reason" rows={3} maxLength={500} value={reason} onChange={setReason} />
    </AskDialog>
  )
}
