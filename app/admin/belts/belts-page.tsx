import { Link } from 'react-router'
import { ListState } from '../list-state.tsx'
import { useStaff } from '../use-staff.ts'
import { BeltFilters } from './belt-filters.tsx'
import './belts.css'
import { BeltsTable } from './belts-table.tsx'
import { MissingExamples } from './missing-examples.tsx'
import { type ShownBelts, useShownBelts } from './use-shown-belts.ts'

/** The belts of a drop, shown or put away. */
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
  return belts.length === 0 ? 'No belt of this drop is like that. Choose another style.' : null
}
