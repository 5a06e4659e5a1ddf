import { Link } from 'react-router'
import { formatDay } from '../../domain/calendar-date.ts'
import { dropTitle, publicName } from '../../domain/drop.ts'
import { allocateDrops, daysOf } from '../../domain/drop-calendar.ts'
import { BeltShot, lookAt } from '../belts/belt-shot.tsx'
import { pageOf } from '../shop/context.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import type { Route } from './+types/drops-page'
import '../belts/belt-links.css'
import './drops-page.css'

export async function loader({ context }: Route.LoaderArgs) {
  return { drops: await pageOf(context).drops() }
}

/** The most belts shown in a drop's row. */
const mostShown = 3

/** The next drop, not revealed yet, and every earlier one, newest first. */
export default function DropsPage({ loaderData }: Route.ComponentProps) {
  const { calendar } = useShop()
  const today = useToday()
  const next = allocateDrops(calendar, today, 1).drops[0]!
  return (
    <div className="wrap page">
      <div className="belts-head">
        <h1>Drops</h1>
        <p className="lead">One new collection a month. Here’s what’s next and what’s been.</p>
      </div>
      <ol className="drop-list" reversed>
        {loaderData.drops.every(({ drop }) => drop !== next) && (
          <li>
            <Link to={`/drops/${next}`}>
              <b>{dropTitle(next)}</b>
              <span className="quiet">
                Still under wraps. Join by {formatDay(daysOf(calendar, next).cutOffDay, today)} to get a belt
                from it.
              </span>
            </Link>
          </li>
        )}
        {loaderData.drops.map(({ drop, isCurrent, belts }) => (
          <li key={drop}>
            <Link to={`/drops/${drop}`}>
              <b>{publicName({ drop, isCurrent }, today).title}</b>
              <span className="quiet">
                {isCurrent && 'Out now. '}
                {belts.length === 1 ? 'One belt.' : `${belts.length} belts.`}
              </span>
              <span className="drop-shots" aria-hidden="true">
                {belts.slice(0, mostShown).map((belt, place) => (
                  <span key={belt.id} className="belt-shot daylit">
                    <BeltShot belt={belt} look={lookAt(place)} sizes="7rem" />
                  </span>
                ))}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </div>
  )
}
