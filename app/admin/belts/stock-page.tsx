import { Link } from 'react-router'
import { genders } from '../../../domain/belt.ts'
import { formatCount } from '../../../domain/count.ts'
import { ListState } from '../list-state.tsx'
import { useStaff } from '../use-staff.ts'
import { BeltFilters } from './belt-filters.tsx'
import './belts.css'
import { StockTable } from './stock-table.tsx'
import { useShownBelts } from './use-shown-belts.ts'

/** Pieces of every belt and size of a drop, to be typed down like a list. */
export default function StockPage() {
  const shown = useShownBelts()
  const staff = useStaff()
  const pieces = shown.belts.flatMap((belt) => belt.stock).reduce((sum, each) => sum + each.stock, 0)
  return (
    <>
      <div className="adm-bar">
        <div>
          <h1>Stock</h1>
          <p className="quiet num">{shown.list.data ? `${formatCount(pieces)} pieces` : '\u00a0'}</p>
        </div>
        <div className="adm-tools belt-tools">
          <BeltFilters {...shown} />
          <Link className="btn btn-2" to={`/admin/belts${shown.query}`}>
            Belts
          </Link>
        </div>
      </div>
      <ListState
        query={shown.list}
        empty={() => (shown.belts.length === 0 ? 'There are no belts to count here.' : null)}
      >
        {() =>
          genders.map((gender) => {
            const belts = shown.belts.filter((belt) => belt.gender === gender)
            return (
              belts.length > 0 && (
                <StockTable key={gender} gender={gender} belts={belts} canEdit={staff.may('setStock')} />
              )
            )
          })
        }
      </ListState>
    </>
  )
}
