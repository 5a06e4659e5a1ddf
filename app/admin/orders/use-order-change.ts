import type { Outcome } from '../../../domain/admin/order-change-contracts.ts'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import { showToast } from '../../ui/toast-store.ts'
import { toastError } from '../client/use-admin.ts'
import { useSaveOver } from '../ui/use-save-over.tsx'

/** Everything that shows orders is fetched again after a change. */
export const orderAddresses = ['/api/admin/orders', '/api/admin/mails', '/api/admin/dashboard']

/** Sets a status, asking before overwriting someone else's; the words are those of spec §8 "Status update". */
export function useSetStatus() {
  return useSaveOver('setOrderStatus', {
    changes: orderAddresses,
    onSuccess: () => showToast({ title: 'Status Updated', description: 'Order status updated successfully' }),
    onError: (error) => toastError(error, 'Failed to update status'),
  })
}

/** Sets a tracking number, asking before overwriting someone else's; the words are those of spec §8 "Tracking". */
export function useSetTracking(onDone: () => void) {
  return useSaveOver('setTracking', {
    changes: orderAddresses,
    onSuccess: () => {
      showToast({ title: 'Tracking Updated' })
      onDone()
    },
    onError: (error) => toastError(error, 'Failed to update tracking'),
  })
}

/** The props of every dialog about a selection. */
export type BulkDialogProps = {
  orders: OrderView[]
  onDone: (outcome: Outcome, what: string) => void
  onClose: () => void
}
