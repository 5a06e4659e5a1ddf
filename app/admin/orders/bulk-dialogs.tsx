import { useState } from 'react'
import { oddTracking } from '../../../domain/tracking.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { toastFailedChange, toastUnmade, useChange } from '../client/use-admin.ts'
import { FormDialog, SubmitDialog } from '../ui/dialogs.tsx'
import { type BulkDialogProps, orderAddresses } from './use-order-change.ts'

/** Emails the buyers of the selected orders: written, previewed for the first of them, then sent. */
export function MailOrdersDialog({ orders, onDone, onClose }: BulkDialogProps) {
  const [subject, setSubject] = useState('About your order {order}')
  const [text, setText] = useState('Hi {name},\n\n')
  const [key] = useState(() => crypto.randomUUID())
  const orderIds = orders.map(({ id }) => id)
  const look = useChange('previewOrdersMail', { onError: toastFailedChange })
  const preview = look.data ?? null
  const send = useChange('mailOrders', {
    changes: orderAddresses,
    onSuccess: (outcome) => onDone(outcome, 'On its way'),
    onError: (error) =>
      toastUnmade(
        error,
        'Nothing was sent. Try again.',
        'The shop’s answer got lost. Press Send again: each buyer gets it only once.',
      ),
  })
  const isBusy = look.isPending || send.isPending
  // A preview still on its way is of other words.
  const change = (part: { subject?: string; text?: string }) => {
    if (part.subject !== undefined) setSubject(part.subject)
    if (part.text !== undefined) setText(part.text)
    look.reset()
  }
  return (
    <FormDialog onClose={onClose} labelledBy="mail-orders-title" className="adm adm-dialog">
      <form
        className="adm-dialog-form adm-stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (isBusy) return
          if (preview) send.mutate({ orderIds, subject, text, key })
          else look.mutate({ orderIds, subject, text })
        }}
      >
        <h2 id="mail-orders-title">Email {orders.length === 1 ? 'the buyer' : `${orders.length} buyers`}</h2>
        {preview ? (
          <>
            <p className="quiet">
              {preview.to ? `As ${preview.to} gets it.` : 'None of these buyers left an email address.'}
              {preview.unreached > 0 && preview.to && ` ${preview.unreached} left no address.`}
            </p>
            <div className="panel">
              <p>
                <strong>{preview.subject}</strong>
              </p>
              <p className="order-message">{preview.text}</p>
            </div>
          </>
        ) : (
          <>
            <TextField
              label="Subject"
              value={subject}
              onChange={(subject) => change({ subject })}
              maxLength={120}
            />
            <TextArea
              label="Email"
              rows={7}
              maxLength={4000}
              value={text}
              onChange={(text) => change({ text })}
            />
            <p className="quiet">
              {'{name}'} is the buyer’s first name and {'{order}'} the order’s number. It’s about their order,
              so it reaches them without a newsletter sign-up. Don’t use it to sell.
            </p>
          </>
        )}
        <div className="adm-tools">
          <button className="btn btn-2" type="button" onClick={() => (preview ? look.reset() : onClose())}>
            {preview ? 'Back' : 'Cancel'}
          </button>
          <button
            className="btn btn-ink"
            type="submit"
            disabled={text.trim() === '' || subject.trim() === '' || preview?.reached === 0}
            aria-disabled={isBusy || undefined}
          >
            {preview ? `Send ${preview.reached}` : 'Look at it'}
          </button>
        </div>
      </form>
    </FormDialog>
  )
}

/** Enters tracking numbers in list order: a scanner's Enter moves to the next. */
export function TrackOrdersDialog({ orders, onDone, onClose }: BulkDialogProps) {
  // As the list was on opening: it may be refetched.
  const [began] = useState(
    () => new Map(orders.map(({ id, shippingInfo }) => [id, shippingInfo?.trackingNumber ?? null])),
  )
  const [numbers, setNumbers] = useState<Record<string, string>>({})
  const change = useChange('setOrdersTracking', {
    changes: orderAddresses,
    onSuccess: (outcome) => onDone(outcome, 'Tracking Updated'),
    onError: toastFailedChange,
  })
  const parcels = orders.flatMap((order) => {
    const trackingNumber = (numbers[order.id] ?? '').trim()
    const isNew = trackingNumber && trackingNumber !== order.shippingInfo?.trackingNumber
    return isNew ? [{ orderId: order.id, trackingNumber, was: began.get(order.id) ?? null }] : []
  })
  const odd = parcels.filter(({ trackingNumber }) => oddTracking(trackingNumber)).length
  return (
    <SubmitDialog
      title="Tracking numbers"
      action={`Save ${parcels.length || ''}`}
      isBlocked={parcels.length === 0 || change.isPending}
      onSubmit={() => change.mutate({ parcels })}
      onClose={onClose}
    >
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
                  const fields = [
                    ...(event.currentTarget.form?.querySelectorAll('input:not([disabled])') ?? []),
                  ]
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
    </SubmitDialog>
  )
}
