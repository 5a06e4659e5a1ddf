import { lazy, Suspense, useState } from 'react'
import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { formatCents } from '../../../domain/money.ts'
import { useAdmin } from '../client/use-admin.ts'
import { Instant, ListState } from '../ui/list-state.tsx'
import { CohortTable } from './cohort-table.tsx'
import './dashboard.css'

const names = ['Who it is for', 'Men or women', 'Styles', 'Size', 'Shipping', 'Plan', 'In the cart']

/** How far visitors go through the published quiz: bars in a list are the table as well. */
function FunnelPanel({ funnel }: { funnel: Figures['funnel'] }) {
  const most = Math.max(1, ...funnel.map(({ reached }) => reached))
  const isEmpty = funnel.every(({ reached }) => reached === 0)
  return (
    <section className="panel d5" aria-labelledby="funnel-title">
      <h2 id="funnel-title">Through the quiz in 30 days</h2>
      {isEmpty ? (
        <p className="quiet">No one has taken this version of the quiz yet.</p>
      ) : (
        <ol className="funnel num">
          {funnel.map(({ step, reached }, index) => {
            const before = funnel[index - 1]?.reached ?? reached
            return (
              <li key={step}>
                <span>{names[index]}</span>
                <span
                  className="funnel-bar"
                  style={{ width: `${(reached / most) * 100}%` }}
                  aria-hidden="true"
                />
                <b>{formatCount(reached)}</b>
                <small>{before > 0 ? `${Math.round((reached / before) * 100)}%` : ''}</small>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}

// The charts' code is the heaviest of the desk: fetched once there are sums to show, and by the server never.
const OrdersPanel = lazy(() => import('./orders-panel.tsx').then((file) => ({ default: file.OrdersPanel })))
const NewsletterPanel = lazy(() =>
  import('./newsletter-panel.tsx').then((file) => ({ default: file.NewsletterPanel })),
)

/** How the club is doing: each chart has its table behind it, each sum is the ledger's. */
export default function DashboardPage() {
  const [isAgain, setAgain] = useState(false)
  const dashboard = useAdmin('readDashboard', isAgain ? { again: '1' } : {})
  const at = dashboard.data?.figures.at
  return (
    <>
      <div className="adm-bar">
        <div>
          <h1>Dashboard</h1>
          <p className="quiet" role="status">
            {at ? (
              <>
                As of <Instant at={at} />. Today’s orders are live.
              </>
            ) : (
              'Refreshing…'
            )}
          </p>
        </div>
        <button
          className="btn btn-2"
          type="button"
          disabled={dashboard.isFetching}
          onClick={() => (isAgain ? void dashboard.refetch() : setAgain(true))}
        >
          Refresh now
        </button>
      </div>
      <ListState query={dashboard} empty={() => null}>
        {({ today, figures }) => (
          <Suspense fallback={null}>
            <div className="dash">
              <section className="panel d12" aria-label="Now">
                <dl className="figs">
                  <Fact
                    name="Orders today"
                    value={formatCount(today.orders)}
                    note={`${formatCents(today.totalCents)}, ${formatCount(today.gifts)} ${today.gifts === 1 ? 'gift' : 'gifts'}`}
                  />
                  <Fact
                    name="Active memberships"
                    value={formatCount(figures.activeMemberships)}
                    note={`${formatCount(figures.renewingMemberships)} renew`}
                  />
                  <Fact name="Monthly recurring" value={formatCents(figures.monthlyRecurringCents)} />
                  <Fact
                    name="Left in 30 days"
                    value={churnLabel(figures.churn)}
                    note={churnNote(figures.churn)}
                  />
                  <Fact
                    name="Owed in boxes"
                    value={formatCents(figures.owed.valueCents)}
                    note={`${formatCount(figures.owed.boxes)} boxes`}
                  />
                  <Fact
                    name="Gifts running"
                    value={formatCount(figures.gifts.running)}
                    note={`${formatCount(figures.gifts.waiting)} not begun, ${formatCount(figures.gifts.ended)} ended`}
                  />
                </dl>
              </section>
              <OrdersPanel days={figures.ordersByDay} />
              <FunnelPanel funnel={figures.funnel} />
              <CohortTable cohorts={figures.cohorts} />
              <NewsletterPanel months={figures.newsletter} />
            </div>
          </Suspense>
        )}
      </ListState>
    </>
  )
}

function Fact({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">
        {value}
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}

function churnLabel({ left, before }: Figures['churn']): string {
  return before === 0 ? '0%' : `${Math.round((left / before) * 1000) / 10}%`
}

function churnNote({ left, before }: Figures['churn']): string {
  return `${formatCount(left)} of ${formatCount(before)}`
}
