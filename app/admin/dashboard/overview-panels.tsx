import type { ReactNode } from 'react'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { counted, formatCount } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { formatCents } from '../../../domain/money.ts'
import { useShop } from '../../shop/use-shop.ts'
import { Count, FigureLink } from './figure-parts.tsx'

type OverviewPanelProps = { today: AdminReply<'readDashboard'>['today']; figures: Figures }

/** Six key figures: today's orders, members, monthly recurring revenue, joined, lost, and cash expected. */
export function OverviewPanel({ today, figures }: OverviewPanelProps) {
  const shop = useShop()
  const { joined, churn, lost, due } = figures
  const lostInAll = lost.reduce((sum, { members }) => sum + members, 0)
  return (
    <section className="panel d12" aria-label="Now">
      <dl className="figs">
        <Fact
          name="Orders today"
          value={<Count figure="orders" of={shop.today} count={today.orders} />}
          note={`${formatCents(today.totalCents)}, ${counted(today.gifts, 'gift')}`}
        />
        <Fact
          name="Active memberships"
          value={<Count figure="running" count={figures.activeMemberships} />}
          note={`${formatCount(figures.renewingMemberships)} renew`}
        />
        <Fact
          name="Monthly recurring"
          value={
            <FigureLink figure="renewing" count={figures.renewingMemberships}>
              {formatCents(figures.monthlyRecurringCents)}
            </FigureLink>
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
            <FigureLink figure="due" count={due.charges}>
              {formatCents(due.amountCents - due.creditCents)}
            </FigureLink>
          }
          note={`${counted(due.charges, 'renewal')}, before tax`}
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

/** "2.5% of 412 before": of the renewing members 30 days ago. */
function churnNote({ left, before }: Figures['churn']): string {
  return before === 0 ? '' : `${Math.round((left / before) * 1000) / 10}% of ${formatCount(before)} before`
}

type RevenuePanelProps = Pick<Figures, 'recognized' | 'owed' | 'due'>

/** Recognized and deferred revenue and the next charges, as in the books. */
export function RevenuePanel({ recognized, owed, due }: RevenuePanelProps) {
  return (
    <section className="panel d5" aria-labelledby="money-title">
      <h2 id="money-title">Revenue</h2>
      <p className="quiet">Recognized when a belt ships, deferred until then. Before tax.</p>
      <dl className="kv is-list num figure-list">
        {recognized.map(({ month, boxes, cents }) => (
          <div key={month}>
            <dt>
              Recognized in {dropTitle(month)} <small>{counted(boxes, 'belt')}</small>
            </dt>
            <dd>
              <FigureLink figure="recognized" of={month} count={boxes}>
                {formatCents(cents)}
              </FigureLink>
            </dd>
          </div>
        ))}
        <div>
          <dt>
            Deferred <small>{counted(owed.boxes, 'belt')} paid for, not shipped</small>
          </dt>
          <dd>
            <FigureLink figure="owed" count={owed.boxes}>
              {formatCents(owed.valueCents)}
            </FigureLink>
          </dd>
        </div>
        <div>
          <dt>
            Renewals in 30 days <small>{formatCents(due.creditCents)} of it from store credit</small>
          </dt>
          <dd>
            <FigureLink figure="due" count={due.charges}>
              {formatCents(due.amountCents)}
            </FigureLink>
          </dd>
        </div>
      </dl>
    </section>
  )
}

const stages = [
  ['waiting', 'Not begun'],
  ['running', 'Running'],
  ['ended', 'Ended'],
] as const

/** Gifts by stage. */
export function GiftsPanel({ gifts }: Pick<Figures, 'gifts'>) {
  return (
    <section className="panel d5" aria-labelledby="gifts-title">
      <h2 id="gifts-title">Gifts</h2>
      <dl className="kv is-list num figure-list">
        {stages.map(([stage, label]) => (
          <div key={stage}>
            <dt>{label}</dt>
            <dd>
              <Count figure="gifts" of={stage} count={gifts[stage]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
