import { formatDate } from '../../domain/calendar-date.ts'
import { dropName, dropTitle } from '../../domain/drop.ts'
import { daysOf } from '../../domain/drop-calendar.ts'
import type { BoxView } from '../../domain/membership-view.ts'

/** Which paid boxes still ship, and when; a long row by its ends. */
export function BoxesToCome({ boxes }: { boxes: BoxView[] }) {
  const [first, last] = [boxes[0], boxes.at(-1)]
  if (!first || !last) return null
  if (boxes.length > 3) {
    return (
      <p>
        {boxes.length} belts, one a month: {dropTitle(first.drop)} to {dropTitle(last.drop)}
        {isEachBy5th(boxes) && ', each by the 5th'}. The next ships by {formatDate(first.shipBy)}.
      </p>
    )
  }
  return (
    <ul className="account-list">
      {boxes.map(({ id, drop, shipBy }) => (
        <li key={id}>
          {dropName(drop)}’s belt ships by {formatDate(shipBy)}
        </li>
      ))}
    </ul>
  )
}

function isEachBy5th(boxes: BoxView[]): boolean {
  return boxes.every(({ drop, shipBy }) => shipBy === daysOf({}, drop).shipBy)
}
