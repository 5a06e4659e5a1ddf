import type { MembershipView } from '../../domain/account/account-view.ts'
import { formatDate } from '../../domain/calendar-date.ts'
import { dropTitle } from '../../domain/drop.ts'
import { formatCents } from '../../domain/money.ts'
import { boxesToCome, paidWords } from './belts-words.ts'

/** What is paid and what will be charged: for who pays alone. */
export function PaidFacts({ membership }: { membership: MembershipView }) {
  const { money, isGift, status, lastDrop } = membership
  if (!money) return null
  return (
    <dl className="kv num">
      <dt>Already paid</dt>
      <dd>{paidWords(boxesToCome(membership))}</dd>
      <dt>Next charge</dt>
      <dd>
        {isGift && `None: a gift is paid once${lastDrop ? `, and ends ${dropTitle(lastDrop)}` : ''}`}
        {!isGift && !money.nextChargeOn && 'None: nothing more is charged'}
        {money.nextChargeOn &&
          status !== 'past_due' &&
          `${formatDate(money.nextChargeOn)}, ${formatCents(money.nextChargeCents ?? 0)}${hasTax(membership) ? ' plus tax' : ''}`}
        {status === 'past_due' && 'Waiting for a card that works'}
      </dd>
    </dl>
  )
}

function hasTax({ money }: MembershipView): boolean {
  return (money?.receipts[0]?.taxCents ?? 0) > 0
}
