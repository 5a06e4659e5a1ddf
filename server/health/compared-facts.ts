import { formatCount } from '../../domain/count.ts'
import { formatCents } from '../../domain/money.ts'
import { lastComparison } from '../billing/compare-money.ts'
import { differences } from '../billing/differences.ts'
import type { Shop } from '../shop/shop.ts'
import { type HealthLine, line } from './health-line.ts'

/** Milliseconds after which the daily comparison counts as missed. */
const late = 2 * 86_400_000
/** Differences with their own line; the terminal command lists all that are stored. */
const mostShown = 50

/** The last comparison with the provider, and each difference. */
export async function comparedFacts(shop: Shop): Promise<HealthLine[]> {
  const done = await lastComparison(shop)
  if (!done) return []
  const isLate = shop.now().getTime() - Date.parse(done.at) > late
  const wrong = (done.count > 0 || isLate) && 'bad'
  const summary = line(
    'money-compared',
    'Differences between the payment provider and the books',
    done.count,
    wrong,
    {
      advice: isLate
        ? 'The last comparison is more than two days old. The log says why. Run `npm run shop -- money:compare`.'
        : `Each is named below${done.count > mostShown ? ` (the first ${formatCount(mostShown)})` : ''}. Once fixed, it goes with the next comparison, tomorrow or by \`npm run shop -- money:compare\`.`,
    },
  )
  const named = done.found.slice(0, mostShown).map(({ kind, id, cents, orderId, orderNumber }) =>
    line(`${kind}-${id}`, differences[kind].label, `${formatCents(cents)}, ${id}`, 'bad', {
      advice: differences[kind].mend,
      ...(orderId && { link: { label: `Order ${orderNumber}`, to: `/admin/orders/${orderId}` } }),
    }),
  )
  return [summary, ...named]
}
