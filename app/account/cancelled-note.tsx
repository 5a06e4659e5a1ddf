import type { MembershipView } from '../../domain/account/account-view.ts'
import { boxesToCome } from './belts-words.ts'
import { BoxesToCome } from './boxes-to-come.tsx'
import type { Months } from './use-months.ts'

/** After a cancellation: which paid boxes still ship, that nothing more is charged, and the way back. */
export function CancelledNote({ membership, months }: { membership: MembershipView; months: Months }) {
  const { money, isGift, status } = membership
  if (isGift || !money || (status !== 'cancelled' && status !== 'ended')) return null
  const boxes = boxesToCome(membership)
  return (
    <div className="account-cancelled">
      <p>
        This membership does not renew. Nothing more is charged.{' '}
        {boxes.length > 0 ? 'You have paid for these, and they ship:' : 'Every belt has been sent.'}
      </p>
      <BoxesToCome boxes={boxes} />
      {money.canUndo && (
        <p>
          <button
            className="btn btn-2"
            type="button"
            aria-disabled={months.isBusy || undefined}
            onClick={() => !months.isBusy && months.undo()}
          >
            Undo the cancellation
          </button>
        </p>
      )}
    </div>
  )
}
