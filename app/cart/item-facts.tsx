import { Fragment } from 'react'
import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { type CartItem, giftNoticeDay } from '../../domain/cart.ts'
import { addressText, beltsText } from '../../domain/cart-text.ts'
import { formatCents } from '../../domain/money.ts'
import type { Plan } from '../../domain/plan.ts'
import { firstBoxText, nextChargeText, perBeltText, planDates } from '../../domain/plan-dates.ts'
import { useShop } from '../layout/use-shop.ts'

type ItemFactsProps = {
  item: CartItem
  plan: Plan | undefined
  /** integer cents that a promotion code takes off every later payment */
  renewalDiscountCents: number
  today: CalendarDate
}

/** The facts of an item: belts, what one costs, where or when told, first box, next charge or end. */
export function ItemFacts({ item, plan, renewalDiscountCents, today }: ItemFactsProps) {
  const isGift = item.recipientType === 'gift'
  const { calendar } = useShop()
  const dates = planDates(today, plan ?? { months: 1 }, isGift, calendar)
  const noticeDay = giftNoticeDay(item)
  return (
    <dl className="kv num">
      <dt>Belts</dt>
      <dd>{beltsText(item)}</dd>
      {plan && (
        <>
          <dt>Price</dt>
          <dd>{perBeltText(plan)}</dd>
        </>
      )}
      {isGift && noticeDay && (
        <>
          <dt>Notice</dt>
          <dd>
            {formatDate(noticeDay)}, to {item.giftDetails?.recipientEmail}
          </dd>
        </>
      )}
      {item.extraAnswers?.map(({ question, answers }) => (
        <Fragment key={question}>
          <dt>{question}</dt>
          <dd>{answers.join(', ')}</dd>
        </Fragment>
      ))}
      <dt>Ships to</dt>
      <dd>{addressText(item) || 'No address yet'}</dd>
      <dt>First box</dt>
      <dd>{firstBoxText(dates)}</dd>
      {plan && (
        <>
          <dt>Next charge</dt>
          <dd>
            {nextChargeText(dates)}
            {!isGift && ` at ${formatCents(plan.stripeAmount - renewalDiscountCents)}, until you cancel`}
          </dd>
        </>
      )}
    </dl>
  )
}
