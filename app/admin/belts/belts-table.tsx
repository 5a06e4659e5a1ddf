import { Link } from 'react-router'
import type { BeltView } from '../../../domain/admin/belt-calls.ts'
import { genderNames, styleNames } from '../../../domain/belt.ts'
import { Picture } from '../../ui/picture.tsx'

type BeltsTableProps = { belts: BeltView[]; canEdit: boolean }

/** One row a belt, in the order of the home page. */
export function BeltsTable({ belts, canEdit }: BeltsTableProps) {
  return (
    <div className="t-wrap belts-list">
      <table className="grid-t cards-sm">
        <thead>
          <tr>
            <th scope="col">Belt</th>
            <th scope="col">For</th>
            <th scope="col">Material</th>
            <th scope="col">Colors</th>
            <th scope="col" className="r">
              Order
            </th>
            <th scope="col" className="r">
              Stock
            </th>
            <th scope="col">Home page</th>
          </tr>
        </thead>
        <tbody>
          {belts.map((belt) => (
            <Row key={belt.id} belt={belt} canEdit={canEdit} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ belt, canEdit }: { belt: BeltView; canEdit: boolean }) {
  const pieces = belt.stock.reduce((sum, each) => sum + each.stock, 0)
  const out = belt.stock.filter((each) => each.stock === 0).map((each) => each.size)
  return (
    <tr>
      <td className="belt-cell">
        <div className="belt-name">
          <Picture src={belt.imageUrl} alt="" width={48} height={48} sizes="48px" className="belt-thumb" />
          <span>
            {canEdit ? (
              <Link to={`/admin/belts/${belt.id}`}>
                <b>{belt.name}</b>
              </Link>
            ) : (
              <b>{belt.name}</b>
            )}
            <small className="num">{belt.sku}</small>
          </span>
        </div>
      </td>
      <td data-l="For">
        {genderNames[belt.gender]}, {styleNames[belt.style]}
      </td>
      <td data-l="Material">
        <span>
          {belt.material}
          <small className="num">
            {belt.widthMm} mm, {belt.buckle}
          </small>
        </span>
      </td>
      <td data-l="Colors" className="belt-detail">
        {belt.colors.join(', ')}
      </td>
      <td data-l="Order" className="r belt-detail">
        {belt.displayOrder}
      </td>
      <td data-l="Stock" className="r">
        <span>
          {pieces}
          {out.length > 0 && <small>none of {out.join(', ')}</small>}
        </span>
      </td>
      <td data-l="Home page">
        <span className={belt.isActive ? 'st ok' : 'st'}>{belt.isActive ? 'Active' : 'Put away'}</span>
      </td>
    </tr>
  )
}
