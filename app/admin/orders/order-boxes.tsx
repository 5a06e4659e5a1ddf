import { useState } from 'react'
import type { OrderDetail } from '../../../domain/admin/order-detail.ts'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import { type Drop, dropTitle } from '../../../domain/drop.ts'
import { formatCents } from '../../../domain/money.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, toastUnmade, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { RecordOf } from '../ui/track-record.tsx'
import { orderAddresses } from './use-order-change.ts'

const signs: Record<string, string> = {
  assigned: 'half',
  packed: 'half',
  shipped: 'full',
  delivered: 'ok',
  returned: 'no',
  held: 'wn',
  refunded: 'no',
  cancelled: 'no',
}

/** The boxes owed per membership of the order; unpacked ones can be refunded. */
export function OrderBoxes({ detail }: { detail: OrderDetail }) {
  const staff = useStaff()
  const [chosen, setChosen] = useState<string[]>([])
  const [asked, setAsked] = useState(false)
  const mayRefund = staff.may('refundOrderBoxes')
  // The whole row toggles the box, for touch.
  const Line = mayRefund ? 'label' : 'div'
  const boxes = detail.memberships.flatMap((membership) => membership.boxes)
  const open = chosen.filter((id) => boxes.some((box) => box.id === id && box.isRefundable))
  return (
    <section className="panel d12">
      <h2>Boxes</h2>
      <div className="order-facts">
        {detail.memberships.map((membership) => (
          <fieldset key={membership.id} className="order-boxes">
            <legend>
              {membership.planName}
              {membership.isGift ? ', gift' : ''}, {membership.status.replace('_', ' ')}
            </legend>
            {membership.boxes.map((box) => (
              <Line key={box.id} className="order-box num">
                {mayRefund ? (
                  <input
                    type="checkbox"
                    className="tick sq"
                    aria-label={dropTitle(box.drop as Drop)}
                    disabled={!box.isRefundable}
                    checked={open.includes(box.id)}
                    onChange={(event) =>
                      setChosen(event.target.checked ? [...open, box.id] : open.filter((id) => id !== box.id))
                    }
                  />
                ) : (
                  <span />
                )}
                <span>{dropTitle(box.drop as Drop)}</span>
                <span className={`st ${signs[box.state] ?? ''}`}>
                  {box.state}
                  {box.holdReason && `: ${box.holdReason}`}
                </span>
                {box.valueCents !== null && <span>{formatCents(box.valueCents)}</span>}
                {box.belt && <span className="quiet">{box.belt}</span>}
              </Line>
            ))}
          </fieldset>
        ))}
      </div>
      {mayRefund && <RecordOf orderId={detail.order.id} />}
      {mayRefund && (
        <button
          className="btn btn-2"
          type="button"
          disabled={open.length === 0}
          onClick={() => setAsked(true)}
        >
          Refund {open.length === 0 ? 'boxes' : open.length === 1 ? 'one box' : `${open.length} boxes`}
        </button>
      )}
      {asked && <RefundDialog order={detail.order} boxIds={open} onClose={() => setAsked(false)} />}
    </section>
  )
}

type RefundDialogProps = { order: OrderView; boxIds: string[]; onClose: () => void }

/** Previews a refund and makes it once confirmed. */
function RefundDialog({ order, boxIds, onClose }: RefundDialogProps) {
  const [reason, setReason] = useState('')
  const preview = useAdmin('previewRefund', { orderId: order.id, boxIds: boxIds.join(',') })
  const refund = useChange('refundOrderBoxes', {
    changes: orderAddresses,
    onSuccess: () => {
      showToast({
        title: sums?.totalCents === 0 ? 'Box called off' : 'Refund made',
        description: 'We’ve emailed the buyer.',
      })
      onClose()
    },
    onError: (error) => toastUnmade(error, 'Nothing was refunded.'),
  })
  const sums = preview.data
  const count = boxIds.length === 1 ? 'one box' : `${boxIds.length} boxes`
  return (
    <AskDialog
      title={
        sums?.totalCents === 0
          ? `Call off ${count} of ${order.orderNumber}?`
          : `Refund ${count} of ${order.orderNumber}?`
      }
      action={
        sums
          ? sums.totalCents === 0
            ? `Don’t ship ${count}`
            : `Refund ${formatCents(sums.totalCents)}`
          : 'Refund'
      }
      isBusy={!sums || reason.trim() === '' || refund.isPending}
      onClose={onClose}
      onConfirm={() =>
        sums &&
        refund.mutate({ orderId: order.id, boxIds, totalCents: sums.totalCents, reason: reason.trim() })
      }
    >
      {preview.isError ? (
        <p role="alert">{sentenceOf(preview.error, 'We couldn’t load the amount. Try again.')}</p>
      ) : sums?.totalCents === 0 ? (
        <p>
          Nothing was paid for{' '}
          {boxIds.length === 1 ? 'this box, so no money moves. It' : 'these boxes, so no money moves. They'}{' '}
          won’t ship, and nothing else changes.
        </p>
      ) : sums ? (
        <p className="num">
          {formatCents(sums.amountCents)}
          {sums.taxCents > 0 ? ` and ${formatCents(sums.taxCents)} tax go` : ' goes'} back the way it was
          paid. {boxIds.length === 1 ? 'This box' : 'These boxes'} won’t ship. Nothing else changes, and
          renewals stay as they are.
        </p>
      ) : (
        <p role="status">Loading…</p>
      )}
      <TextField
        label="Why (only staff see this)"
        value={reason}
        onChange={setReason}
        maxLength={300}
        autoComplete="off"
      />
    </AskDialog>
  )
}
