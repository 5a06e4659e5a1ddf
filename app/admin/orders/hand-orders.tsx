import { Link } from 'react-router'
import { useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { Instant, Pager, usePages } from '../ui/list-state.tsx'
import { tellFailure } from './use-order-change.ts'

const words = {
  link: 'Link to pay',
  card: 'Card, on the phone',
  paid: 'Paid already',
  free: 'Free',
  replacement: 'Replacement',
}

/** What was written down, and which links nobody has paid yet. */
export function HandOrders() {
  const staff = useStaff()
  const pages = usePages()
  const list = useAdmin('listHandOrders', pages.cursor ? { cursor: pages.cursor } : {}, { keeps: true })
  const end = useChange('endHandOrder', { changes: ['/api/admin/hand-orders'], onError: tellFailure })
  const orders = list.data?.orders ?? []
  if (orders.length === 0) return null
  return (
    <section className="panel" aria-labelledby="written-title">
      <h2 id="written-title">Orders added by hand</h2>
      <ul className="order-lines">
        {orders.map((order) => (
          <li key={order.id}>
            <Instant at={order.createdAt} />
            <span>
              {order.orderId ? (
                <Link className="num" to={`/admin/orders/${order.orderId}`}>
                  {order.orderNumber}
                </Link>
              ) : (
                order.email
              )}
              <small className="quiet">
                {' '}
                {words[order.kind]}, {order.reason}, by {order.username}
                {!order.orderId && (order.expiresAt ? ', not paid yet' : ', ended')}
              </small>{' '}
              {!order.orderId && order.expiresAt && staff.may('endHandOrder') && (
                <button
                  className="text-btn"
                  type="button"
                  onClick={() => end.mutate({ handOrderId: order.id })}
                >
                  End the link<span className="sr"> of {order.email}</span>
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Pager pages={pages} nextCursor={list.data?.nextCursor ?? null} />
    </section>
  )
}
