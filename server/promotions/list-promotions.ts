import { count, desc, isNotNull } from 'drizzle-orm'
import { orders, promotionCodes } from '../../db/schema.ts'
import type { Promotion } from '../../domain/promotion.ts'
import type { Shop } from '../shop.ts'
import { promotionOf } from './reserve-promotion.ts'

/** A code as its owner sees it; `uses` are the orders that used it. */
export type ListedPromotion = { promotion: Promotion; isActive: boolean; uses: number }

/** Every code that was ever made, newest first. */
export async function listPromotions(shop: Shop): Promise<ListedPromotion[]> {
  const rows = await shop.db
    .select()
    .from(promotionCodes)
    .orderBy(desc(promotionCodes.createdAt), promotionCodes.code)
  const used = await shop.db
    .select({ code: orders.promotionCode, uses: count() })
    .from(orders)
    .where(isNotNull(orders.promotionCode))
    .groupBy(orders.promotionCode)
  const usesOf = new Map(used.map(({ code, uses }) => [code, uses]))
  return rows.map((row) => ({
    promotion: promotionOf(row),
    isActive: row.isActive,
    uses: usesOf.get(row.code) ?? 0,
  }))
}
