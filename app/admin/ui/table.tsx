import type { Key, ReactNode } from 'react'

type Column<Row> = {
  head: string
  /** the head is for screen readers only: the buttons below it say what they do */
  isHeadHidden?: boolean
  /** names each cell on a phone, where there are no heads; absent: the head */
  label?: string
  /** aligned to the right */
  isFigure?: boolean
  /** its cells are the heads of their rows */
  isRowHead?: boolean
  className?: string
  cell: (row: Row) => ReactNode
}

type TableProps<Row> = {
  label?: string
  className?: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => Key
  foot?: ReactNode
}

/** Rows as a table, or as cards on a phone. */
export function Table<Row>({ label, className = '', columns, rows, keyOf, foot }: TableProps<Row>) {
  return (
    <section className="t-wrap" aria-label={label}>
      <table className={`grid-t cards-sm ${className}`}>
        <thead>
          <tr>
            {columns.map(({ head, isFigure, isHeadHidden }) => (
              <th key={head} scope="col" className={isFigure ? 'r' : undefined}>
                {isHeadHidden ? <span className="sr">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)}>
              {columns.map((column) => (
                <Cell key={column.head} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </section>
  )
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const { head, label = head, isHeadHidden, isRowHead, isFigure, className } = column
  if (isRowHead) return <th scope="row">{children}</th>
  const look = [isFigure && 'r', className].filter(Boolean).join(' ')
  return (
    <td data-l={isHeadHidden || !label ? undefined : label} className={look || undefined}>
      {children}
    </td>
  )
}
