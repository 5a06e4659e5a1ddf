import { Link } from 'react-router'
import { useStaff } from '../client/use-admin.ts'
import { ListState } from '../ui/list-state.tsx'
import { BeltFilters, type ShownBelts, useShownBelts } from './belt-filters.tsx'
import './belts.css'
import type { BeltView } from '../../../domain/admin/belt-contracts.ts'
import { genderNames, genders, styleNames, styles } from '../../../domain/belt.ts'
import { Picture } from '../../ui/picture.tsx'
import { CopyBelts } from './copy-belts.tsx'

/** Spec §2 "Styles": three examples exist per style and gender. */
const promised = 3

/** Lists the styles that have fewer belts than the home page promises. */
function MissingExamples({ belts }: { belts: BeltView[] }) {
  const active = belts.filter((belt) => belt.isActive)
  if (active.length === 0) return null
  const missing = genders.flatMap((gender) =>
    styles.flatMap((style) => {
      const count = active.filter((belt) => belt.gender === gender && belt.style === style).length
      return count < promised ? [`${genderNames[gender]}, ${styleNames[style]}: ${count}`] : []
    }),
  )
  if (missing.length === 0) return null
  return (
    <p className="belt-missing">
      <span className="st wn">Fewer than three active examples.</span> {missing.join('. ')}.
    </p>
  )
}

/** The belts of a drop, visible or hidden. */
export default function BeltsPage() {
  const shown = useShownBelts()
  const staff = useStaff()
  const active = shown.all.filter((belt) => belt.isActive).length
  return (
    <>
      <div className="adm-bar">
        <div>
          <h1>Belts</h1>
          <p className="quiet num">
            {shown.list.data ? `${shown.all.length} belts, ${active} active` : '\u00a0'}
          </p>
        </div>
        <div className="adm-tools belt-tools">
          <BeltFilters {...shown} />
          <Link className="btn btn-2" to={`/admin/belts/stock${shown.query}`}>
            Stock
          </Link>
          {staff.may('importBelts') && shown.drop && (
            <Link className="btn btn-2" to={`/admin/belts/import?what=belts&drop=${shown.drop}`}>
              CSV
            </Link>
          )}
          {staff.may('copyBelts') && shown.drop && <CopyBelts drop={shown.drop} />}
          {staff.may('createBelt') && shown.drop && (
            <Link className="btn btn-1" to={`/admin/belts/new?drop=${shown.drop}`}>
              Add belt
            </Link>
          )}
        </div>
      </div>
      <ListState query={shown.list} empty={() => emptySentence(shown)}>
        {({ belts }) => (
          <>
            <MissingExamples belts={belts} />
            <BeltsTable belts={shown.belts} canEdit={staff.may('updateBelt')} />
          </>
        )}
      </ListState>
    </>
  )
}

function emptySentence({ all, belts }: ShownBelts): string | null {
  if (all.length === 0) return 'This drop has no belts yet. Add the first one.'
  return belts.length === 0 ? 'No belts in this drop match. Choose another style.' : null
}

type BeltsTableProps = { belts: BeltView[]; canEdit: boolean }

/** One row per belt, in the order of the home page. */
function BeltsTable({ belts, canEdit }: BeltsTableProps) {
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
