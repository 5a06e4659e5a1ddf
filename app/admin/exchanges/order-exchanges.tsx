import { useState } from 'react'
import { Link } from 'react-router'
import type { OrderDetail } from '../../../domain/admin/order-detail.ts'
import { sentStates } from '../../../domain/box.ts'
import { useAdmin } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'
import { ExchangeCard } from './exchange-card.tsx'
import './exchanges.css'
import { StartExchange } from './start-exchange.tsx'

/** The exchanges of an order, and the way to begin one for who wrote or called. */
export function OrderExchanges({ detail }: { detail: OrderDetail }) {
  const staff = useStaff()
  const [isAsked, setAsked] = useState(false)
  const found = useAdmin('listExchanges', { state: 'all', orderId: detail.order.id, limit: 100 })
  const boxes = detail.memberships.flatMap((membership) =>
    membership.boxes
      .filter((box) => sentStates.includes(box.state))
      .map((box) => ({ ...box, isGift: membership.isGift })),
  )
  const exchanges = found.data?.exchanges ?? []
  if (boxes.length === 0 && exchanges.length === 0) return null
  return (
    <section className="panel d12">
      <h2>Exchanges</h2>
      {exchanges.length === 0 ? (
        <p className="quiet">No belt of this order has gone back.</p>
      ) : (
        <ul className="exchanges of-order">
          {exchanges.map((exchange) => (
            <li key={exchange.id}>
              <ExchangeCard exchange={exchange} isOfOrder />
            </li>
          ))}
        </ul>
      )}
      <div className="exchange-do">
        {staff.may('startExchange') && boxes.length > 0 && (
          <button className="btn btn-2" type="button" onClick={() => setAsked(true)}>
            Begin an exchange
          </button>
        )}
        <Link to="/admin/exchanges">All exchanges</Link>
      </div>
      {isAsked && <StartExchange boxes={boxes} onClose={() => setAsked(false)} />}
    </section>
  )
}
