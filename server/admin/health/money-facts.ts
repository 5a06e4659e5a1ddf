import { sql } from 'drizzle-orm'
import { countsOf } from '../../../db/rows.ts'
import { formatCount } from '../../../domain/count.ts'
import type { Shop } from '../../shop/shop.ts'
import { shopCounts } from '../../telemetry/shop-counts.ts'
import { type HealthLine, line } from './health-line.ts'

/** Payments against orders, and renewals that were expected against those that were seen. */
export async function moneyFacts(shop: Shop): Promise<HealthLine[]> {
  const counts = shopCounts(shop)
  const lately = new Date(shop.now().getTime() - 3 * 86_400_000).toISOString()
  const found = await countsOf(shop.db, {
    unmade: counts.paymentsWithoutOrder,
    // "limit 1" lets the database step along the indexes, order by order; a join would read both tables whole.
    unpaid: sql`select count(*) from orders o where o.created_at > ${lately} and (
      select p.id from order_items i join memberships m on m.order_item_id = i.id
      join membership_payments p on p.membership_id = m.id where i.order_id = o.id limit 1) is null`,
    expected: counts.renewalsExpected,
    failing: counts.renewalsFailing,
    seen: sql`select count(*) from membership_payments p where p.paid_at > ${dayAgo(shop)} and (
      select q.id from membership_payments q where q.membership_id = p.membership_id and q.paid_at < p.paid_at limit 1
      ) is not null`,
    refunds: counts.refundsOpen,
  })
  const all = found.expected + found.seen
  return [
    line('payments-without-order', 'Payments without an order', found.unmade, found.unmade > 0 && 'bad', {
      advice:
        'The shop goes on trying to make the order. If it stays, the log names the payment and why; refund it at the provider or write to its payer.',
      link: { label: 'Mails about it', to: '/admin/mails?kind=payment-without-order' },
    }),
    line(
      'orders-without-payment',
      'Orders of three days without a payment',
      found.unpaid,
      found.unpaid > 0 && 'bad',
      {
        advice: 'Look whether the provider knows a payment for them before anything ships.',
        link: { label: 'Orders', to: '/admin' },
      },
    ),
    line(
      'renewals-today',
      'Renewals expected and seen',
      `${formatCount(found.seen)} of ${formatCount(all)}`,
      found.expected > 0 && 'watch',
      {
        advice:
          'The provider has not reported these yet; the shop asks for them every few minutes. If they stay, check the webhook at the provider.',
      },
    ),
    line(
      'renewals-failing',
      'Memberships whose card was refused',
      found.failing,
      found.failing > 0 && 'watch',
      {
        advice: 'They are mailed on day 0, 3, 7 and 18, and end after 21 days. Nothing is to be done.',
        link: { label: 'Mails', to: '/admin/mails?kind=renewal-failed-0' },
      },
    ),
    line(
      'refunds-open',
      'Refunds not confirmed by the provider',
      found.refunds,
      found.refunds > 0 && 'watch',
      {
        advice: 'The shop asks again every few minutes. If one stays, look at it at the provider.',
      },
    ),
  ]
}

function dayAgo(shop: Shop): string {
  return new Date(shop.now().getTime() - 86_400_000).toISOString()
}
