import { useState } from 'react'
import type { OrderView, ShippingView } from '../../../domain/admin/order-views.ts'
import { type OrderStatus, oddTransition, orderStatuses } from '../../../domain/order.ts'
import { oddTracking, trackingOf } from '../../../domain/tracking.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useStaff } from '../client/use-admin.ts'
import { AskDialog, SubmitDialog } from '../ui/dialogs.tsx'
import { RecordOf } from '../ui/track-record.tsx'
import { useSetStatus, useSetTracking } from './use-order-change.ts'

const signs: Record<OrderStatus, string> = {
  pending: '',
  processing: 'half',
  shipped: 'full',
  delivered: 'ok',
  cancelled: 'no',
}

/**
 * The status that follows from the boxes, or the one set by staff, marked as such. Any can be chosen (spec §4); an
 * unusual one needs a confirmation.
 */
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

type TrackingProps = { order: OrderView; parcel: ShippingView | null }

/** A package's tracking number, and the prompt to set or update it (spec §2). */
export function TrackingCell({ order, parcel }: TrackingProps) {
  const staff = useStaff()
  const [asked, setAsked] = useState(false)
  const number = parcel?.trackingNumber ?? ''
  const known = number ? trackingOf(number) : null
  if (!parcel) return null
  return (
    <span className="order-tracking num">
      {known ? (
        <a href={known.link} target="_blank" rel="noreferrer">
          {number}
        </a>
      ) : (
        number
      )}
      {staff.may('setTracking') && (
        <button className="text-btn" type="button" onClick={() => setAsked(true)}>
          {number ? 'Update' : 'Set tracking'}
          <span className="sr"> of {order.orderNumber}</span>
        </button>
      )}
      {asked && <TrackingPrompt order={order} parcel={parcel} onClose={() => setAsked(false)} />}
    </span>
  )
}

type PromptProps = { order: OrderView; parcel: ShippingView; onClose: () => void }

/** Spec §5: nothing is sent if the entry is empty or unchanged. */
function TrackingPrompt({ order, parcel, onClose }: PromptProps) {
  const [was] = useState({ trackingNumber: parcel.trackingNumber })
  const known = was.trackingNumber ?? ''
  const [typed, setTyped] = useState(known)
  const [doubt, setDoubt] = useState<string | null>(null)
  const { change, question } = useSetTracking(onClose)

  function send() {
    const trackingNumber = typed.trim()
    if (trackingNumber === '' || trackingNumber === known) return onClose()
    const odd = oddTracking(trackingNumber)
    if (odd && odd !== doubt) return setDoubt(odd)
    change.mutate({ orderId: order.id, shippingInfoId: parcel.id, trackingNumber, was })
  }

  return (
    <SubmitDialog
      title={`Tracking of ${order.orderNumber}`}
      action={doubt ? 'Save it anyway' : 'Save'}
      isBusy={change.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label="Tracking number"
        value={typed}
        onChange={(value) => {
          setTyped(value)
          setDoubt(null)
        }}
        maxLength={100}
        autoComplete="off"
        autoFocus
        hint={
          order.status === 'shipped'
            ? `To ${parcel.recipientName}. We’ll email the buyer right away.`
            : `To ${parcel.recipientName}. We’ll email the buyer once the order is shipped.`
        }
      />
      {order.boxesStatus === 'pending' && <p className="adm-note">No box of this order is packed yet.</p>}
      {doubt && (
        <p className="adm-note" role="alert">
          {doubt}
        </p>
      )}
      <RecordOf orderId={order.id} />
      {question}
    </SubmitDialog>
  )
}
