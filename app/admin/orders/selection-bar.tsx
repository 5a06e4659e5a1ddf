import { useState } from 'react'
import type { Outcome } from '../../../domain/admin/order-change-contracts.ts'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import { counted } from '../../../domain/count.ts'
import { type OrderStatus, orderStatuses } from '../../../domain/order.ts'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, useChange, useStaff } from '../client/use-admin.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { Download } from '../ui/download.tsx'
import { SelectField } from '../ui/fields.tsx'
import { MailOrdersDialog, TrackOrdersDialog } from './bulk-dialogs.tsx'
import { TagOrdersDialog } from './order-tags.tsx'
import { type BulkDialogProps, orderAddresses } from './use-order-change.ts'

type Asked = 'status' | 'tracking' | 'tags' | 'mail'

/** The actions for the selected orders. */
export function SelectionBar({
  orders,
  onChoose,
}: {
  orders: OrderView[]
  onChoose: (ids: string[]) => void
}) {
  const staff = useStaff()
  const [asked, setAsked] = useState<Asked | null>(null)
  const ids = orders.map(({ id }) => id)
  const [left, setLeft] = useState<Outcome['failed']>([])
  const still = left.filter(({ orderId }) => ids.includes(orderId))
  const close = () => setAsked(null)
  const onDone = (outcome: Outcome, what: string) => {
    close()
    tellOutcome(outcome, what)
    setLeft(outcome.failed)
    onChoose(outcome.failed.map(({ orderId }) => orderId))
  }
  return (
    <section className="order-selection" aria-label="Selected orders">
      <p className="num" role="status">
        <strong>{orders.length}</strong> selected
      </p>
      <div className="adm-tools">
        {staff.may('setOrdersStatus') && <Act onClick={() => setAsked('status')}>Set status</Act>}
        {staff.may('setOrdersTracking') && <Act onClick={() => setAsked('tracking')}>Set tracking</Act>}
        {staff.may('tagOrders') && <Act onClick={() => setAsked('tags')}>Tag</Act>}
        {staff.may('mailOrders') && <Act onClick={() => setAsked('mail')}>Email buyers</Act>}
        {staff.may('exportOrders') && (
          <Download of="exportOrders" input={{ only: ids.join(',') }}>
            Export these
          </Download>
        )}
        <button className="text-btn" type="button" onClick={() => onChoose([])}>
          Clear
        </button>
      </div>
      {still.length > 0 && (
        <div className="adm-note" role="alert">
          <p>Not changed, and still selected:</p>
          <ul>
            {still.map(({ orderId, orderNumber, sentence }) => (
              <li key={orderId}>
                <span className="num">{orderNumber}</span>: {sentence}
              </li>
            ))}
          </ul>
        </div>
      )}
      {asked === 'status' && <StatusDialog orders={orders} onDone={onDone} onClose={close} />}
      {asked === 'tracking' && <TrackOrdersDialog orders={orders} onDone={onDone} onClose={close} />}
      {asked === 'tags' && <TagOrdersDialog orders={orders} onDone={onDone} onClose={close} />}
      {asked === 'mail' && <MailOrdersDialog orders={orders} onDone={onDone} onClose={close} />}
    </section>
  )
}

function Act({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button className="btn btn-2" type="button" onClick={onClick}>
      {children}
    </button>
  )
}

/** Reports how many orders changed; the bar lists those that didn't. */
function tellOutcome({ changed, failed }: Outcome, what: string) {
  if (failed.length === 0) return showToast({ title: what, description: counted(changed, 'order') })
  showToast({
    title: `${counted(failed.length, 'order')} left out`,
    description: changed > 0 ? `${what}: ${counted(changed, 'order')}.` : 'Nothing was changed.',
    destructive: true,
  })
}

function StatusDialog({ orders, onDone, onClose }: BulkDialogProps) {
  const [status, setStatus] = useState<OrderStatus>('processing')
  // As the list was on opening: it may be refetched.
  const [began] = useState(orders)
  const change = useChange('setOrdersStatus', {
    changes: orderAddresses,
    onSuccess: (outcome) => onDone(outcome, 'Status Updated'),
    onError: toastFailedChange,
  })
  const differ = orders.filter(({ boxesStatus }) => boxesStatus !== null && boxesStatus !== status).length
  const withParcel = orders.filter((order) =>
    order.shippingAddresses.some(({ trackingNumber }) => trackingNumber),
  ).length
  return (
    <AskDialog
      title={`Set the status of ${counted(orders.length, 'order')}`}
      action={`Set to ${status}`}
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={() =>
        change.mutate({
          orderIds: orders.map(({ id }) => id),
          status,
          was: Object.fromEntries(began.map((order) => [order.id, order.status])),
        })
      }
    >
      <SelectField
        label="Status"
        value={status}
        options={orderStatuses.map((each) => [each, each])}
        onChange={setStatus}
      />
      {differ > 0 && (
        <p>The boxes of {counted(differ, 'order')} say something else. Yours is marked as set by hand.</p>
      )}
      {status === 'shipped' && withParcel > 0 && (
        <p>Buyers whose package has a tracking number get an email: {withParcel} at most.</p>
      )}
    </AskDialog>
  )
}
