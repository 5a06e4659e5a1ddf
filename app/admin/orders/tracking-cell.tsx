import { useState } from 'react'
import type { OrderView, ShippingView } from '../../../domain/admin/order-views.ts'
import { oddTracking, trackingOf } from '../../../domain/tracking.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useStaff } from '../client/use-admin.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSetTracking } from './use-order-change.ts'

type TrackingProps = { order: OrderView; parcel: ShippingView | null }

/** A parcel's tracking number, and the prompt that sets or updates it (spec §2). */
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
    if (!change.isPending)
      change.mutate({ orderId: order.id, shippingInfoId: parcel.id, trackingNumber, was })
  }

  return (
    <FormDialog onClose={onClose} labelledBy="tracking-title" className="adm adm-dialog adm-confirm">
      <form
        className="adm-dialog-form adm-stack"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <h2 id="tracking-title">Tracking of {order.orderNumber}</h2>
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
        <div className="adm-tools">
          <button className="btn btn-2" type="button" onClick={onClose}>
            Cancel
          </button>
          <button className="btn btn-ink" type="submit" aria-disabled={change.isPending || undefined}>
            {doubt ? 'Save it anyway' : 'Save'}
          </button>
        </div>
      </form>
      {question}
    </FormDialog>
  )
}
