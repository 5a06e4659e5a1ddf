import { and, eq, gt, lt, ne, or, sql } from 'drizzle-orm'
import { creditUses, membershipPayments, memberships, orderItems, orders } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'
import { type Found, isFull, ownerOf, report } from './differences.ts'

/** Milliseconds after which a bill's credit should be settled: the provider tries a charge for three weeks. */
const settledAfter = 25 * 24 * 60 * 60_000
/** Milliseconds for which a paid bill is asked about again: nobody can edit a final one. */
const askedFor = 40 * 24 * 60 * 60_000

/**
 * Store credit that pays bills: what the ledger spent is what the payment says and what the provider's bill shows, and nothing is
 * kept for a bill that was settled long ago.
 */
export async function compareCredit(shop: Shop, into: Found): Promise<void> {
  const now = shop.now().getTime()
  const rows = await shop.db
    .select({
      ...{ orderId: orderItems.orderId, orderNumber: orders.orderNumber, membershipId: memberships.id },
      ...{ invoiceId: creditUses.invoiceId, state: creditUses.state, usedCents: creditUses.amountCents },
      paidCents: membershipPayments.creditCents,
      createdAt: creditUses.createdAt,
    })
    .from(creditUses)
    .innerJoin(memberships, eq(creditUses.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .leftJoin(membershipPayments, eq(membershipPayments.reference, creditUses.invoiceId))
    .where(
      or(
        and(eq(creditUses.state, 'kept'), lt(creditUses.createdAt, new Date(now - settledAfter))),
        and(
          eq(creditUses.state, 'spent'),
          or(
            gt(creditUses.createdAt, new Date(now - askedFor)),
            ne(creditUses.amountCents, sql`coalesce(${membershipPayments.creditCents}, 0)`),
          ),
        ),
      ),
    )
  for (const { invoiceId: id, state, usedCents, paidCents, ...row } of rows) {
    if (isFull(into)) return
    if (state === 'kept') {
      report(into, { kind: 'credit-waits', id, cents: usedCents, ...ownerOf(row) })
      continue
    }
    const bill = await shop.payments.fetchInvoice(id)
    const cents = (bill?.creditCents ?? paidCents ?? 0) - usedCents
    const booked = (paidCents ?? 0) - usedCents
    if (cents !== 0 || booked !== 0)
      report(into, { kind: 'credit-differs', id, cents: cents || booked, ...ownerOf(row) })
  }
}
