import { count } from 'drizzle-orm'
import { firstPlanFacts } from '../../domain/plan.ts'
import { beltSizes } from '../../domain/sizing.ts'
import type { Database, Transaction } from '../database.ts'
import { beltVariants, products, productTypes, subscriptionPlans } from '../schema.ts'
import { belts } from './belts.ts'
import { productTypeSeed } from './product-types.ts'
import { seedQuiz } from './seed-quiz.ts'

/** Pieces of each size that a new shop starts with. */
const firstStock = 20

/** Fills an empty database; one that has plans is left alone. All or nothing; two processes at once seed once. */
export async function seed(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [existing] = await tx.select({ plans: count() }).from(subscriptionPlans)
    if ((existing?.plans ?? 0) > 0) return false
    const inserted = await tx
      .insert(subscriptionPlans)
      .values(
        firstPlanFacts.map((plan) => ({
          ...plan,
          features: [...plan.features],
          billingInterval: 'month',
        })),
      )
      .onConflictDoNothing()
      .returning({ id: subscriptionPlans.id })
    if (inserted.length === 0) return false
    await tx.insert(productTypes).values(productTypeSeed)
    await seedQuiz(tx)
    await seedBelts(tx)
    return true
  })
}

async function seedBelts(tx: Transaction) {
  const rows = await tx
    .insert(products)
    .values(belts.map((belt) => ({ ...belt, colors: [...belt.colors] })))
    .returning({ id: products.id, gender: products.gender })
  await tx.insert(beltVariants).values(
    rows.flatMap((row) =>
      beltSizes[row.gender as 'male' | 'female'].map((size) => ({
        productId: row.id,
        size,
        stock: firstStock,
      })),
    ),
  )
}
