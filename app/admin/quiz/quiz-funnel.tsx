import type { VersionView } from '../../../domain/admin/quiz-calls.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { formatCount } from '../../../domain/count.ts'
import { ListState } from '../list-state.tsx'
import { useAdmin } from '../use-admin.ts'

const names = ['Who it is for', 'Men or women', 'Styles', 'Size', 'Shipping', 'Plan', 'In the cart']

/** How far visitors came in this version: counts alone, no person. */
export function QuizFunnel({ version }: { version: VersionView }) {
  const funnel = useAdmin('readQuizFunnel', { version: version.number })
  return (
    <section className="panel" aria-labelledby="funnel-title">
      <h2 id="funnel-title">How far visitors come</h2>
      <ListState
        query={funnel}
        empty={({ from }) => (from === null ? 'Nobody has answered this version yet.' : null)}
      >
        {({ from, to, steps }) => {
          const totals = steps.map(({ myself, gift, unknown }) => myself + gift + unknown)
          const most = Math.max(1, totals[0] ?? 0)
          return (
            <table className="funnel">
              <caption className="quiet">
                {formatDate(from ?? '')} to {formatDate(to ?? '')}
              </caption>
              <thead>
                <tr>
                  <th scope="col">Step</th>
                  <th scope="col">Reached</th>
                  <th scope="col">Gifts</th>
                  <th scope="col">Of all</th>
                </tr>
              </thead>
              <tbody>
                {steps.map(({ step, gift }, index) => (
                  <tr key={step}>
                    <th scope="row">{names[index]}</th>
                    <td>{formatCount(totals[index]!)}</td>
                    <td>{formatCount(gift)}</td>
                    <td>
                      <span
                        className="funnel-bar"
                        style={{ width: `${Math.min(1, totals[index]! / most) * 3}rem` }}
                      />
                      {Math.round((totals[index]! / most) * 100)}%
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }}
      </ListState>
    </section>
  )
}
