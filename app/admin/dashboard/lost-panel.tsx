import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { lostWhyLabel } from '../../../domain/admin/figure-labels.ts'
import { Count } from './rows-link.tsx'
import { Tallies } from './tallies.tsx'

/** Why members left, in their own tap or by what ended it. */
export function LostPanel({ lost }: Pick<Figures, 'lost'>) {
  const all = lost.reduce((sum, { members }) => sum + members, 0)
  return (
    <section className="panel d5" aria-labelledby="lost-title">
      <h2 id="lost-title">Why they left in 30 days</h2>
      {all === 0 ? (
        <p className="quiet">No one has left in the last 30 days.</p>
      ) : (
        <Tallies
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
