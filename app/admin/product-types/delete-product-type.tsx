import type { ProductTypeView } from '../../../domain/admin/product-type-calls.ts'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useChange } from '../use-admin.ts'
import { forgetDraft } from '../use-draft.ts'
import { draftKey } from './product-type-dialog.tsx'

/** Asks before a type goes, and says what goes with it. */
export function DeleteProductType({ type, onClose }: { type: ProductTypeView; onClose: () => void }) {
  const remove = useChange('deleteProductType', {
    changes: ['/api/admin/product-types'],
    onSuccess() {
      forgetDraft(draftKey(type))
      showToast({ title: 'Product type deleted', description: 'Product type removed successfully' })
      onClose()
    },
    onError(error) {
      const description = sentenceOf(error, 'Failed to delete product type')
      showToast({ title: 'Error', description, destructive: true })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${type.name}?`}
      action="Delete"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ productTypeId: type.id })}
      onClose={onClose}
    >
      <p>{affected(type)}</p>
    </ConfirmDialog>
  )
}

function affected({ belts, slug }: ProductTypeView): string {
  const what =
    belts === 0
      ? 'No belt is of this type, so nothing else changes.'
      : `${belts} ${belts === 1 ? 'belt is' : 'belts are'} of the style "${slug}". They stay in the shop and keep their style, and so do orders; only the type leaves this list.`
  return `${what} It cannot be undone. To put it away for a while, make it inactive instead.`
}
