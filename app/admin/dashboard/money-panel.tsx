import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { formatCents } from '../../../domain/money.ts'
import { RowsLink } from './rows-link.tsx'

type MoneyPanelProps = Pick<Figures, 'recognised' | 'owed' | 'due'>

/** Revenue as belts leave, what is still owed in belts, and what the next charges bring: as the books have it. */
export function MoneyPanel({ recognised, owed, due }: MoneyPanelProps) {
  return (
    <section className="panel d5" aria-labelledby="money-title">
      <h2 id="money-title">Revenue</h2>
      <p className="quiet">Recognized when a belt ships, deferred until then. Before tax.</p>
      <dl className="kv is-list num figure-list">
        {recognised.map(({ month, boxes, cents }) => (
          <div key={month}>
            <dt>
              Recognized in {dropTitle(month)} <small>{belts(boxes)}</small>
            </dt>
            <dd>
              <RowsLink figure="recognised" of={month} count={boxes}>
                {formatCents(cents)}
              </RowsLink>
            </dd>
          </div>
        ))}
        <div>
          <dt>
            Deferred <small>{belts(owed.boxes)} paid for, not shipped</small>
          </dt>
          <dd>
            <RowsLink figure="owed" count={owed.boxes}>
              {formatCents(owed.valueCents)}
            </RowsLink>
          </dd>
        </div>
        <div>
          <dt>
            Renewals in 30 days <small>{formatCents(due.creditCents)} of it from store credit</small>
          </dt>
          <dd>
            <RowsLink figure="due" count={due.charges}>
              {formatCents(due.amountCents)}
            </RowsLink>
          </dd>
        </div>
      </dl>
    </section>
  )
}

const belts = (count: number) => `${formatCount(count)} ${count === 1 ? 'belt' : 'belts'}`
