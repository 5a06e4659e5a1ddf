import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import { showToast } from '../../ui/toast-store.ts'
import { addressOf, sentenceOf } from '../call-admin.ts'
import { useChange } from '../use-admin.ts'

/**
 * Puts the types into an order: shown at once, and taken back where the server refuses. One order is sent after the
 * other, and only the answer to the last is shown.
 */
export function useOrderTypes() {
  const client = useQueryClient()
  const key = [addressOf('listProductTypes', {})]
  const latest = useRef<string[]>([])
  const order = useChange('orderProductTypes', {
    inTurn: true,
    onSuccess(reply, { ids }) {
      if (ids === latest.current) client.setQueryData(key, reply)
    },
    onError(error) {
      void client.invalidateQueries({ queryKey: key })
      const description = sentenceOf(error, 'Failed to save product type')
      showToast({ title: 'Error', description, destructive: true })
    },
  })
  return (ids: string[]) => {
    client.setQueryData<AdminReply<'listProductTypes'>>(key, (known) => ({
      productTypes: ids.flatMap((id, displayOrder) => {
        const type = known?.productTypes.find((each) => each.id === id)
        return type ? { ...type, displayOrder } : []
      }),
    }))
    latest.current = ids
    order.mutate({ ids })
  }
}
