import { eq } from 'drizzle-orm'
import { promotionCodes } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { normalisePromotionCode } from '../../domain/promotion.ts'
import type { Shop } from '../shop.ts'

/**
 * Ends a code for new payments. Whoever has begun to pay with it keeps it, and so do memberships that renew with it.
 * @throws ShopError 'not_found'
 */
export async function deactivatePromotion(shop: Shop, typed: string): Promise<void> {
  const code = normalisePromotionCode(typed)
  const ended = await shop.db
    .update(promotionCodes)
    .set({ isActive: false })
    .where(eq(promotionCodes.code, code))
    .returning({ id: promotionCodes.id })
  if (ended.length === 0)
    throw new ShopError('not_found', `There is no code ${code}: promotion:list shows them all.`)
}
