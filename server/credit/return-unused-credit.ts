import { and, eq, gt, isNotNull, notExists, sql } from 'drizzle-orm'
import { orders, promotionCodes, storeCredit } from '../../db/schema.ts'
import type { Shop } from '../shop.ts'

/**
 * What an order left of a code that was store credit becomes credit again, so that none is lost on a smaller purchase.
 * Each code's rest comes back once, in any number of processes: its reference is unique.
 */
export async function returnUnusedCredit(shop: Shop): Promise<void> {
  const { db } = shop
  const returned = db
    .select({ id: storeCredit.id })
    .from(storeCredit)
    .where(eq(storeCredit.reference, sql`'unused:' || ${promotionCodes.code}`))
  const used = await db
    .select({
      code: promotionCodes.code,
      amountCents: promotionCodes.amountOffCents,
      discountCents: orders.discountCents,
    })
    .from(promotionCodes)
    .innerJoin(orders, eq(orders.promotionCode, promotionCodes.code))
    .where(
      and(
        isNotNull(promotionCodes.email),
        gt(promotionCodes.amountOffCents, orders.discountCents),
        notExists(returned),
      ),
    )
  for (const { code, amountCents, discountCents } of used) {
    const [taken] = await db
      .select({ personId: storeCredit.personId })
      .from(storeCredit)
      .where(sql`${storeCredit.reference} like ${`code:${code}:%`}`)
      .limit(1)
    if (!taken) continue
    await db
      .insert(storeCredit)
      .values({
        personId: taken.personId,
        amountCents: amountCents! - discountCents,
        reason: 'unused',
        reference: `unused:${code}`,
        createdAt: shop.now(),
      })
      .onConflictDoNothing()
  }
}
