import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { subscriptionPlans } from '../../db/schema.ts'
import { plans } from '../../domain/plan.ts'
import type { Shop } from '../shop.ts'

/** Makes the plans' prices at the provider when they are missing, and keeps their ids (payments.md §9 "Catalog"). */
export async function keepPriceIds(shop: Shop) {
  const catalogue = await shop.payments.catalogue()
  for (const { id } of plans) {
    const stripePriceId = catalogue[id]
    const differs = or(
      isNull(subscriptionPlans.stripePriceId),
      ne(subscriptionPlans.stripePriceId, stripePriceId),
    )
    await shop.db
      .update(subscriptionPlans)
      .set({ stripePriceId })
      .where(and(eq(subscriptionPlans.planId, id), differs))
  }
}
