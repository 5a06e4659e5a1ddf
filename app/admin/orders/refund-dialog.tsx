import type { OrderView } from '../../../domain/admin/order-views.ts'
import { formatCents } from '../../../domain/money.ts'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { useAdmin, useChange } from '../use-admin.ts'
import { AskDialog } from './ask-dialog.tsx'
import { orderAddresses } from './use-order-change.ts'

type RefundDialogProps = { order: OrderView; boxIds: string[]; onClose: () => void }

/** Says what will be given back, and does it once that is confirmed. */
export function RefundDialog({ order, boxIds, onClose }: RefundDialogProps) {
  const preview = useAdmin('previewRefund', { orderId: order.id, boxIds: boxIds.join(',') })
  const refund = useChange('refundOrderBoxes', {
    changes: orderAddresses,
    onSuccess: () => {
      showToast({ title: 'Refund made', description: 'The buyer gets a mail about it.' })
      onClose()
    },
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'Nothing was refunded.'),
        destructive: true,
      }),
  })
  const sums = preview.data
  const count = boxIds.length === 1 ? 'one box' : `${boxIds.length} boxes`
  return (
    <AskDialog
      title={`Refund ${count} of ${order.orderNumber}?`}
      action={sums ? `Refund ${formatCents(sums.totalCents)}` : 'Refund'}
      isBusy={!sums || refund.isPending}
      onClose={onClose}
      onConfirm={() => sums && refund.mutate({ orderId: order.id, boxIds, totalCents: sums.totalCents })}
    >
      {preview.isError ? (
        <p role="alert">{sentenceOf(preview.error, 'The sum could not be read. Try again.')}</p>
      ) : sums ? (
        <p className="num">
          {formatCents(sums.amountCents)}
          {sums.taxCents > 0 ? ` and ${formatCents(sums.taxCents)} tax go` : ' goes'} back to the card that
          paid. {boxIds.length === 1 ? 'This box' : 'These boxes'} will not ship. No renewal is ended by it.
        </p>
      ) : (
        <p role="status">Adding up …</p>
      )}
    </AskDialog>
  )
}
