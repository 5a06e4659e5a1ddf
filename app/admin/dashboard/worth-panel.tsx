import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { formatCents } from '../../../domain/money.ts'
import { RowsLink } from './rows-link.tsx'

type Sum = Figures['worth']['cohorts'][number]['plans'][number]

/** Lifetime value: what a member has brought in so far, by the drop of their first box and the plan they began with. */
export function WorthPanel({ worth: { plans, cohorts } }: Pick<Figures, 'worth'>) {
  const all = cohorts.flatMap((cohort) => cohort.plans)
  const rows = [...cohorts, ...(cohorts.length > 1 ? [{ drop: '', plans: all }] : [])]
  return (
    <section className="panel d12" aria-labelledby="worth-title">
      <h2 id="worth-title">Lifetime value</h2>
      <p className="quiet">
        {cohorts.length === 0
          ? 'No one has joined yet.'
          : 'What a member has paid so far on average, before tax and less refunds, by first box and first plan.'}
      </p>
      {cohorts.length > 0 && (
        <div className="t-wrap">
          <table className="grid-t cards-sm figure-cards">
            <thead>
              <tr>
                <th scope="col">First box</th>
                {plans.map(({ planId, name }) => (
                  <th key={planId} scope="col" className="r">
                    {name}
                  </th>
                ))}
                <th scope="col" className="r">
                  All
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((cohort) => (
                <tr key={cohort.drop}>
                  <th scope="row">{cohortName(cohort.drop)}</th>
                  {plans.map(({ planId, name }) => (
                    <td key={planId} data-l={name} className="r">
                      <Worth of={cohort.drop} by={planId} sums={cohort.plans} />
                    </td>
                  ))}
                  <td data-l="All" className="r">
                    <Worth of={cohort.drop} sums={cohort.plans} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Worth({ of, by, sums }: { of: string; by?: string; sums: Sum[] }) {
  const own = sums.filter(({ planId }) => !by || planId === by)
  const members = own.reduce((sum, each) => sum + each.members, 0)
  if (members === 0) return null
  const cents = own.reduce((sum, each) => sum + each.cents, 0)
  return (
    <span>
      <RowsLink figure="worth" of={of} count={members} {...(by ? { by } : {})}>
        {formatCents(Math.round(cents / members))}
      </RowsLink>
      <small>
        {formatCount(members)} {members === 1 ? 'member' : 'members'}
      </small>
    </span>
  )
}

function cohortName(drop: string): string {
  if (drop === '') return 'Everyone'
  return drop.startsWith('<') ? `Before ${dropTitle(drop.slice(1))}` : dropTitle(drop)
}
