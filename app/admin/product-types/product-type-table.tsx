import type { ProductTypeView } from '../../../domain/admin/product-type-calls.ts'
import { MoveHandle } from '../sortable/move-handle.tsx'
import { SortableList } from '../sortable/sortable-list.tsx'
import { useMove } from '../sortable/use-move.ts'
import { useStaff } from '../use-staff.ts'
import './product-types.css'
import { useOrderTypes } from './use-order-types.ts'

type RowActions = {
  onEdit: (type: ProductTypeView) => void
  onDelete: (type: ProductTypeView) => void
}

/** The types in their order. */
export function ProductTypeTable({ types, ...actions }: RowActions & { types: ProductTypeView[] }) {
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
  const { row, handle } = useMove(type.id)
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
