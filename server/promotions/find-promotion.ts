import { eq } from 'drizzle-orm'
import { promotionCodes } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Plan, PlanId } from '../../domain/plan.ts'
import { normalizePromotionCode, type Promotion } from '../../domain/promotion.ts'
import type { Shop } from '../shop/shop.ts'
import { usablePromotion } from './reserve-promotion.ts'

/**
 * Looks up a code a buyer typed, to show its discount. It is reserved only when payment begins, and used up when paid
 * (reserve-promotion.ts).
 * @param email the buyer's, as typed
 * @throws ShopError 'promotion_refused' with a specific message for each reason
 */
export async function findPromotion(
  shop: Shop,
  code: string,
  today: CalendarDate,
  planIds: readonly PlanId[],
  plans: readonly Plan[],
  email = '',
): Promise<Promotion> {
  const [row] = await shop.db
    .select()
    .from(promotionCodes)
    .where(eq(promotionCodes.code, normalizePromotionCode(code)))
  return usablePromotion(shop.db, row, {
    code,
    today,
    planIds,
    plans,
    email,
  })
}
