import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { addDrops, dropTitle } from '../../../domain/drop.ts'
import { Count, RowsLink } from './rows-link.tsx'

/** Retention by cohort: of those whose first box was in a drop, how many had one in each month after. */
export function CohortTable({ cohorts }: { cohorts: Figures['cohorts'] }) {
  const longest = Math.max(0, ...cohorts.map(({ kept }) => kept.length))
  const months = Array.from({ length: longest }, (_, month) => month)
  return (
    <section className="panel d12" aria-labelledby="cohorts-title">
      <h2 id="cohorts-title">Who stays</h2>
      <p className="quiet">
        {cohorts.length === 0
          ? 'The first boxes are still to come.'
          : 'Of members whose first box was in a drop, the share who got a box in each month after. A skip is a gap, gifts are left out, and a month stays blank until all its renewals are due.'}
      </p>
      {cohorts.length > 0 && (
        <section className="t-wrap" aria-label="Retention by first drop">
          <table className="grid-t cohorts">
            <thead>
              <tr>
                <th scope="col">First drop</th>
                <th scope="col" className="r">
                  Members
                </th>
                {months.map((month) => (
                  <th key={month} scope="col" className="r">
                    {month + 1}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cohorts.map(({ drop, members, kept }) => (
                <tr key={drop}>
                  <th scope="row">{dropTitle(drop)}</th>
                  <td className="r">
                    <Count figure="cohort" of={drop} by={drop} count={members} />
                  </td>
                  {months.slice(0, kept.length).map((month) => {
                    const number = kept[month] ?? null
                    if (number === null)
                      return (
                        <td key={month} className="r">
                          <span className="sr">Not due yet</span>
                        </td>
                      )
                    return (
                      <td
                        key={month}
                        className="r"
                        style={{
                          background: `color-mix(in oklab, var(--data-2) ${Math.round((number / members) * 45)}%, transparent)`,
                        }}
                      >
                        <RowsLink figure="cohort" of={drop} by={addDrops(drop, month)} count={number}>
                          {Math.round((number / members) * 100)}%
                          <span className="sr">, {number} members</span>
                        </RowsLink>
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
