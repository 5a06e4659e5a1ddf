import { useRef, useState } from 'react'
import type { ProductTypeView } from '../../../domain/admin/product-type-contracts.ts'
import { counted } from '../../../domain/count.ts'
import { showToast } from '../../ui/toast-store.ts'
import { addressOf, toastError, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { forgetDraft, hasDraft } from '../client/use-draft.ts'
import { ConfirmDialog } from '../ui/dialogs.tsx'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import { MoveHandle, SortableList, useSortableRow } from '../ui/sortable-list.tsx'
import { draftKey, ProductTypeDialog } from './product-type-dialog.tsx'
import './product-types.css'
import { useQueryClient } from '@tanstack/react-query'
import type { AdminReply } from '../../../domain/admin/contracts.ts'

type Open = { doing: 'edit'; type: ProductTypeView | null } | { doing: 'delete'; type: ProductTypeView }

/** Spec §2 "Product Types": list with create, edit and delete; reordered in the list. */
export default function ProductTypesPage() {
  const staff = useStaff()
  const list = useAdmin('listProductTypes', {})
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const types = list.data?.productTypes ?? []
  return (
    <>
      <ScreenHead
        title="Product Types"
        status={list.data ? countOf(types) : null}
        note="Your own names for the kinds of belts you sell, for the admin and your apps. What the home page shows comes from the belts: their style, dress, casual or stretch."
      >
        {staff.may('createProductType') && (
          <button
            className="btn btn-1"
            type="button"
            disabled={!list.data}
            onClick={() => setOpen({ doing: 'edit', type: null })}
          >
            {hasDraft(draftKey(null)) ? 'Finish the new type' : 'New product type'}
          </button>
        )}
      </ScreenHead>
      <ListState
        query={list}
        empty={(data) => (data.productTypes.length > 0 ? null : 'There are no product types yet.')}
      >
        {(data) => (
          <ProductTypeTable
            types={data.productTypes}
            onEdit={(type) => setOpen({ doing: 'edit', type })}
            onDelete={(type) => setOpen({ doing: 'delete', type })}
          />
        )}
      </ListState>
      {open?.doing === 'edit' && <ProductTypeDialog type={open.type} types={types} onClose={close} />}
      {open?.doing === 'delete' && <DeleteProductType type={open.type} onClose={close} />}
    </>
  )
}

function countOf(types: readonly ProductTypeView[]): string {
  const hidden = types.filter((type) => !type.isActive).length
  const all = counted(types.length, 'type')
  return hidden === 0 ? all : `${all}, ${hidden} inactive`
}

/** Asks before deleting a type and says what goes with it. */
function DeleteProductType({ type, onClose }: { type: ProductTypeView; onClose: () => void }) {
  const remove = useChange('deleteProductType', {
    changes: ['/api/admin/product-types'],
    onSuccess() {
      forgetDraft(draftKey(type))
      showToast({ title: 'Product type deleted', description: 'Product type removed successfully' })
      onClose()
    },
    onError(error) {
      toastError(error, 'Failed to delete product type')
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
      : `${counted(belts, 'belt is', 'belts are')} of the style "${slug}". They stay in the shop and keep their style, and so do orders. Only the type leaves this list.`
  return `${what} You can’t undo this. To put it away for a while, make it inactive instead.`
}

type RowActions = {
  onEdit: (type: ProductTypeView) => void
  onDelete: (type: ProductTypeView) => void
}

/** The types in their order. */
function ProductTypeTable({ types, ...actions }: RowActions & { types: ProductTypeView[] }) {
  const order = useOrderTypes()
  const mayWrite = useStaff().may('updateProductType')
  return (
    <SortableList items={types} enabled={mayWrite} onOrder={order}>
      <section className="t-wrap types" aria-label="Product types">
        <table className="grid-t cards-sm">
          <thead>
            <tr>
              {mayWrite && (
                <th scope="col">
                  <span className="sr">Move</span>
                </th>
              )}
              <th scope="col">Name</th>
              <th scope="col">Description</th>
              <th scope="col" className="r">
                Order
              </th>
              <th scope="col" className="r">
                Belts
              </th>
              <th scope="col">State</th>
              {mayWrite && (
                <th scope="col">
                  <span className="sr">Change</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {types.map((type) => (
              <Row key={type.id} type={type} mayWrite={mayWrite} {...actions} />
            ))}
          </tbody>
        </table>
      </section>
    </SortableList>
  )
}

type RowProps = RowActions & { type: ProductTypeView; mayWrite: boolean }

function Row({ type, mayWrite, onEdit, onDelete }: RowProps) {
  const { row, handle } = useSortableRow(type.id)
  return (
    <tr {...row}>
      {mayWrite && (
        <td className="types-move">
          <MoveHandle name={type.name} {...handle} />
        </td>
      )}
      <td data-l="Name">
        <span>
          <b>{type.name}</b>
          <small>{type.slug}</small>
        </span>
      </td>
      <td data-l="Description" className="types-words">
        {type.description}
      </td>
      <td data-l="Order" className="r">
        {type.displayOrder}
      </td>
      <td data-l="Belts" className="r">
        {type.belts}
      </td>
      <td data-l="State">
        <span className={type.isActive ? 'st ok' : 'st'}>{type.isActive ? 'Active' : 'Inactive'}</span>
      </td>
      {mayWrite && (
        <td className="types-do">
          <button className="text-btn" type="button" onClick={() => onEdit(type)}>
            Edit<span className="sr"> {type.name}</span>
          </button>
          <button className="text-btn" type="button" onClick={() => onDelete(type)}>
            Delete<span className="sr"> {type.name}</span>
          </button>
        </td>
      )}
    </tr>
  )
}

/**
 * Reorders the types: shown right away, and reverted if the server refuses. One order is sent at a time, and only the
 * last reply is shown.
 */
function useOrderTypes() {
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
      toastError(error, 'Failed to save product type')
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
