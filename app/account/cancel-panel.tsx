import { dropName } from '../../domain/drop.ts'
import type { MembershipView } from '../../domain/membership-view.ts'
import { boxesToCome } from './belt-labels.ts'
import { BoxesToCome } from './boxes-to-come.tsx'
import type { Panel } from './client/outcome-labels.ts'
import type { Months } from './client/use-months.ts'

type CancelPanelProps = { membership: MembershipView; months: Months; onPanel: (panel: Panel) => void }

/** Asks nothing. What else there is stands beside the button, never before it (club-rules.md "The member's page"). */
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
        <button
          className="btn btn-ink"
          type="button"
          aria-disabled={months.isBusy || undefined}
          onClick={() => !months.isBusy && months.cancel()}
        >
          Cancel now
        </button>
        {taste?.skip && next && (
          <button
            className="btn btn-2"
            type="button"
            aria-disabled={months.isBusy || undefined}
            onClick={() => !months.isBusy && months.skip(next.drop)}
          >
            Skip {dropName(next.drop)} instead
          </button>
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
