import { useState } from 'react'
import { dropTitle } from '../../../domain/drop.ts'
import { useAdmin } from '../client/use-admin.ts'
import { SearchField } from '../ui/fields.tsx'

type ReplacementFieldsProps = { boxId: string; onChange: (boxId: string) => void }

/** Chooses the belt to replace: finds the order, then one of its shipped boxes. */
export function ReplacementFields({ boxId, onChange }: ReplacementFieldsProps) {
  const [search, setSearch] = useState('')
  const [orderId, setOrderId] = useState('')
  const orders = useAdmin('listOrders', { search, limit: '6' }, { enabled: search.length >= 2, keeps: true })
  const detail = useAdmin('getOrder', { orderId }, { enabled: orderId !== '' })
  const boxes = (detail.data?.memberships ?? []).flatMap((membership) => membership.boxes)
  const sent = boxes.filter(({ state, belt }) => belt && ['shipped', 'delivered'].includes(state))
  return (
    <div className="adm-stack">
      <SearchField
        label="Find the order"
        placeholder="Order, name, email or address"
        value={search}
        onChange={(value) => {
          setSearch(value)
          setOrderId('')
          onChange('')
        }}
      />
      {search.length >= 2 && orderId === '' && (
        <ul className="new-order-kinds">
          {(orders.data?.orders ?? []).map(({ id, orderNumber, shippingInfo }) => (
            <li key={id}>
              <button className="order-view" type="button" onClick={() => setOrderId(id)}>
                <span className="num">{orderNumber}</span> {shippingInfo?.recipientName}
              </button>
            </li>
          ))}
        </ul>
      )}
      {detail.data && (
        <fieldset className="new-order-kinds">
          <legend className="label">
            Which belt of <span className="num">{detail.data.order.orderNumber}</span>
          </legend>
          {sent.length === 0 && <p>No belt from this order has shipped yet.</p>}
          {sent.map((box) => (
            <label key={box.id} className="order-view">
              <input type="radio" name="box" checked={boxId === box.id} onChange={() => onChange(box.id)} />
              {dropTitle(box.drop)}: {box.belt}, {box.size}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
