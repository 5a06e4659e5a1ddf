import { and, eq, isNull } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import type { Shop } from '../shop.ts'

/** Notes that a browser is about to be told the number of this checkout's order. */
export async function markTold(shop: Shop, checkoutId: string) {
  await shop.db
    .update(checkouts)
    .set({ toldAt: shop.now() })
    .where(and(eq(checkouts.id, checkoutId), isNull(checkouts.toldAt)))
}
