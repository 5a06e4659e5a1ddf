import { and, eq, isNull } from 'drizzle-orm'
import { priceChanges } from '../../db/schema.ts'
import type { Shop } from '../shop.ts'

/** Calls a new price off: whoever was not told yet is not, and no charge is announced at it. False where there is none. */
export async function callPriceOff(shop: Shop, planId: string): Promise<boolean> {
  const gone = await shop.db
    .update(priceChanges)
    .set({ withdrawnAt: shop.now() })
    .where(and(eq(priceChanges.planId, planId), isNull(priceChanges.withdrawnAt)))
    .returning({ id: priceChanges.id })
  return gone.length > 0
}
