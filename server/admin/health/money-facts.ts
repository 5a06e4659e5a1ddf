import { type SQL, sql } from 'drizzle-orm'
import { countsOf, rowsOf } from '../../../db/rows.ts'
import { refundStatus } from '../../../db/schema/states.ts'
import { formatCount } from '../../../domain/count.ts'
import { openWarnings } from '../../books/sales-tax.ts'
import type { Shop } from '../../shop/shop.ts'
import { shopCounts } from '../../telemetry/shop-counts.ts'
import { type HealthLine, line } from './health-line.ts'

/** Payments against orders, and renewals that were expected against those that were seen. */
export async function moneyFacts(shop: Shop): Promise<HealthLine[]> {
  const counts = shopCounts(shop)
  const lately = new Date(shop.now().getTime() - 3 * 86_400_000).toISOString()
  const found = await countsOf(shop.db, {
    unmade: counts.paymentsWithoutOrder,
    // Almost every order was written with its payment, and says so; of the others "limit 1" lets the database step along the indexes, order by order; a join would read both tables whole.
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
        link: { label: 'Emails', to: '/admin/mails?kind=renewal-failed-0' },
      },
    ),
    line(
      'payments-differ',
      'Payments of another sum than the price',
      found.differs,
      found.differs > 0 && 'bad',
      {
        advice:
          'Somebody changed a price, a plan or a discount at the provider. The money is booked and buys no belts: on the order’s page say how many, or give it back.',
        ...(found.differs > 0 && {
          link: await orderLink(shop, sql`p.id = (select p.id from ${differing} order by p.paid_at limit 1)`),
        }),
      },
    ),
    line(
      'prices-differ',
      'Memberships that the provider would charge another price',
      found.terms,
      found.terms > 0 && 'bad',
      {
        advice:
          'Set the price of the subscription right at the provider before its next charge. The order’s page says what would be charged.',
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
      'Refunds that did not go through',
      found.failedRefunds,
      found.failedRefunds > 0 && 'bad',
      {
        advice:
          'The buyer waits for this money. On the order’s page have it tried again, or pay it in another way and say so.',
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
      'Refunds of a week made at the provider that name no boxes',
      found.byHand,
      found.byHand > 0 && 'watch',
      {
        advice:
          'They are booked as money. Where they were meant for boxes, refund or cancel those on the order’s page: until then they ship.',
        ...(found.byHand > 0 && { link: await orderLink(shop, oldestOf(handmade(shop))) }),
      },
    ),
    line(
      'sales-tax',
      'States near their sales tax threshold, not collected',
      thresholds.map(({ state, level }) => `${state} ${level} %`).join(', ') || 0,
      thresholds.length > 0 && (isReached ? 'bad' : 'watch'),
      {
        advice:
          'Ask the state’s tax agency or an accountant whether you have to register there. Then switch its tax on, or say that it’s looked after.',
        link: { label: 'Sales tax', to: '/admin/sales-tax' },
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

/** Somebody gave money back at the provider, and it does not say for what. */
function handmade(shop: Shop) {
  const lately = new Date(shop.now().getTime() - 7 * 86_400_000).toISOString()
  return sql`refunds r where r.made_by = 'provider' and r.created_at > ${lately} and not exists (select 1 from boxes b where b.refund_id = r.id)`
}

/** Nobody has said what these buy. */
const differing = sql`membership_payments p where p.expected is not null and p.decided_at is null`

/** The payment of the oldest of these refunds. */
function oldestOf(refunds: SQL): SQL {
  return sql`p.id = (select r.payment_id from ${refunds} order by r.created_at limit 1)`
}

/** The order of this membership m or payment p. */
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
