import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FigureKind } from '../../../domain/admin/dashboard-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { useStaff } from '../client/use-admin.ts'

type FigureLinkProps = {
  figure: FigureKind
  of?: string
  by?: string
  /** how many there are: none are not opened */
  count: number
  children: ReactNode
}

/** A figure that opens its rows, for whoever may see them. */
export function FigureLink({ figure, of, by, count, children }: FigureLinkProps) {
  const staff = useStaff()
  if (count === 0 || !staff.may('listFigureRows')) return children
  const query = new URLSearchParams({ figure, ...(of ? { of } : {}), ...(by ? { by } : {}) })
  return (
    <Link className="rows-link" to={`/admin/dashboard/rows?${query}`}>
      {children}
    </Link>
  )
}

/** How many rows there are, and the way to them. */
export function Count({ count, ...rows }: Omit<FigureLinkProps, 'children'>) {
  return (
    <FigureLink {...rows} count={count}>
      {formatCount(count)}
    </FigureLink>
  )
}

type Bar = { name: string; number: number; shown: ReactNode; note?: string }

/** Bars with their names and numbers: the list is the table as well. */
export function BarList({ tallies }: { tallies: Bar[] }) {
  const most = Math.max(1, ...tallies.map(({ number }) => number))
  return (
    <ol className="tallies num">
      {tallies.map(({ name, number, shown, note }) => (
        <li key={name}>
          <span>{name}</span>
          <span className="tally-bar" style={{ width: `${(number / most) * 100}%` }} aria-hidden="true" />
          <b>{shown}</b>
          <small>{note}</small>
        </li>
      ))}
    </ol>
  )
}
