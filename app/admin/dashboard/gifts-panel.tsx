import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { Count } from './rows-link.tsx'

const stages = [
  ['waiting', 'Not begun'],
  ['running', 'Running'],
  ['ended', 'Ended'],
] as const

/** How far gifts are. */
export function GiftsPanel({ gifts }: Pick<Figures, 'gifts'>) {
  return (
    <section className="panel d5" aria-labelledby="gifts-title">
      <h2 id="gifts-title">Gifts</h2>
      <dl className="kv is-list num figure-list">
        {stages.map(([stage, label]) => (
          <div key={stage}>
            <dt>{label}</dt>
            <dd>
              <Count figure="gifts" of={stage} count={gifts[stage]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
