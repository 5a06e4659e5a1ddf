import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { dropName, dropTitle } from '../../../domain/drop.ts'
import { axis, ChartTable, tip } from './chart-table.tsx'
import { Count } from './figure-parts.tsx'

/** Newsletter sign-ups and unsubscribes by month. */
export function NewsletterPanel({ months }: { months: Figures['newsletter'] }) {
  const data = months.map(({ month, joined, left }) => ({ name: dropName(month).slice(0, 3), joined, left }))
  return (
    <section className="panel d7" aria-labelledby="newsletter-title">
      <h2 id="newsletter-title">Newsletter</h2>
      <p className="key">
        <span>
          <i className="c1" />
          Joined
        </span>
        <span>
          <i className="c3" />
          Left
        </span>
      </p>
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
      >
        <ResponsiveContainer width="100%" height={180}>
          <BarChart
            accessibilityLayer={false}
            data={data}
            margin={{ top: 8, right: 0, bottom: 0, left: -24 }}
          >
            <CartesianGrid vertical={false} stroke="var(--hair)" />
            <XAxis dataKey="name" {...axis} interval="equidistantPreserveStart" minTickGap={12} />
            <YAxis {...axis} allowDecimals={false} />
            <Tooltip {...tip} />
            <Bar
              dataKey="joined"
              name="Joined"
              fill="var(--data-1)"
              radius={[3, 3, 0, 0]}
              isAnimationActive={false}
            />
            <Bar
              dataKey="left"
              name="Left"
              fill="var(--data-3)"
              radius={[3, 3, 0, 0]}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </ChartTable>
    </section>
  )
}
