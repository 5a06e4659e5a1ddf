import { type SQL, sql } from 'drizzle-orm'
import { countsOf, rowsOf } from '../../db/database.ts'
import { refundStatus } from '../../db/schema/states.ts'
import { formatCount } from '../../domain/count.ts'
import { openWarnings } from '../books/sales-tax.ts'
import type { Shop } from '../shop/shop.ts'
import { shopCounts } from '../telemetry/shop-counts.ts'
import { type HealthLine, line } from './health-line.ts'

/** Orders against payments, and expected against seen renewals. */
export async function moneyFacts(shop: Shop): Promise<HealthLine[]> {
  const counts = shopCounts(shop)
  const lately = new Date(shop.now().getTime() - 3 * 86_400_000).toISOString()
  const found = await countsOf(shop.db, {
    // Almost every order was written with its payment and is marked paid. For the others, "limit 1" makes the database
    // follow indexes order by order; a join would read both tables in full.
    unpaid: sql`select count(*) from orders o where not o.is_paid and o.created_at > ${lately} and (
      select p.id from order_items i join memberships m on m.order_item_id = i.id
      join membership_payments p on p.membership_id = m.id where i.order_id = o.id limit 1) is null`,
    expected: counts.renewalsExpected,
    failing: counts.renewalsFailing,
    seen: sql`select count(*) from membership_payments p where p.paid_at > ${dayAgo(shop)} and (
      select q.id from membership_payments q where q.membership_id = p.membership_id and q.paid_at < p.paid_at limit 1
      ) is not null`,
    refunds: counts.refundsOpen,
    failedRefunds: counts.refundsFailed,
    differs: sql`select count(*) from ${differing}`,
    terms: sql`select count(*) from memberships where renews and provider_terms is not null`,
    byHand: sql`select count(*) from ${handmade(shop)}`,
  })
  const all = found.expected + found.seen
  const thresholds = await openWarnings(shop)
  const isReached = thresholds.some(({ level }) => level >= 100)
  return [
    line(
      'orders-without-payment',
      'Orders from the last three days without a payment',
      found.unpaid,
      found.unpaid > 0 && 'bad',
      {
        advice: 'Check with the payment provider for their payment before anything ships.',
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
          'The payment provider hasn’t reported these yet. We ask every few minutes. If they stay, check the webhook at the provider.',
      },
    ),
    line(
      'renewals-failing',
      'Memberships whose card was declined',
      found.failing,
      found.failing > 0 && 'watch',
      {
        advice:
          'We email them on day 0, 3, 7 and 18, and end the membership after 21 days. You don’t need to do a thing.',
        link: { label: 'Emails', to: '/admin/mails?kind=renewal-failed-0' },
      },
    ),
    line(
      'payments-differ',
      'Payments that don’t match the price',
      found.differs,
      found.differs > 0 && 'bad',
      {
        advice:
          'Someone changed a price, a plan or a discount at the payment provider. The money is in the books but buys no belts. Say how many on the order’s page, or refund it.',
        ...(found.differs > 0 && {
          link: await orderLink(shop, sql`p.id = (select p.id from ${differing} order by p.paid_at limit 1)`),
        }),
      },
    ),
    line(
      'prices-differ',
      'Memberships the payment provider would charge the wrong price, or nothing',
      found.terms,
      found.terms > 0 && 'bad',
      {
        advice:
          'Fix the subscription’s price at the provider, or resume its payments, before the next charge. The order’s page says what would be charged.',
        ...(found.terms > 0 && {
          link: await orderLink(
            shop,
            sql`m.id = (select id from memberships where renews and provider_terms is not null order by paid_until limit 1)`,
          ),
        }),
      },
    ),
    line(
      'refunds-failed',
      'Refunds that didn’t go through',
      found.failedRefunds,
      found.failedRefunds > 0 && 'bad',
      {
        advice:
          'The buyer is waiting for this money. Try again on the order’s page, or pay it another way and say so there.',
        ...(found.failedRefunds > 0 && {
          link: await orderLink(
            shop,
            oldestOf(sql`refunds r where r.status in ${refundStatus.list('failed')}`),
          ),
        }),
      },
    ),
    line(
      'refunds-by-hand',
      'Refunds made at the provider this week that name no boxes',
      found.byHand,
      found.byHand > 0 && 'watch',
      {
        advice:
          'They’re in the books as money. If they were for boxes, refund or cancel those on the order’s page. Until then they ship.',
        ...(found.byHand > 0 && { link: await orderLink(shop, oldestOf(handmade(shop))) }),
      },
    ),
    line(
      'sales-tax',
      'States near their sales tax threshold, not collected',
      thresholds.map(({ state, level }) => `${state} ${level}%`).join(', ') || 0,
      thresholds.length > 0 && (isReached ? 'bad' : 'watch'),
      {
        advice:
          'Ask the state’s tax agency or an accountant whether you have to register there. Then switch its tax on, or say it’s taken care of.',
        link: { label: 'Sales tax', to: '/admin/sales-tax' },
      },
    ),
    line(
      'refunds-open',
      'Refunds the provider hasn’t confirmed',
      found.refunds,
      found.refunds > 0 && 'watch',
      {
        advice: 'We ask again every few minutes. If one stays, look it up at the provider.',
      },
    ),
  ]
}

/** Refunds someone made at the provider that don't say what they were for. */
function handmade(shop: Shop) {
  const lately = new Date(shop.now().getTime() - 7 * 86_400_000).toISOString()
  return sql`refunds r where r.made_by = 'provider' and r.created_at > ${lately} and not exists (select 1 from boxes b where b.refund_id = r.id)`
}

/** Payments where nobody has decided yet what they buy. */
const differing = sql`membership_payments p where p.expected is not null and p.decided_at is null`

/** The payment of the oldest of these refunds. */
function oldestOf(refunds: SQL): SQL {
  return sql`p.id = (select r.payment_id from ${refunds} order by r.created_at limit 1)`
}

/** A link to the order of this membership m or payment p. */
async function orderLink(shop: Shop, which: SQL): Promise<{ label: string; to: string }> {
  const [row] = await rowsOf(
    shop.db,
    sql`select i.order_id as id from order_items i join memberships m on m.order_item_id = i.id
      join membership_payments p on p.membership_id = m.id
      where ${which} limit 1`,
  )
  return { label: 'The order', to: row ? `/admin/orders/${row.id}` : '/admin' }
}

function dayAgo(shop: Shop): string {
  return new Date(shop.now().getTime() - 86_400_000).toISOString()
}
