import { dropName } from '../../domain/drop.ts'
import type { MembershipView } from '../../domain/membership-view.ts'
import { useToday } from '../shop/use-shop.ts'
import { BusyButton, SlowNote } from '../ui/busy-button.tsx'
import { type Months, outcomeLabel, type Panel } from './client/use-months.ts'

type MembershipActionsProps = {
  membership: MembershipView
  months: Months
  panel: Panel | null
  onPanel: (panel: Panel) => void
}

/** Skip, pause and change as equal buttons, and cancel as a text button beside them, never hidden. */
export function MembershipActions({ membership, months, panel, onPanel }: MembershipActionsProps) {
  const { taste, money, next, isGift } = membership
  const today = useToday()
  const opens = (which: Panel) => ({
    type: 'button' as const,
    'aria-expanded': panel === which,
    'aria-controls': `${which}-${membership.id}`,
    onClick: () => onPanel(which),
  })
  return (
    <>
      <div className="acts">
        {taste?.skip && next && (
          <BusyButton
            className="btn btn-2"
            aria-describedby={`skip-${membership.id}`}
            isBusy={months.isBusy}
            onClick={() => months.skip(next.drop)}
          >
            {`Skip ${dropName(next.drop)}`}
          </BusyButton>
        )}
        {taste && taste.pauses.length > 0 && (
          <button className="btn btn-2" {...opens('pause')}>
            Pause
          </button>
        )}
        {taste?.resume && (
          <BusyButton
            className="btn btn-2"
            aria-describedby={`resume-${membership.id}`}
            isBusy={months.isBusy}
            onClick={months.resume}
          >
            Resume now
          </BusyButton>
        )}
        {taste && (
          <button className="btn btn-2" {...opens('taste')}>
            Change size or style
          </button>
        )}
        {money?.canCancel && !isGift && membership.status === 'active' && (
          <button className="btn btn-2" {...opens('plan')}>
            Change plan
          </button>
        )}
        {money?.canCancel && (
          <button className="btn btn-3 act-cancel" {...opens('cancel')}>
            Cancel membership
          </button>
        )}
      </div>
      <SlowNote isBusy={months.isBusy}>This is taking a little longer than usual. Hang on.</SlowNote>
      {taste?.skip && next && (
        <p className="note" id={`skip-${membership.id}`}>
          {`Skip ${dropName(next.drop)} and ${outcomeLabel(taste.skip, isGift, today)}. Nothing is lost.`}
        </p>
      )}
      {taste?.resume && (
        <p className="note" id={`resume-${membership.id}`}>
          {`Resumed now, ${outcomeLabel(taste.resume, isGift, today)}.`}
        </p>
      )}
    </>
  )
}
