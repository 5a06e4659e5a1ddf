import type { ReactNode } from 'react'

/** The look of every axis. */
export const axis = {
  tickLine: false,
  axisLine: { stroke: 'var(--edge)' },
  tick: { fill: 'var(--ink-2)', fontSize: 12 },
} as const

/** The look of the chart's tooltip. */
export const tip = {
  cursor: { fill: 'var(--well)', opacity: 0.5 },
  contentStyle: {
    background: 'var(--raised)',
    border: '1px solid var(--hair)',
    borderRadius: 'var(--r-paper)',
    color: 'var(--ink)',
  },
  itemStyle: { color: 'var(--ink)' },
} as const

type ChartTableProps = {
  /** describes the numbers for screen readers */
  caption: string
  columns: string[]
  rows: { name: string; cells: ReactNode[] }[]
  /** the chart, which shows the same data as the table */
  children: ReactNode
}

/** A chart with its data table. */
export function ChartTable({ caption, columns, rows, children }: ChartTableProps) {
  return (
    <>
      <div className="chart" aria-hidden="true">
        {children}
      </div>
      <details className="chart-table">
        <summary>The numbers</summary>
        <table className="grid-t">
          <caption className="sr">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={column} scope="col" className={index > 0 ? 'r' : undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]} className="r">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
