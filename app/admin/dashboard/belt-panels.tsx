import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { boxMachine } from '../../../domain/box.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { fitLabel, fits, tasteLabel, tastes } from '../../../domain/feedback.ts'
import { Table } from '../ui/table.tsx'
import { Count } from './figure-parts.tsx'

type Belt = Figures['belts'][number]

/** Members' feedback on each belt. */
export function BeltsPanel({ belts }: Pick<Figures, 'belts'>) {
  return (
    <section className="panel d12" aria-labelledby="belts-title">
      <h2 id="belts-title">Fit and love by belt</h2>
      {belts.length === 0 ? (
        <p className="quiet">No one has said anything about a belt yet.</p>
      ) : (
        <Table
          className="figure-cards"
          rows={belts}
          keyOf={({ id }) => id}
          columns={[
            {
              head: 'Belt',
              isRowHead: true,
              cell: ({ name, drop }) => (
                <>
                  {name} {drop && <small>{dropTitle(drop)}</small>}
                </>
              ),
            },
            {
              head: 'Answers',
              isFigure: true,
              cell: ({ id, told }) => <Count figure="belt" of={id} count={told} />,
            },
            ...fits.map((fit) => ({
              head: fitLabel[fit],
              isFigure: true,
              cell: (belt: Belt) => <Said count={belt.fits[fit]} of={belt.id} by={fit} among={belt.fits} />,
            })),
            ...tastes.map((taste) => ({
              head: tasteLabel[taste],
              isFigure: true,
              cell: (belt: Belt) => (
                <Said count={belt.tastes[taste]} of={belt.id} by={taste} among={belt.tastes} />
              ),
            })),
          ]}
        />
      )}
    </section>
  )
}

type SaidProps = { count: number | undefined; of: string; by: string; among: Record<string, number> }

/** The count, and its share of all answers to that question. */
function Said({ count = 0, of, by, among }: SaidProps) {
  const all = Object.values(among).reduce((sum, each) => sum + each, 0)
  return (
    <span>
      <Count figure="belt" of={of} by={by} count={count} />
      {count > 0 && <small>{Math.round((count / all) * 100)}%</small>}
    </span>
  )
}

/** Boxes of the last, current and next month by state. */
export function BoxesPanel({ boxes }: Pick<Figures, 'boxes'>) {
  const states = boxMachine.states.filter((state) => boxes.some((drop) => drop.states[state]))
  return (
    <section className="panel d7" aria-labelledby="boxes-title">
      <h2 id="boxes-title">Boxes by state</h2>
      {states.length === 0 ? (
        <p className="quiet">No boxes are due around this month.</p>
      ) : (
        <div className="t-wrap">
          <table className="grid-t">
            <thead>
              <tr>
                <th scope="col">State</th>
                {boxes.map(({ drop }) => (
                  <th key={drop} scope="col" className="r">
                    {dropTitle(drop)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {states.map((state) => (
                <tr key={state}>
                  <th scope="row">{stateLabel(state)}</th>
                  {boxes.map((drop) => (
                    <td key={drop.drop} className="r">
                      <Count figure="boxes" of={drop.drop} by={state} count={drop.states[state] ?? 0} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const stateLabel = (state: string) => `${state.slice(0, 1).toUpperCase()}${state.slice(1)}`
