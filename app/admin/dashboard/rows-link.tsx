import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FigureKind } from '../../../domain/admin/dashboard-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { useStaff } from '../client/use-admin.ts'

type RowsLinkProps = {
  figure: FigureKind
  of?: string
  by?: string
  /** how many there are: none are not opened */
  count: number
  children: ReactNode
}

/** A figure that opens its rows, for whoever may see them. */
export function RowsLink({ figure, of, by, count, children }: RowsLinkProps) {
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
export function Count({ count, ...rows }: Omit<RowsLinkProps, 'children'>) {
  return (
    <RowsLink {...rows} count={count}>
      {formatCount(count)}
    </RowsLink>
  )
}
