import { and, eq, isNull } from 'drizzle-orm'
import { subscriptionPlans } from '../../db/schema.ts'
import type { Shop } from '../shop.ts'

/**
 * Makes the price of every plan at the provider whose id is not known: of a new plan, and of one that was renamed or has
 * another price (payments.md §9 "Catalog"). One that is changed meanwhile is looked at again.
 */
export async function keepPriceIds(shop: Shop) {
  const missing = await shop.db
    .select()
    .from(subscriptionPlans)
    .where(and(eq(subscriptionPlans.isActive, true), isNull(subscriptionPlans.stripePriceId)))
  for (const { id, planId, name, intervalCount, priceCents } of missing) {
    const stripePriceId = await shop.payments.priceId({
      planId,
      planName: name,
      months: intervalCount,
      amountCents: priceCents,
    })
    await shop.db
      .update(subscriptionPlans)
      .set({ stripePriceId })
      .where(
        and(
          eq(subscriptionPlans.id, id),
          eq(subscriptionPlans.priceCents, priceCents),
          eq(subscriptionPlans.name, name),
        ),
      )
  }
}
