import { Link, NavLink, Outlet, useParams } from 'react-router'
import { formatDate } from '../../../domain/calendar-date.ts'
import { counted, formatCount } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { useAdmin } from '../client/use-admin.ts'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import './drop.css'

const steps = [
  { to: '', label: 'Prepare' },
  { to: 'curate', label: 'Curate' },
  { to: 'pack', label: 'Pack' },
  { to: 'ship', label: 'Ship' },
  { to: 'move', label: 'Hold or move' },
]

/** One drop and the steps of its month (club-rules.md "The drop"). */
export default function DropLayout() {
  const drop = useParams().drop ?? ''
  const query = useAdmin('getDrop', { drop })
  return (
    <ListState query={query}>
      {(data) => {
        const { cutOffDay, shipBy, state, boxesOwed } = data.drop
        const left = data.boxes.shipped + data.boxes.delivered
        return (
          <>
            <ScreenHead
              back={<Link to="/admin/drops">Drops</Link>}
              title={dropTitle(drop)}
              note={
                <span className="num">
                  Cut-off {formatDate(cutOffDay)}&nbsp;· ships by {formatDate(shipBy)}&nbsp;·{' '}
                  {counted(boxesOwed + left, 'box', 'boxes')}, {formatCount(left)} shipped
                </span>
              }
            >
              {state === 'held' && <p className="st wn">Held: nothing is packed or shipped</p>}
            </ScreenHead>
            <nav className="tabs is-open drop-steps" aria-label={`Steps of ${dropTitle(drop)}`}>
              {steps.map(({ to, label }) => (
                <NavLink key={to} to={to ? `/admin/drops/${drop}/${to}` : `/admin/drops/${drop}`} end>
                  {label}
                </NavLink>
              ))}
            </nav>
            <Outlet context={data} />
          </>
        )
      }}
    </ListState>
  )
}
