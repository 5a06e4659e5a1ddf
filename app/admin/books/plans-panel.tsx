import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { formatCount } from '../../../domain/count.ts'
import { formatCents } from '../../../domain/money.ts'
import { addressOf, useAdmin } from '../client/use-admin.ts'
import { ListState } from '../ui/list-state.tsx'

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
            <section className="t-wrap" aria-label="Revenue by plan">
              <table className="grid-t cards-sm num">
                <thead>
                  <tr>
                    <th scope="col">Plan</th>
                    <th scope="col" className="r">
                      Belts shipped
                    </th>
                    <th scope="col" className="r">
                      Revenue
                    </th>
                    <th scope="col" className="r">
                      Belts owed now
                    </th>
                    <th scope="col" className="r">
                      Deferred now
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {plans.map((plan) => (
                    <tr key={plan.planId}>
                      <td data-l="Plan">
                        <b>{plan.name}</b>
                      </td>
                      <td data-l="Belts shipped" className="r">
                        {formatCount(plan.boxes)}
                      </td>
                      <td data-l="Revenue" className="r">
                        {formatCents(plan.recognizedCents)}
                      </td>
                      <td data-l="Belts owed now" className="r">
                        {formatCount(plan.owed)}
                      </td>
                      <td data-l="Deferred now" className="r">
                        {formatCents(plan.deferredCents)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
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
