import type { Figures } from '../../../domain/admin/dashboard-calls.ts'
import { formatCount } from '../../../domain/count.ts'

const names = ['Who it is for', 'Men or women', 'Styles', 'Size', 'Shipping', 'Plan', 'In the cart']

/** How far visitors go through the published quiz: bars in a list are the table as well. */
export function FunnelPanel({ funnel }: { funnel: Figures['funnel'] }) {
  const most = Math.max(1, ...funnel.map(({ reached }) => reached))
  const isEmpty = funnel.every(({ reached }) => reached === 0)
  return (
    <section className="panel d5" aria-labelledby="funnel-title">
      <h2 id="funnel-title">Through the quiz in 30 days</h2>
      {isEmpty ? (
        <p className="quiet">Nobody has taken this version of the quiz yet.</p>
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
