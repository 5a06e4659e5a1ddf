import { useState } from 'react'
import type { ProductTypeView } from '../../../domain/admin/product-type-calls.ts'
import { ListState } from '../list-state.tsx'
import { useAdmin } from '../use-admin.ts'
import { hasDraft } from '../use-draft.ts'
import { useStaff } from '../use-staff.ts'
import { DeleteProductType } from './delete-product-type.tsx'
import { draftKey, ProductTypeDialog } from './product-type-dialog.tsx'
import { ProductTypeTable } from './product-type-table.tsx'

type Open = { doing: 'edit'; type: ProductTypeView | null } | { doing: 'delete'; type: ProductTypeView }

/** Spec §2 "Product Types": list with create, edit and delete; their order is changed in the list. */
export default function ProductTypesPage() {
  const staff = useStaff()
  const list = useAdmin('listProductTypes', {})
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const types = list.data?.productTypes ?? []
  return (
    <>
      <div className="adm-bar">
        <div>
          <h1>Product Types</h1>
          {list.data && <p className="quiet">{countOf(types)}</p>}
        </div>
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
      </div>
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
  const all = `${types.length} ${types.length === 1 ? 'type' : 'types'}`
  return hidden === 0 ? all : `${all}, ${hidden} inactive`
}
