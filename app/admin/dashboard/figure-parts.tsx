import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FigureKind } from '../../../domain/admin/dashboard-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { useStaff } from '../client/use-admin.ts'

type FigureLinkProps = {
  figure: FigureKind
  of?: string
  by?: string
  /** the number of rows; 0 has no link */
  count: number
  children: ReactNode
}

/** A figure that links to its rows, for staff who may see them. */
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

/** A row count that links to the rows. */
export function Count({ count, ...rows }: Omit<FigureLinkProps, 'children'>) {
  return (
    <FigureLink {...rows} count={count}>
      {formatCount(count)}
    </FigureLink>
  )
}

type Bar = { name: string; number: number; shown: ReactNode; note?: string }

/** Labeled bars with numbers: the list doubles as the table. */
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
