import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { boxMachine } from '../../../domain/box.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { Count } from './rows-link.tsx'

/** Where the boxes of last month, this one and the next are. */
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
