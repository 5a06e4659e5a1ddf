import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { funnelStepLabels, lostWhyLabel } from '../../../domain/admin/figure-labels.ts'
import { counted } from '../../../domain/count.ts'
import { addDrops, dropTitle } from '../../../domain/drop.ts'
import { formatCents } from '../../../domain/money.ts'
import { Table } from '../ui/table.tsx'
import { BarList, Count, FigureLink } from './figure-parts.tsx'

/** Retention by cohort: of those whose first box was in a drop, how many had one in each month after. */
export function RetentionPanel({ cohorts }: { cohorts: Figures['cohorts'] }) {
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
                        <FigureLink figure="cohort" of={drop} by={addDrops(drop, month)} count={number}>
                          {Math.round((number / members) * 100)}%
                          <span className="sr">, {number} members</span>
                        </FigureLink>
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

type Cohort = Figures['worth']['cohorts'][number]

/** Lifetime value: what members have paid so far on average, by first drop and first plan. */
export function LifetimeValuePanel({ worth: { plans, cohorts } }: Pick<Figures, 'worth'>) {
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
        <Table
          className="figure-cards"
          rows={rows}
          keyOf={({ drop }) => drop}
          columns={[
            { head: 'First box', isRowHead: true, cell: ({ drop }) => cohortName(drop) },
            ...plans.map(({ planId, name }) => ({
              head: name,
              isFigure: true,
              cell: (cohort: Cohort) => <Worth of={cohort.drop} by={planId} sums={cohort.plans} />,
            })),
            { head: 'All', isFigure: true, cell: ({ drop, plans }) => <Worth of={drop} sums={plans} /> },
          ]}
        />
      )}
    </section>
  )
}

function Worth({ of, by, sums }: { of: string; by?: string; sums: Cohort['plans'] }) {
  const own = sums.filter(({ planId }) => !by || planId === by)
  const members = own.reduce((sum, each) => sum + each.members, 0)
  if (members === 0) return null
  const cents = own.reduce((sum, each) => sum + each.cents, 0)
  return (
    <span>
      <FigureLink figure="worth" of={of} count={members} {...(by ? { by } : {})}>
        {formatCents(Math.round(cents / members))}
      </FigureLink>
      <small>{counted(members, 'member')}</small>
    </span>
  )
}

function cohortName(drop: string): string {
  if (drop === '') return 'Everyone'
  return drop.startsWith('<') ? `Before ${dropTitle(drop.slice(1))}` : dropTitle(drop)
}

/** Why members left: the reason they chose, or what ended the membership. */
export function ChurnPanel({ lost }: Pick<Figures, 'lost'>) {
  const all = lost.reduce((sum, { members }) => sum + members, 0)
  return (
    <section className="panel d5" aria-labelledby="lost-title">
      <h2 id="lost-title">Why they left in 30 days</h2>
      {all === 0 ? (
        <p className="quiet">No one has left in the last 30 days.</p>
      ) : (
        <BarList
          tallies={lost.map(({ why, members }) => ({
            name: lostWhyLabel[why],
            number: members,
            shown: <Count figure="lost" by={why} count={members} />,
            note: `${Math.round((members / all) * 100)}%`,
          }))}
        />
      )}
    </section>
  )
}

/** How far visitors get in the published quiz. */
export function FunnelPanel({ funnel }: Pick<Figures, 'funnel'>) {
  const isEmpty = funnel.every(({ reached }) => reached === 0)
  return (
    <section className="panel d5" aria-labelledby="funnel-title">
      <h2 id="funnel-title">Through the quiz in 30 days</h2>
      {isEmpty ? (
        <p className="quiet">No one has taken this version of the quiz yet.</p>
      ) : (
        <BarList
          tallies={funnel.map(({ step, reached }, index) => {
            const before = funnel[index - 1]?.reached ?? reached
            return {
              name: funnelStepLabels[step - 1] ?? '',
              number: reached,
              shown: <Count figure="funnel" by={String(step)} count={reached} />,
              note: before > 0 ? `${Math.round((reached / before) * 100)}%` : '',
            }
          })}
        />
      )}
    </section>
  )
}

/** The same by the link or site that brought them. */
export function SourcesPanel({ sources }: Pick<Figures, 'sources'>) {
  return (
    <section className="panel d7" aria-labelledby="sources-title">
      <h2 id="sources-title">What brought them</h2>
      <p className="quiet">
        {sources.length === 0
          ? 'No one has taken this version of the quiz yet.'
          : 'The link’s utm tags, or the site it was on. Visitors who opt out aren’t counted.'}
      </p>
      {sources.length > 0 && (
        <Table
          className="figure-cards"
          rows={sources}
          keyOf={({ source }) => source}
          columns={[
            { head: 'Came by', isRowHead: true, cell: ({ source }) => source },
            ...funnelStepLabels.map((head, index) => ({
              head,
              isFigure: true,
              cell: ({ source, reached }: Figures['sources'][number]) => (
                <Count figure="funnel" of={source} by={String(index + 1)} count={reached[index] ?? 0} />
              ),
            })),
          ]}
        />
      )}
    </section>
  )
}
