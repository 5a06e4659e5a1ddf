import { formatDate } from '../../domain/calendar-date.ts'
import { type Drop, dropName, dropTitle, shipBy } from '../../domain/drop.ts'

/** Which paid boxes still ship, and when; a long row by its ends. */
export function BoxesToCome({ drops }: { drops: Drop[] }) {
  const [first, last] = [drops[0], drops.at(-1)]
  if (!first || !last) return null
  if (drops.length > 3) {
    return (
      <p>
        {drops.length} belts, one a month: {dropTitle(first)} to {dropTitle(last)}, each by the 5th. The next
        ships by {formatDate(shipBy(first))}.
      </p>
    )
  }
  return (
    <ul className="account-list">
      {drops.map((drop) => (
        <li key={drop}>
          {dropName(drop)}’s belt ships by {formatDate(shipBy(drop))}
        </li>
      ))}
    </ul>
  )
}
