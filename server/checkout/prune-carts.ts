import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
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
