import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { formatCount } from '../../../domain/count.ts'
import { formatCents } from '../../../domain/money.ts'
import { addressOf, useAdmin } from '../client/use-admin.ts'
import { ListState } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'

/** Revenue by plan: recognized as belts ship, deferred until then; the totals match two accounts above. */
export function PlansPanel({ period }: { period: { from: CalendarDate; to: CalendarDate } }) {
  const revenue = useAdmin('readRevenueByPlan', period, { keeps: true })
  return (
    <section className="books-payouts" aria-labelledby="by-plan-title">
      <h2 id="by-plan-title">Revenue by plan</h2>
      <p className="quiet">
        Revenue of the period is Belt sales, as belts leave. What’s owed in belts today is Deferred revenue.
      </p>
      <ListState
        keeps
        query={revenue}
        empty={({ plans }) => (plans.length > 0 ? null : 'Nothing has been sold yet.')}
      >
        {({ plans }) => (
          <>
            <Table
              label="Revenue by plan"
              className="num"
              rows={plans}
              keyOf={({ planId }) => planId}
              columns={[
                { head: 'Plan', cell: ({ name }) => <b>{name}</b> },
                { head: 'Belts shipped', isFigure: true, cell: ({ boxes }) => formatCount(boxes) },
                { head: 'Revenue', isFigure: true, cell: (plan) => formatCents(plan.recognizedCents) },
                { head: 'Belts owed now', isFigure: true, cell: ({ owed }) => formatCount(owed) },
                { head: 'Deferred now', isFigure: true, cell: (plan) => formatCents(plan.deferredCents) },
              ]}
            />
            <p>
              <a className="text-btn" href={addressOf('exportRevenueByPlan', period)} download>
                Download CSV
              </a>
            </p>
          </>
        )}
      </ListState>
    </section>
  )
}
