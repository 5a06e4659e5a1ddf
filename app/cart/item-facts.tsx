import { type CalendarDate, formatDate, formatDay } from '../../domain/calendar-date.ts'
import { type CartItem, giftNoticeDay } from '../../domain/cart.ts'
import { addressText, beltsText } from '../../domain/cart-text.ts'
import { dropName, firstDrop, nextCharge, shipBy } from '../../domain/drop.ts'
import { formatCents } from '../../domain/money.ts'
import type { Plan } from '../../domain/plan.ts'

type ItemFactsProps = {
  item: CartItem
  plan: Plan | undefined
  /** integer cents that a promotion code takes off every later payment */
  renewalDiscountCents: number
  today: CalendarDate
}

/** The four facts of an item: belts, where or when told, first belt, renews or ends. */
export function ItemFacts({ item, plan, renewalDiscountCents, today }: ItemFactsProps) {
  const drop = firstDrop(today)
  const noticeDay = giftNoticeDay(item)
  return (
    <dl className="kv num">
      <dt>Belts</dt>
      <dd>{beltsText(item)}</dd>
      {noticeDay && (
        <>
          <dt>Notice</dt>
          <dd>
            {formatDate(noticeDay)}, to {item.giftDetails?.recipientEmail}
          </dd>
        </>
      )}
      <dt>Ships to</dt>
      <dd>{addressText(item) || 'No address yet'}</dd>
      <dt>First belt</dt>
      <dd>
        {dropName(drop)} drop, shipped by {formatDay(shipBy(drop))}
      </dd>
      {plan && <Ending item={item} plan={plan} renewalDiscountCents={renewalDiscountCents} today={today} />}
    </dl>
  )
}

function Ending({ item, plan, renewalDiscountCents, today }: ItemFactsProps & { plan: Plan }) {
  if (item.recipientType === 'gift') {
    const count = plan.months === 1 ? 'one belt' : `${plan.months} belts`
    return (
      <>
        <dt>Ends</dt>
        <dd>After {count}. A gift never renews</dd>
      </>
    )
  }
  return (
    <>
      <dt>Renews</dt>
      <dd>
        {formatDate(nextCharge(today, plan.months))} at{' '}
        {formatCents(plan.stripeAmount - renewalDiscountCents)}, until you cancel
      </dd>
    </>
  )
}
