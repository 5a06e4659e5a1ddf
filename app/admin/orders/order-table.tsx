import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import { disputeWords } from '../../../domain/dispute.ts'
import { Instant } from '../ui/screen.tsx'
import { StatusSelect, TrackingCell } from './order-cells.tsx'
import { OrderItems } from './order-items.tsx'
import { buyerName, dollars, forWhom, planLabel } from './order-labels.ts'

type OrderTableProps = {
  orders: OrderView[]
  /** ids of the selected orders */
  chosen: ReadonlySet<string>
  onChoose: (ids: string[], isChosen: boolean) => void
}

/** A page of orders as a table, or cards on a phone. Each row expands to its items. */
export function OrderTable({ orders, chosen, onChoose }: OrderTableProps) {
  const isAll = orders.every(({ id }) => chosen.has(id))
  return (
    <section className="t-wrap" aria-label="Orders">
      <table className="grid-t cards-sm orders">
        <thead>
          <tr>
            <th scope="col">
              <label className="order-pick">
                <span className="sr">Select all on this page</span>
                <input
                  type="checkbox"
                  checked={isAll}
                  onChange={() =>
                    onChoose(
                      orders.map(({ id }) => id),
                      !isAll,
                    )
                  }
                />
              </label>
            </th>
            <th scope="col">Order</th>
            <th scope="col">Customer</th>
            <th scope="col">Plan</th>
            <th scope="col">For</th>
            <th scope="col">Ships to</th>
            <th scope="col" className="r">
              Total
            </th>
            <th scope="col">Status</th>
            <th scope="col">Tracking</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow
              key={order.id}
              order={order}
              isChosen={chosen.has(order.id)}
              onChoose={(isChosen) => onChoose([order.id], isChosen)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type OrderRowProps = { order: OrderView; isChosen: boolean; onChoose: (isChosen: boolean) => void }

function OrderRow({ order, isChosen, onChoose }: OrderRowProps) {
  const [open, setOpen] = useState(false)
  const { orderNumber, customer, shippingInfo } = order
  const itemsId = `items-${order.id}`
  return (
    <Fragment>
      <tr>
        <td data-l="Pick">
          <label className="order-pick">
            <span className="sr">Select {orderNumber}</span>
            <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.target.checked)} />
          </label>
        </td>
        <td data-l="Order">
          <span>
            <Link className="num order-link" to={`/admin/orders/${order.id}`}>
              {orderNumber}
            </Link>
            <small>
              <Instant at={order.createdAt} />
            </small>
            {order.disputes?.map((status) => (
              <small key={status} className="st no">
                {disputeWords(status)}
              </small>
            ))}
            {order.tags.length > 0 && (
              <span className="order-tags">
                {order.tags.map((tag) => (
                  <Link key={tag} className="order-tag" to={`/admin?tag=${encodeURIComponent(tag)}`}>
                    {tag}
                  </Link>
                ))}
              </span>
            )}
          </span>
        </td>
        <td data-l="Customer">
          <span>
            {buyerName(order) ?? customer.username}
            {buyerName(order) && <small>{customer.username}</small>}
            {customer.email && <small>{customer.email}</small>}
          </span>
        </td>
        <td data-l="Plan">
          <span>
            {order.orderItems.map(planLabel).join(' · ')}
            <button
              className="text-btn order-open"
              type="button"
              aria-expanded={open}
              aria-controls={itemsId}
              onClick={() => setOpen((known) => !known)}
            >
              {open ? 'Hide' : 'Items'}
              <span className="sr"> of {orderNumber}</span>
            </button>
          </span>
        </td>
        <td data-l="For">{forWhom(order)}</td>
        <td data-l="Ships to">{shippingInfo ? `${shippingInfo.city}, ${shippingInfo.state}` : ''}</td>
        <td data-l="Total" className="r">
          {dollars(order.totalAmount)}
        </td>
        <td data-l="Status">
          <StatusSelect order={order} />
        </td>
        <td data-l="Tracking">
          <TrackingCell order={order} parcel={shippingInfo} />
        </td>
      </tr>
      <tr id={itemsId} hidden={!open} className="order-more">
        <td colSpan={9}>{open && <OrderItems order={order} />}</td>
      </tr>
    </Fragment>
  )
}
