import { useState } from 'react'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import { type OrderStatus, oddTransition, orderStatuses } from '../../../domain/order.ts'

import { useStaff } from '../client/use-admin.ts'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { useSetStatus } from './use-order-change.ts'

const signs: Record<OrderStatus, string> = {
  pending: '',
  processing: 'half',
  shipped: 'full',
  delivered: 'ok',
  cancelled: 'no',
}

/** What the order's boxes say, or what the staff set over it, marked as such; any may be chosen (spec §4), an odd one after a question. */
export function StatusSelect({ order }: { order: OrderView }) {
  const staff = useStaff()
  const [asked, setAsked] = useState<{ to: OrderStatus; why: string } | null>(null)
  const { change, question } = useSetStatus()
  const was = { status: order.status }
  const shown = change.isPending ? change.variables.status : order.status
  const hasTracking = order.shippingAddresses.some((address) => address.trackingNumber)

  function choose(to: OrderStatus) {
    const why = oddTransition(order.status, to, hasTracking)
    if (why) setAsked({ to, why })
    else change.mutate({ orderId: order.id, status: to, was })
  }

  if (!staff.may('setOrderStatus')) {
    const isByHand = order.boxesStatus !== null && order.boxesStatus !== order.status
    return (
      <span className={`st ${signs[order.status]}`}>
        {order.status}
        {isByHand && ', set by hand'}
      </span>
    )
  }
  return (
    <span className="order-status">
      <span className={`st ${signs[shown]}`} aria-hidden="true" />
      <select
        className="input"
        aria-label={`Status of ${order.orderNumber}`}
        value={shown}
        onChange={(event) => choose(event.target.value as OrderStatus)}
      >
        {orderStatuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </select>
      {order.boxesStatus && order.boxesStatus !== order.status && !change.isPending && (
        <small className="quiet order-by-hand">
          Set by hand. Its boxes say {order.boxesStatus}.{' '}
          <button
            className="text-btn"
            type="button"
            onClick={() => change.mutate({ orderId: order.id, status: order.boxesStatus!, was })}
          >
            Use that<span className="sr"> for {order.orderNumber}</span>
          </button>
        </small>
      )}
      {question}
      {asked && (
        <AskDialog
          title={`Set ${order.orderNumber} to ${asked.to}?`}
          action={`Set to ${asked.to}`}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            change.mutate({ orderId: order.id, status: asked.to, was })
            setAsked(null)
          }}
        >
          <p>{asked.why}</p>
        </AskDialog>
      )}
    </span>
  )
}
