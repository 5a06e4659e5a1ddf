import type { ReactNode } from 'react'
import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { formatCount } from '../../../domain/count.ts'
import { dropName, dropTitle } from '../../../domain/drop.ts'
import { formatCents } from '../../../domain/money.ts'
import { Count, FigureLink } from './figure-parts.tsx'

/** Orders of the last 30 days, with gifts apart. */
export function OrdersPanel({ days }: { days: Figures['ordersByDay'] }) {
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  const cents = days.reduce((sum, day) => sum + day.totalCents, 0)
  return (
    <section className="panel d7" aria-labelledby="orders-title">
      <h2 id="orders-title">Orders in 30 days</h2>
      <p className="quiet num">
        <FigureLink figure="orders" count={orders}>
          {formatCount(orders)} orders
        </FigureLink>
        , {formatCents(cents)}
      </p>
      <BarChart
        isStacked
        series={[
          { name: 'For themselves', color: 'c1' },
          { name: 'Gifts', color: 'c2' },
        ]}
        bars={days.map(({ day, orders, gifts }) => ({
          name: shortDay(day),
          counts: [orders - gifts, gifts],
        }))}
      />
      <ChartTable
        caption="Orders by day"
        columns={['Day', 'Orders', 'Gifts', 'Total']}
        rows={days
          .map((day) => ({
            name: formatDate(day.day),
            cells: [
              <Count key="all" figure="orders" of={day.day} count={day.orders} />,
              <Count key="gifts" figure="orders" of={day.day} by="gift" count={day.gifts} />,
              formatCents(day.totalCents),
            ],
          }))
          .reverse()}
      />
    </section>
  )
}

/** "Nov 6" */
function shortDay(day: string): string {
  return `${dropName(day.slice(0, 7)).slice(0, 3)}\u00a0${Number(day.slice(8))}`
}

/** Newsletter sign-ups and unsubscribes by month. */
export function NewsletterPanel({ months }: { months: Figures['newsletter'] }) {
  return (
    <section className="panel d7" aria-labelledby="newsletter-title">
      <h2 id="newsletter-title">Newsletter</h2>
      <BarChart
        series={[
          { name: 'Joined', color: 'c1' },
          { name: 'Left', color: 'c3' },
        ]}
        bars={months.map(({ month, joined, left }) => ({
          name: dropName(month).slice(0, 3),
          counts: [joined, left],
        }))}
      />
      <ChartTable
        caption="Newsletter by month"
        columns={['Month', 'Joined', 'Left']}
        rows={months
          .map(({ month, joined, left }) => ({
            name: dropTitle(month),
            cells: [
              <Count key="joined" figure="newsletter" of={month} by="joined" count={joined} />,
              <Count key="left" figure="newsletter" of={month} by="left" count={left} />,
            ],
          }))
          .reverse()}
      />
    </section>
  )
}

type BarChartProps = {
  /** what each count of a bar means */
  series: { name: string; color: 'c1' | 'c2' | 'c3' }[]
  bars: { name: string; counts: number[] }[]
  /** the counts of a bar add up, and stand on one another */
  isStacked?: boolean
}

/** Bars over time, hidden from screen readers: its `ChartTable` says the same. */
function BarChart({ series, bars, isStacked = false }: BarChartProps) {
  const highest = bars.map(({ counts }) =>
    isStacked ? counts.reduce((sum, each) => sum + each, 0) : Math.max(...counts),
  )
  const top = topOfScale(Math.max(0, ...highest))
  return (
    <div aria-hidden="true">
      <p className="key">
        {series.map(({ name, color }) => (
          <span key={name}>
            <i className={color} />
            {name}
          </span>
        ))}
      </p>
      <div className={isStacked ? 'chart chart-stacked' : 'chart'}>
        <ol className="chart-scale num">
          {[top, top / 2, 0].map((each) => (
            <li key={each}>{formatCount(each)}</li>
          ))}
        </ol>
        <ol className="chart-bars">
          {bars.map(({ name, counts }) => (
            <li key={name}>
              {counts.map((count, index) =>
                isStacked && count === 0 ? null : (
                  <i
                    key={series[index]!.name}
                    className={series[index]!.color}
                    style={{ height: `${(count / top) * 100}%` }}
                  />
                ),
              )}
              <small>{name}</small>
              <span className="chart-tip">
                <b>{name}</b>
                {counts.map((count, index) => (
                  <span key={series[index]!.name}>
                    {series[index]!.name} {formatCount(count)}
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

/** An even number with one digit that counts, at least as high as the highest bar: half of it is a whole number, too. */
function topOfScale(highest: number): number {
  const unit = highest < 10 ? 2 : 10 ** Math.floor(Math.log10(highest))
  return Math.max(2, Math.ceil(highest / unit) * unit)
}

type ChartTableProps = {
  /** describes the numbers for screen readers */
  caption: string
  columns: string[]
  rows: { name: string; cells: ReactNode[] }[]
}

/** The numbers of a chart. */
function ChartTable({ caption, columns, rows }: ChartTableProps) {
  return (
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
  )
}
