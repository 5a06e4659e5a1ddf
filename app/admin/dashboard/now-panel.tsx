import type { ReactNode } from 'react'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { formatCents } from '../../../domain/money.ts'
import { useShop } from '../../shop/use-shop.ts'
import { Count, RowsLink } from './rows-link.tsx'

type NowPanelProps = { today: AdminReply<'readDashboard'>['today']; figures: Figures }

/** Six figures: today’s orders, who is in the club, what it earns a month, who came and left, and the money to come. */
export function NowPanel({ today, figures }: NowPanelProps) {
  const shop = useShop()
  const { joined, churn, lost, due } = figures
  const lostInAll = lost.reduce((sum, { members }) => sum + members, 0)
  return (
    <section className="panel d12" aria-label="Now">
      <dl className="figs">
        <Fact
          name="Orders today"
          value={<Count figure="orders" of={shop.today} count={today.orders} />}
          note={`${formatCents(today.totalCents)}, ${formatCount(today.gifts)} ${today.gifts === 1 ? 'gift' : 'gifts'}`}
        />
        <Fact
          name="Active memberships"
          value={<Count figure="running" count={figures.activeMemberships} />}
          note={`${formatCount(figures.renewingMemberships)} renew`}
        />
        <Fact
          name="Monthly recurring"
          value={
            <RowsLink figure="renewing" count={figures.renewingMemberships}>
              {formatCents(figures.monthlyRecurringCents)}
            </RowsLink>
          }
          note="what renewals bring a month"
        />
        <Fact
          name="New in 30 days"
          value={<Count figure="joined" count={joined.self + joined.gift} />}
          note={`${formatCount(joined.gift)} of them gifts`}
        />
        <Fact
          name="Lost in 30 days"
          value={<Count figure="lost" count={lostInAll} />}
          note={churnNote(churn)}
        />
        <Fact
          name="Cash in 30 days"
          value={
            <RowsLink figure="due" count={due.charges}>
              {formatCents(due.amountCents - due.creditCents)}
            </RowsLink>
          }
          note={`${formatCount(due.charges)} ${due.charges === 1 ? 'renewal' : 'renewals'}, before tax`}
        />
      </dl>
    </section>
  )
}

function Fact({ name, value, note }: { name: string; value: ReactNode; note: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">
        {value}
        <small>{note}</small>
      </dd>
    </div>
  )
}

/** "2.5% of 412 before": of those who were here when the 30 days began, and renewed or could. */
function churnNote({ left, before }: Figures['churn']): string {
  return before === 0 ? '' : `${Math.round((left / before) * 1000) / 10}% of ${formatCount(before)} before`
}
