import type { AdminContractName } from '../../../domain/admin/contracts.ts'
import { showToast } from '../../ui/toast-store.ts'
import { toastError, useChange } from '../client/use-admin.ts'

/** Whatever shows exchanges, boxes or pieces is read again after a change. */
const addresses = [
  '/api/admin/exchanges',
  '/api/admin/orders',
  '/api/admin/belts',
  '/api/admin/mails',
  '/api/admin/health',
]

/** A call about an exchange; `told` says what was done. */
export function useExchangeChange<Name extends AdminContractName>(
  name: Name,
  told: string,
  onDone: () => void = () => {},
) {
  return useChange(name, exchangeOptions(told, onDone))
}

export function exchangeOptions(told: string, onDone: () => void) {
  return {
    changes: addresses,
    onSuccess: () => {
      showToast({ title: told })
      onDone()
    },
    onError: (error: Error) => toastError(error, 'Nothing changed.'),
  }
}
