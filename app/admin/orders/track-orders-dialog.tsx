import { useState } from 'react'
import { oddTracking } from '../../../domain/tracking.ts'
import { useChange } from '../client/use-admin.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { type BulkDialogProps, orderAddresses, tellFailure } from './use-order-change.ts'

/** A tracking number for each order, in the order of the list: a scanner's Enter goes on to the next. */
export function TrackOrdersDialog({ orders, onDone, onClose }: BulkDialogProps) {
  // As the list was when this opened: it's read again now and then.
  const [began] = useState(
    () => new Map(orders.map(({ id, shippingInfo }) => [id, shippingInfo?.trackingNumber ?? null])),
  )
  const [numbers, setNumbers] = useState<Record<string, string>>({})
  const change = useChange('setOrdersTracking', {
    changes: orderAddresses,
    onSuccess: (outcome) => onDone(outcome, 'Tracking Updated'),
    onError: tellFailure,
  })
  const parcels = orders.flatMap((order) => {
    const trackingNumber = (numbers[order.id] ?? '').trim()
    const isNew = trackingNumber && trackingNumber !== order.shippingInfo?.trackingNumber
    return isNew ? [{ orderId: order.id, trackingNumber, was: began.get(order.id) ?? null }] : []
  })
  const odd = parcels.filter(({ trackingNumber }) => oddTracking(trackingNumber)).length
  return (
    <FormDialog onClose={onClose} labelledBy="track-title" className="adm adm-dialog adm-confirm">
      <form
        className="adm-dialog-form adm-stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (parcels.length > 0 && !change.isPending) change.mutate({ parcels })
        }}
      >
        <h2 id="track-title">Tracking numbers</h2>
        <p className="quiet">Scan or type one for each. Empty fields stay as they are.</p>
        <ul className="order-track">
          {orders.map((order) => (
            <li key={order.id}>
              <label>
                <span>
                  <span className="num">{order.orderNumber}</span>
                  <small className="quiet">{order.shippingInfo?.recipientName ?? 'No address'}</small>
                </span>
                <input
                  className="input num"
                  autoComplete="off"
                  maxLength={100}
                  placeholder={order.shippingInfo?.trackingNumber ?? ''}
                  disabled={!order.shippingInfo}
                  value={numbers[order.id] ?? ''}
                  onChange={(event) => setNumbers((known) => ({ ...known, [order.id]: event.target.value }))}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter') return
                    event.preventDefault()
                    const fields = [...(event.currentTarget.form?.querySelectorAll('input:enabled') ?? [])]
                    const next = fields[fields.indexOf(event.currentTarget) + 1]
                    if (next instanceof HTMLInputElement) next.focus()
                  }}
                />
              </label>
            </li>
          ))}
        </ul>
        {odd > 0 && (
          <p className="adm-note" role="status">
            {odd === 1 ? 'One number doesn’t' : `${odd} numbers don’t`} look like one of UPS, USPS or FedEx.
            Check the label.
          </p>
        )}
        <div className="adm-tools">
          <button className="btn btn-2" type="button" onClick={onClose}>
            Cancel
          </button>
          <button className="btn btn-ink" type="submit" disabled={parcels.length === 0 || change.isPending}>
            Save {parcels.length || ''}
          </button>
        </div>
      </form>
    </FormDialog>
  )
}
