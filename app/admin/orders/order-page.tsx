import { Link, useParams } from 'react-router'
import type { OrderDetail } from '../../../domain/admin/order-detail.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { formatCents } from '../../../domain/money.ts'
import { OrderExchanges } from '../exchanges/order-exchanges.tsx'
import { Instant } from '../instant.tsx'
import { ListState } from '../list-state.tsx'
import { useAdmin } from '../use-admin.ts'
import { OrderBoxes } from './order-boxes.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderMails } from './order-mails.tsx'
import { OrderNotes } from './order-notes.tsx'
import './orders.css'
import { addressWords } from './order-words.ts'
import { StatusSelect } from './status-select.tsx'
import { TrackingCell } from './tracking-cell.tsx'

/** One order with all that hangs on it: items, parcels, payments, boxes, mails, notes, history. */
export default function OrderPage() {
  const { orderId = '' } = useParams()
  const detail = useAdmin('getOrder', { orderId })
  return (
    <>
      <div className="adm-bar">
        <div>
          <Link to="/admin" className="quiet order-back">
            Orders
          </Link>
          <h1 className="num">{detail.data?.order.orderNumber ?? 'Order'}</h1>
          {detail.data && (
            <p className="quiet">
              {detail.data.order.customer.username}, {detail.data.order.customer.email},{' '}
              <Instant at={detail.data.order.createdAt} />
            </p>
          )}
        </div>
        {detail.data && <StatusSelect order={detail.data.order} />}
      </div>
      <ListState query={detail} empty={() => null}>
        {(data) => <Panels detail={data} />}
      </ListState>
    </>
  )
}

function Panels({ detail }: { detail: OrderDetail }) {
  const { order } = detail
  return (
    <div className="dash order-panels">
      <section className="panel d12">
        <h2>Items</h2>
        <OrderItems order={order} />
      </section>
      <OrderBoxes detail={detail} />
      <OrderExchanges detail={detail} />
      <section className="panel d5">
        <h2>Parcels</h2>
        <ul className="adm-stack">
          {order.shippingAddresses.map((parcel) => (
            <li key={parcel.id}>
              <p>{addressWords(parcel)}</p>
              <TrackingCell order={order} parcel={parcel} />
            </li>
          ))}
        </ul>
      </section>
      <section className="panel d7">
        <h2>Payments</h2>
        <ul className="order-lines num">
          {detail.payments.map((payment) => (
            <li key={payment.id}>
              <Instant at={payment.paidAt} />
              <span>
                {formatCents(payment.amountCents + payment.taxCents)}
                {payment.taxCents > 0 && `, ${formatCents(payment.taxCents)} of it tax`}
              </span>
            </li>
          ))}
          {detail.refunds.map((refund) => (
            <li key={refund.id}>
              <Instant at={refund.createdAt} />
              <span>
                Refund of {formatCents(refund.amountCents + refund.taxCents)}, {refund.status}
              </span>
            </li>
          ))}
        </ul>
        {detail.memberships.map(
          ({ id, nextChargeOn, nextChargeCents }) =>
            nextChargeOn !== null &&
            nextChargeCents !== null && (
              <p key={id} className="quiet">
                Next charge {formatDate(nextChargeOn)}: {formatCents(nextChargeCents)}, plus tax where it is
                due
              </p>
            ),
        )}
      </section>
      <OrderMails mails={detail.mails} />
      <OrderNotes orderId={order.id} notes={detail.notes} />
      <section className="panel d12">
        <h2>History</h2>
        <ol className="order-lines">
          {detail.history.map((event, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its place
            <li key={place}>
              <Instant at={event.at} />
              <span>
                {event.what}
                {event.who && <small className="quiet"> by {event.who}</small>}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}
