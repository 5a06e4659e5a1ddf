import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import { formatCount } from '../../../domain/count.ts'
import { dropName } from '../../../domain/drop.ts'
import { formatCents } from '../../../domain/money.ts'
import { axis, ChartTable, tip } from './chart-table.tsx'
import { Count, FigureLink } from './figure-parts.tsx'

/** Orders of the last 30 days, with gifts apart. */
export function OrdersPanel({ days }: { days: Figures['ordersByDay'] }) {
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  const cents = days.reduce((sum, day) => sum + day.totalCents, 0)
  const data = days.map((day) => ({
    name: shortDay(day.day),
    self: day.orders - day.gifts,
    gifts: day.gifts,
  }))
  return (
    <section className="panel d7" aria-labelledby="orders-title">
      <h2 id="orders-title">Orders in 30 days</h2>
      <p className="quiet num">
        <FigureLink figure="orders" count={orders}>
          {formatCount(orders)} orders
        </FigureLink>
        , {formatCents(cents)}
      </p>
      <p className="key">
        <span>
          <i className="c1" />
          For themselves
        </span>
        <span>
          <i className="c2" />
          Gifts
        </span>
      </p>
      <ChartTable
        caption="Orders by day"
        columns={['Day', 'Orders', 'Gifts', 'Total']}
        rows={days
          .map((day) => ({
            name: formatDay(day.day),
            cells: [
              <Count key="all" figure="orders" of={day.day} count={day.orders} />,
              <Count key="gifts" figure="orders" of={day.day} by="gift" count={day.gifts} />,
              formatCents(day.totalCents),
            ],
          }))
          .reverse()}
      >
        <ResponsiveContainer width="100%" height={220}>
          <BarChart
            accessibilityLayer={false}
            data={data}
            margin={{ top: 8, right: 0, bottom: 0, left: -24 }}
          >
            <CartesianGrid vertical={false} stroke="var(--hair)" />
            <XAxis dataKey="name" {...axis} interval="equidistantPreserveStart" minTickGap={18} />
            <YAxis {...axis} allowDecimals={false} />
            <Tooltip {...tip} />
            <Bar
              dataKey="self"
              name="For themselves"
              stackId="one"
              fill="var(--data-1)"
              isAnimationActive={false}
            />
            <Bar
              dataKey="gifts"
              name="Gifts"
              stackId="one"
              fill="var(--data-2)"
              radius={[3, 3, 0, 0]}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </ChartTable>
    </section>
  )
}

/** "Nov 6" */
function shortDay(day: string): string {
  return `${dropName(day.slice(0, 7)).slice(0, 3)}\u00a0${Number(day.slice(8))}`
}
