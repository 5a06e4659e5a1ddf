import { and, eq, gt, not, sql } from 'drizzle-orm'
import { membershipPayments, memberships, orderItems, orders, refunds } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'
import { type Found, mostKept, nobody, ownerOf, report } from './differences.ts'
import { refused } from './reverse-refund-tax.ts'

/** What the ledger alone shows, without asking the provider. */
export async function compareLedger(shop: Shop, into: Found): Promise<void> {
  await ordersWithoutPayment(shop, into)
  await taxesThatStillCount(shop, into)
}

/** Orders of which nothing was ever booked as paid, though they cost something. */
async function ordersWithoutPayment(shop: Shop, into: Found): Promise<void> {
  const booked = sql`exists (select 1 from order_items i join memberships m on m.order_item_id = i.id
    join membership_payments p on p.membership_id = m.id
    where i.order_id = ${orders.id} and (p.intent_id is not null or p.paid_by is not null or p.amount + p.tax = 0))`
  const rows = await shop.db
    .select({ orderId: orders.id, orderNumber: orders.orderNumber, cents: orders.totalCents })
    .from(orders)
    .where(and(gt(orders.totalCents, 0), not(booked)))
    .limit(mostKept)
  for (const { cents, ...order } of rows)
    report(into, { kind: 'order-without-payment', id: order.orderNumber, cents: -cents, ...nobody, ...order })
}

/** Refunds whose share of the sales tax the provider would not take back: its reports say too much. */
async function taxesThatStillCount(shop: Shop, into: Found): Promise<void> {
  const rows = await shop.db
    .select({
      id: refunds.providerId,
      cents: refunds.taxCents,
      reference: membershipPayments.reference,
      membershipId: memberships.id,
      orderId: orders.id,
      orderNumber: orders.orderNumber,
    })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(refunds.taxReversalId, refused))
    .limit(mostKept)
  for (const row of rows)
    report(into, {
      kind: 'refund-tax-counts',
      id: row.id ?? row.reference,
      cents: row.cents,
      ...ownerOf(row),
    })
}
