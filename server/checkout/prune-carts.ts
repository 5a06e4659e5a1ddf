import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import { keptSince } from '../../domain/retention.ts'
import type { Shop } from '../shop/shop.ts'

/** Rows of one statement. */
const batch = 500

/**
 * Deletes the carts that were taken to payment and never paid, with the names and addresses in them. Only those that were
 * given up: they are cancelled at the provider, so that no money can come for them any more (abandon-checkout.ts).
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
