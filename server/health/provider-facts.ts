import { sql } from 'drizzle-orm'
import { countsOf } from '../../db/database.ts'
import { wordsOf } from '../../db/schema/columns.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { askingStatuses, undecidedStatuses } from '../../domain/dispute.ts'
import { formatCents } from '../../domain/money.ts'
import { openStrays } from '../books/stray-movements.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type HealthLine, line } from './health-line.ts'

/** Milliseconds before a bank's deadline from which an unanswered dispute counts as wrong. */
const soon = 3 * 86_400_000
/** Movements with their own line. */
const mostShown = 20

/** Disputes that wait for an answer, and movements of the provider's balance that nothing explains, by name. */
export async function providerFacts(shop: Shop): Promise<HealthLine[]> {
  const until = new Date(shop.now().getTime() + soon).toISOString()
  const asks = sql`d.status in ${wordsOf(askingStatuses)}`
  const found = await countsOf(shop.db, {
    open: sql`select count(*) from disputes d where d.status in ${wordsOf(undecidedStatuses)}`,
    asking: sql`select count(*) from disputes d where ${asks}`,
    urgent: sql`select count(*) from disputes d where ${asks} and d.due_by < ${until}::timestamptz`,
  })
  const strays = await openStrays(shop)
  const sum = strays.reduce((total, { amountCents }) => total + amountCents, 0)
  return [
    line(
      'disputes-asking',
      'Disputes that wait for our answer, and open ones',
      `${found.asking} of ${found.open}`,
      found.urgent > 0 ? 'bad' : found.asking > 0 && 'watch',
      {
        advice: 'Answer each before its deadline, or the bank decides for the buyer.',
        link: { label: 'Disputes', to: '/admin/disputes' },
      },
    ),
    line(
      'movements-unexplained',
      'Money at the payment provider that nothing here explains',
      strays.length > 0 ? `${formatCents(sum)} in ${strays.length}` : 0,
      strays.length > 0 && 'bad',
      {
        advice: 'Each is named below, and stands in account 9000 of the books until you say what it is.',
        link: { label: 'Books', to: '/admin/books' },
      },
    ),
    ...strays.slice(0, mostShown).map(({ id, amountCents, at, sourceId }) =>
      line(
        `stray-${id}`,
        'Unexplained movement',
        `${formatCents(amountCents)} on ${formatDay(shopDay(shop, at), shopDay(shop))}, ${sourceId ?? id}`,
        'bad',
        {
          advice: 'Say on the Books page whether it’s an order, store credit, or something else.',
          link: { label: 'Books', to: '/admin/books' },
        },
      ),
    ),
  ]
}
