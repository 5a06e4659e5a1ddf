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

/** The status with its sign; any other may be chosen (spec §4), an odd one after a question. */
export function StatusSelect({ order }: { order: OrderView }) {
  const staff = useStaff()
  const [asked, setAsked] = useState<{ to: OrderStatus; why: string } | null>(null)
  const change = useSetStatus()
  const shown = change.isPending ? change.variables.status : order.status
  const hasTracking = order.shippingAddresses.some((address) => address.trackingNumber)

  function choose(to: OrderStatus) {
    const why = oddTransition(order.status, to, hasTracking)
    if (why) setAsked({ to, why })
    else change.mutate({ orderId: order.id, status: to })
  }

  if (!staff.may('setOrderStatus')) return <span className={`st ${signs[order.status]}`}>{order.status}</span>
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
      {asked && (
        <AskDialog
          title={`Set ${order.orderNumber} to ${asked.to}?`}
          action={`Set to ${asked.to}`}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            change.mutate({ orderId: order.id, status: asked.to })
            setAsked(null)
          }}
        >
          <p>{asked.why}</p>
        </AskDialog>
      )}
    </span>
  )
}
