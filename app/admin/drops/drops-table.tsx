import { Link } from 'react-router'
import type { DropView } from '../../../domain/admin/drop-contracts.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { formatCount } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'

type DropsTableProps = {
  drops: DropView[]
  canChoose: boolean
  busy: boolean
  onChoose: (drop: string) => void
}

/** The hole that stands for a state, besides its word. */
const marks: Record<DropView['state'], string> = {
  open: 'st',
  curated: 'st half',
  packed: 'st full',
  shipped: 'st ok',
  held: 'st wn',
}

/** One row a drop, newest first. */
export function DropsTable({ drops, canChoose, busy, onChoose }: DropsTableProps) {
  if (drops.length === 0)
    return <p className="panel list-wait">There are no drops yet. Create the next one.</p>
  return (
    <div className="t-wrap drops-list">
      <table className="grid-t cards-sm">
        <thead>
          <tr>
            <th scope="col">Drop</th>
            <th scope="col">Cut-off</th>
            <th scope="col">Ships by</th>
            <th scope="col">State</th>
            <th scope="col" className="r">
              Belts
            </th>
            <th scope="col" className="r">
              Pieces
            </th>
            <th scope="col" className="r">
              Boxes owed
            </th>
            <th scope="col">Home page</th>
          </tr>
        </thead>
        <tbody>
          {drops.map((each) => (
            <tr key={each.drop}>
              <td data-l="Drop">
                <Link to={`/admin/drops/${each.drop}`}>
                  <b>{dropTitle(each.drop)}</b>
                </Link>
              </td>
              <td data-l="Cut-off">{formatDate(each.cutOffDay)}</td>
              <td data-l="Ships by">{formatDate(each.shipBy)}</td>
              <td data-l="State">
                <span className={marks[each.state]}>{each.state}</span>
              </td>
              <td data-l="Belts" className="r">
                <span>
                  {each.belts}
                  {each.activeBelts < each.belts && <small>{each.activeBelts} active</small>}
                </span>
              </td>
              <td data-l="Pieces" className="r">
                {formatCount(each.pieces)}
              </td>
              <td data-l="Boxes owed" className="r">
                {formatCount(each.boxesOwed)}
              </td>
              <td data-l="Home page">
                {each.isCurrent ? (
                  <span className="st ok">Shown</span>
                ) : canChoose && each.activeBelts > 0 ? (
                  <button
                    className="btn btn-2"
                    type="button"
                    disabled={busy}
                    aria-label={`Show ${dropTitle(each.drop)} on the home page`}
                    onClick={() => onChoose(each.drop)}
                  >
                    Show
                  </button>
                ) : (
                  <span className="quiet">{each.activeBelts > 0 ? 'Not shown' : 'No active belts'}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
