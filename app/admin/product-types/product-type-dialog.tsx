import { useState } from 'react'
import type { ProductTypeFields, ProductTypeView } from '../../../domain/admin/product-type-contracts.ts'
import { suggestSlug } from '../../../domain/slug.ts'
import { ApiError } from '../../browser/call-api.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, toastError, useChange } from '../client/use-admin.ts'
import { useDraft } from '../client/use-draft.ts'
import { EditDialog } from '../ui/dialogs.tsx'
import { useSaveOver } from '../ui/use-save-over.tsx'

/** The draft key of an unsaved type. */
export const draftKey = (type: ProductTypeView | null) => `product-type:${type?.id ?? 'new'}`

type ProductTypeDialogProps = {
  /** null: the dialog's create mode */
  type: ProductTypeView | null
  types: readonly ProductTypeView[]
  onClose: () => void
}

type Written = Omit<ProductTypeFields, 'displayOrder'> & { displayOrder: string; slugIsOwn: boolean }

// Spec §5: the order is a number falling back to 0.
const fieldsOf = ({ slugIsOwn: _, displayOrder, ...written }: Written) => ({
  ...written,
  displayOrder: Number.parseInt(displayOrder, 10) || 0,
})

/** Spec §2: one dialog with a create mode and an edit mode. */
export function ProductTypeDialog({ type, types, onClose }: ProductTypeDialogProps) {
  const draft = useDraft<Written>(draftKey(type), {
    name: type?.name ?? '',
    slug: type?.slug ?? '',
    description: type?.description ?? '',
    // Spec §2: the default of a new type equals the current number of types.
    displayOrder: String(type?.displayOrder ?? types.length),
    isActive: type?.isActive ?? true,
    slugIsOwn: type !== null,
  })
  const { value, change } = draft
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const then = {
    changes: ['/api/admin/product-types'],
    onSuccess() {
      draft.saved()
      showToast({
        title: type ? 'Product type updated' : 'Product type created',
        description: 'Changes saved successfully',
      })
      onClose()
    },
    onError(error: Error) {
      setWrong(error instanceof ApiError ? error.fields : {})
      toastError(error, 'Failed to save product type')
    },
  }
  const create = useChange('createProductType', then)
  const { change: update, question } = useSaveOver('updateProductType', then)
  const error = create.error ?? update.error
  const others = types.filter((other) => other.id !== type?.id)

  function onName(name: string) {
    const slug = suggestSlug(
      name,
      others.map((other) => other.slug),
    )
    change(value.slugIsOwn ? { name } : { name, slug })
  }

  function save() {
    const missing = Object.fromEntries(
      (['name', 'slug', 'description'] as const)
        .filter((field) => value[field].trim() === '')
        .map((field) => [field, `${field[0]!.toUpperCase()}${field.slice(1)} is required`]),
    )
    setWrong(missing)
    if (Object.keys(missing).length > 0) return
    const fields = fieldsOf(value)
    if (type) update.mutate({ productTypeId: type.id, ...fields, was: fieldsOf(draft.began) })
    else create.mutate(fields)
  }

  return (
    <EditDialog
      draft={draft}
      title={type ? `Edit ${type.name}` : 'New product type'}
      action={type ? 'Save changes' : 'Create'}
      isBusy={create.isPending || update.isPending}
      error={error && sentenceOf(error, 'Failed to save product type')}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={value.name}
        onChange={onName}
        error={wrong.name}
        maxLength={80}
        required
      />
      <TextField
        label="Slug"
        value={value.slug}
        onChange={(slug) => change({ slug, slugIsOwn: slug !== '' })}
        error={wrong.slug}
        hint="For addresses and files. Suggested from the name."
        maxLength={60}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextArea
        label="Description"
        value={value.description}
        onChange={(description) => change({ description })}
        error={wrong.description}
        maxLength={600}
        rows={3}
        required
      />
      <div className="adm-row">
        <TextField
          label="Display order"
          inputMode="numeric"
          value={value.displayOrder}
          onChange={(displayOrder) => change({ displayOrder })}
          maxLength={4}
        />
        <label className="adm-check adm-check-low">
          <input
            type="checkbox"
            role="switch"
            aria-checked={value.isActive}
            checked={value.isActive}
            onChange={(event) => change({ isActive: event.target.checked })}
          />
          Active
        </label>
      </div>
      {question}
    </EditDialog>
  )
}
