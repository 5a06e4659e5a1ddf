import { and, asc, eq, isNull } from 'drizzle-orm'
import { checkouts, memberships, orderItems } from '../../db/schema.ts'
import type { Shop } from '../shop.ts'
import { chargeItems, type Snapshot } from './snapshot.ts'

/**
 * After a payment for several items: one subscription per item that renews, its first charge at the end of the paid
 * term (payments.md §9). May be repeated at any time; marks the checkout done when none is missing. A provider that
 * fails here leaves the order as it is, because the term is paid: the reconciler tries again.
 */
export async function createSubscriptions(shop: Shop, checkoutId: string) {
  const [checkout] = await shop.db.select().from(checkouts).where(eq(checkouts.id, checkoutId))
  if (checkout?.status !== 'completing' || !checkout.orderId) return
  const items = chargeItems(checkout.snapshot as Snapshot)
  const missing = await shop.db
    .select({ id: memberships.id, position: orderItems.position, paidUntil: memberships.paidUntil })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(
      and(
        eq(orderItems.orderId, checkout.orderId),
        eq(memberships.renews, true),
        isNull(memberships.stripeSubscriptionId),
      ),
    )
    .orderBy(asc(orderItems.position))
  try {
    for (const membership of missing) {
      const subscriptionId = await shop.payments.subscribe({
        checkoutId,
        customerId: checkout.customerId!,
        intentId: checkout.intentId!,
        item: items[membership.position]!,
        nextChargeOn: membership.paidUntil,
        idempotencyKey: `s:${checkoutId}:${membership.position}`,
      })
      await shop.db
        .update(memberships)
        .set({ stripeSubscriptionId: subscriptionId })
        .where(eq(memberships.id, membership.id))
    }
    await shop.db
      .update(checkouts)
      .set({ status: 'done', lastError: null })
      .where(and(eq(checkouts.id, checkoutId), eq(checkouts.status, 'completing')))
  } catch (error) {
    shop.log.error({ error, checkoutId }, 'a subscription could not be made; the reconciler repeats it')
    await shop.db
      .update(checkouts)
      .set({ lastError: error instanceof Error ? error.message : String(error) })
      .where(eq(checkouts.id, checkoutId))
  }
}
