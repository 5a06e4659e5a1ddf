import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { checkoutStatus } from '../../db/schema/states.ts'
import { checkouts } from '../../db/schema.ts'
import { keptSince } from '../../domain/retention.ts'
import type { Shop } from '../shop/shop.ts'

/** Rows per statement. */
const batch = 500

/**
 * Deletes unpaid carts, with the names and addresses in them, once they are old. Only abandoned ones: their payments are
 * cancelled at the provider, so no money can arrive for them (abandon-checkout.ts).
 */
export async function pruneUnpaidCarts(shop: Shop): Promise<void> {
  await emptyUnpaidLinks(shop)
  const isOld = and(
    eq(checkouts.status, 'abandoned'),
    isNull(checkouts.orderId),
    lt(checkouts.createdAt, keptSince('carts', shop.now())),
  )
  for (;;) {
    const old = shop.db.select({ id: checkouts.id }).from(checkouts).where(isOld).limit(batch)
    const gone = await shop.db
      .delete(checkouts)
      .where(and(inArray(checkouts.id, old), isOld))
      .returning({ id: checkouts.id })
    if (gone.length < batch) return
  }
}

/**
 * Empties old orders of staff that nobody paid for. The rows stay: they say that their link has ended, to whoever still has
 * the cart.
 */
async function emptyUnpaidLinks(shop: Shop): Promise<void> {
  await shop.db.execute(sql`update manual_orders m
    set email = '', cart = '[]'::jsonb, reason = '', token_hash = null, expires_at = null
    where m.order_id is null and m.email <> '' and m.created_at < ${keptSince('carts', shop.now()).toISOString()}::timestamptz
      and not exists (select 1 from checkouts c where c.cart_hash = m.cart_hash and c.status not in ${checkoutStatus.list('abandoned')})`)
}
