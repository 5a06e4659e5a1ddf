import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { funnelStepLabels } from '../../../domain/admin/figure-labels.ts'
import { Table } from '../ui/table.tsx'
import { BarList, Count } from './figure-parts.tsx'

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
