import type { AdminContractName } from '../../../domain/admin/contracts.ts'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, useChange } from '../client/use-admin.ts'

/** Everything that shows exchanges, boxes or stock is fetched again after a change. */
const addresses = [
  '/api/admin/exchanges',
  '/api/admin/orders',
  '/api/admin/belts',
  '/api/admin/mails',
  '/api/admin/health',
]

/** A mutation on an exchange; `told` is the success message. */
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
    onError: toastFailedChange,
    onAsked: onDone,
  }
}
