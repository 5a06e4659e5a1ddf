import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FigureKind } from '../../../domain/admin/dashboard-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { useStaff } from '../client/use-admin.ts'

type RowsLinkProps = { figure: FigureKind; of?: string; by?: string; children: ReactNode }

/** A figure that opens its rows, for whoever may see them. */
export function RowsLink({ figure, of, by, children }: RowsLinkProps) {
  const staff = useStaff()
  if (!staff.may('listFigureRows')) return children
  const query = new URLSearchParams({ figure, ...(of ? { of } : {}), ...(by ? { by } : {}) })
  return (
    <Link className="rows-link" to={`/admin/dashboard/rows?${query}`}>
      {children}
    </Link>
  )
}

/** A number of rows, which is no link where there are none. */
export function Count({ count, ...rows }: Omit<RowsLinkProps, 'children'> & { count: number }) {
  if (count === 0) return '0'
  return <RowsLink {...rows}>{formatCount(count)}</RowsLink>
}
