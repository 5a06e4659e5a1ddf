import { Link } from 'react-router'
import type { DropBelt } from '../../../domain/admin/drop-calls.ts'
import { type Style, styleNames } from '../../../domain/belt.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { useStaff } from '../use-staff.ts'
import { DropDays } from './drop-days.tsx'
import { useDrop } from './use-drop.ts'

/** Step 1: the days of a drop, its belts, and how many pieces there are of each size. */
export default function PreparePage() {
  const { drop, belts } = useDrop()
  const staff = useStaff()
  return (
    <div className="drop-step">
      <DropDays key={`${drop.cutOffDay} ${drop.shipBy}`} drop={drop} canEdit={staff.may('updateDrop')} />
      <section aria-labelledby="drop-belts">
        <div className="drop-head">
          <h2 id="drop-belts">Belts of {dropTitle(drop.drop)}</h2>
          <div className="adm-tools">
            {staff.may('setStock') && (
              <Link className="btn btn-2" to={`/admin/belts/stock?drop=${drop.drop}`}>
                Set stock
              </Link>
            )}
            {staff.may('createBelt') && (
              <Link className="btn btn-2" to="/admin/belts/new">
                Add a belt
              </Link>
            )}
          </div>
        </div>
        {belts.length === 0 ? (
          <p className="panel list-wait">
            No belt was made for this drop yet. Its boxes can get what is left of earlier drops.
          </p>
        ) : (
          <BeltTable belts={belts} />
        )}
      </section>
    </div>
  )
}

function BeltTable({ belts }: { belts: DropBelt[] }) {
  const sizes = [...new Set(belts.flatMap((belt) => belt.sizes.map(({ size }) => size)))].sort()
  return (
    <div className="t-wrap">
      <table className="grid-t drop-belts">
        <thead>
          <tr>
            <th scope="col">Belt</th>
            {sizes.map((size) => (
              <th key={size} scope="col" className="r">
                {size}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {belts.map((belt) => (
            <tr key={belt.id}>
              <th scope="row">
                <Link to={`/admin/belts/${belt.id}`}>{belt.name}</Link>
                <small>
                  {styleNames[belt.style as Style]} · {belt.gender === 'male' ? 'men' : 'women'}
                  {belt.isActive ? '' : ' · hidden'}
                </small>
              </th>
              {sizes.map((size) => {
                const place = belt.sizes.find((each) => each.size === size)
                return (
                  <td key={size} className="r" data-l={size}>
                    {place && (
                      <span className={place.wanted > place.stock ? 'is-short' : ''}>
                        {place.stock}
                        {place.wanted > 0 && <small>{place.wanted} proposed</small>}
                      </span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
