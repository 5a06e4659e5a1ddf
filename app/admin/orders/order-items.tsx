import { Fragment } from 'react'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import { calendarDateOfIso, formatDate } from '../../../domain/calendar-date.ts'
import { isCreditCode } from '../../../domain/credit.ts'
import { addressLabel, boughtAs, dollars, planLabel, preferenceLabel } from './order-labels.ts'

/** The order's items with their addresses, and its totals. */
export function OrderItems({ order }: { order: OrderView }) {
  return (
    <div className="order-facts">
      {order.orderItems.map((item, place) => {
        const bought = boughtAs(item)
        const address = order.shippingAddresses.find((each) => each.orderItemId === item.id)
        const gift = bought.giftDetails
        const noticeOn = gift ? calendarDateOfIso(gift.emailDate) : null
        return (
          <dl className="kv num" key={item.id}>
            <dt>Item {place + 1}</dt>
            <dd>
              {planLabel(item)}, {bought.recipientType ?? order.recipientType}
              {item.price !== null && `, ${dollars(item.price)}`}
            </dd>
            {preferenceLabel(item) && (
              <>
                <dt>Prefers</dt>
                <dd>{preferenceLabel(item)}</dd>
              </>
            )}
            {bought.extraAnswers?.map(({ question, answers }) => (
              <Fragment key={question}>
                <dt>{question}</dt>
                <dd>{answers.join(', ')}</dd>
              </Fragment>
            ))}
            {address && (
              <>
                <dt>Ships to</dt>
                <dd>{addressLabel(address)}</dd>
              </>
            )}
            {gift && (
              <>
                <dt>Notice</dt>
                <dd>{[noticeOn && formatDate(noticeOn), gift.recipientEmail].filter(Boolean).join(', ')}</dd>
              </>
            )}
            {gift?.giftMessage && (
              <>
                <dt>Message</dt>
                <dd className="order-message">{gift.giftMessage}</dd>
              </>
            )}
          </dl>
        )
      })}
      {order.totalAmount !== null && (
        <dl className="kv num">
          <dt>Subtotal</dt>
          <dd>{dollars(order.subtotalAmount)}</dd>
          {Number(order.discountAmount) > 0 && (
            <>
              <dt>
                {order.promotionCode && isCreditCode(order.promotionCode)
                  ? `Store credit, ${order.promotionCode}`
                  : (order.promotionCode ?? 'Discount')}
              </dt>
              <dd>−{dollars(order.discountAmount)}</dd>
            </>
          )}
          <dt>Tax</dt>
          <dd>{dollars(order.taxAmount)}</dd>
          <dt>Total</dt>
          <dd>
            {dollars(order.totalAmount)} {order.currency}
          </dd>
        </dl>
      )}
    </div>
  )
}
