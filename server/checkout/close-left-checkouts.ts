import { and, asc, eq, isNull, lte, ne } from 'drizzle-orm'
import { checkouts, promotionCodes } from '../../db/schema.ts'
import { keptFor, usesOf } from '../promotions/reserve-promotion.ts'
import type { Shop } from '../shop.ts'
import { abandonCheckout } from './abandon-checkout.ts'

/**
 * Closes checkouts that keep the last uses of a code and were left unpaid for an hour, as many as one more use needs.
 * Left open they could still be paid, with a code that is good once: store credit would be spent in every tab.
 * @param code as it is kept
 * @param cartHash the asking cart, whose own checkout is no use by somebody else
 */
export async function closeLeftCheckouts(shop: Shop, code: string, cartHash: string): Promise<void> {
  const [row] = await shop.db
    .select({ mostUses: promotionCodes.mostUses })
    .from(promotionCodes)
    .where(eq(promotionCodes.code, code))
  if (row?.mostUses == null) return
  const uses = await usesOf(shop.db, { code, exceptCartHash: cartHash }, new Date(0))
  const tooMany = uses - row.mostUses + 1
  if (tooMany <= 0) return
  const left = await shop.db
    .select({ id: checkouts.id, intentId: checkouts.intentId, subscriptionId: checkouts.subscriptionId })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.promotionCode, code),
        eq(checkouts.status, 'open'),
        isNull(checkouts.orderId),
        ne(checkouts.cartHash, cartHash),
        lte(checkouts.createdAt, new Date(shop.now().getTime() - keptFor)),
      ),
    )
    .orderBy(asc(checkouts.createdAt))
    .limit(tooMany)
  for (const checkout of left) await abandonCheckout(shop, checkout)
}
