import { useId, useState } from 'react'
import { type CancelReason, cancelReasonLabel, cancelReasons } from '../../domain/cancellation.ts'
import { dropName, dropTitle } from '../../domain/drop.ts'
import { daysOf } from '../../domain/drop-calendar.ts'
import { shipsText } from '../../domain/first-belt.ts'
import type { BoxView, MembershipView } from '../../domain/membership-view.ts'
import { useToday } from '../shop/use-shop.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { boxesToCome } from './belt-labels.ts'
import { sentenceOf, useAccountChange } from './client/use-account.ts'
import type { Months, Panel } from './client/use-months.ts'

type CancelPanelProps = { membership: MembershipView; months: Months; onPanel: (panel: Panel) => void }

/**
 * Cancels without any questions. Alternatives are next to the button, never in front of it (club-rules.md "The member's
 * page").
 */
export function CancelPanel({ membership, months, onPanel }: CancelPanelProps) {
  const { id, taste, next } = membership
  const boxes = boxesToCome(membership)
  return (
    <div className="account-panel" id={`cancel-${id}`}>
      <p>
        Once you cancel, your membership won’t renew and you won’t be charged again.{' '}
        {boxes.length > 0
          ? 'You’ll still get what you’ve paid for:'
          : 'Every belt you’ve paid for has been sent.'}
      </p>
      <BoxesToCome boxes={boxes} />
      <div className="acts">
        <BusyButton className="btn btn-ink" isBusy={months.isBusy} onClick={months.cancel}>
          Cancel now
        </BusyButton>
        {taste?.skip && next && (
          <BusyButton className="btn btn-2" isBusy={months.isBusy} onClick={() => months.skip(next.drop)}>
            Skip {dropName(next.drop)} instead
          </BusyButton>
        )}
        {taste && taste.pauses.length > 0 && (
          <button className="btn btn-2" type="button" onClick={() => onPanel('pause')}>
            Pause instead
          </button>
        )}
        {taste && (
          <button className="btn btn-2" type="button" onClick={() => onPanel('taste')}>
            Another size instead
          </button>
        )}
      </div>
    </div>
  )
}

/** Why a member left: asked after cancelling, saved with one click, always optional (docs/decisions/087). */
export function CancelReasonChoice({
  membershipId: id,
  told,
}: {
  membershipId: string
  told: CancelReason | null
}) {
  const tell = useAccountChange('tellCancelReason')
  const [error, setError] = useState<string | null>(null)
  const name = useId()
  // Selected right away, before the reply: people repeat a click that shows nothing.
  const [chosen, setChosen] = useState(told)
  return (
    <div className="cancel-why">
      <p className="label" aria-hidden="true">
        Mind telling us why? One tap, only if you like.
      </p>
      <fieldset className="cancel-reasons">
        <legend className="sr">Mind telling us why? One tap, only if you like.</legend>
        {cancelReasons.map((reason) => (
          <label key={reason}>
            <input
              type="radio"
              name={name}
              checked={chosen === reason}
              onChange={() => {
                setError(null)
                setChosen(reason)
                tell.mutate(
                  { id, reason },
                  {
                    onError: (cause) => {
                      setError(sentenceOf(cause))
                      setChosen(told)
                    },
                  },
                )
              }}
            />
            {cancelReasonLabel[reason]}
          </label>
        ))}
      </fieldset>
      <p className="note" role="status">
        {error ?? (told ? 'Thanks for telling us.' : '')}
      </p>
    </div>
  )
}

/** The paid boxes that still ship, and when. A long list shows only its first and last. */
export function BoxesToCome({ boxes }: { boxes: BoxView[] }) {
  const today = useToday()
  const [first, last] = [boxes[0], boxes.at(-1)]
  if (!first || !last) return null
  if (boxes.length > 3) {
    return (
      <p>
        {boxes.length} belts, one a month: {dropTitle(first.drop)} to {dropTitle(last.drop)}
        {isEachBy5th(boxes) && ', each by the 5th'}. {`The next ships ${shipsText(first, 'you', today)}.`}
      </p>
    )
  }
  return (
    <ul className="account-list">
      {boxes.map((box) => (
        <li key={box.id}>{`${dropName(box.drop)}’s belt ships ${shipsText(box, 'you', today)}`}</li>
      ))}
    </ul>
  )
}

function isEachBy5th(boxes: BoxView[]): boolean {
  return boxes.every(({ drop, shipBy }) => shipBy === daysOf({}, drop).shipBy)
}
