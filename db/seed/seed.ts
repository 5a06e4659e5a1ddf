import { count } from 'drizzle-orm'
import { firstPlanFacts } from '../../domain/first-plans.ts'
import { beltSizes } from '../../domain/sizing.ts'
import { slugOf } from '../../domain/slug.ts'
import type { Database, Transaction } from '../database.ts'
import {
  beltVariants,
  products,
  productTypes,
  quizAnswerOptions,
  quizQuestions,
  quizVersions,
  subscriptionPlans,
} from '../schema.ts'
import { menBelts } from './men-belts.ts'
import { quizSeed } from './quiz-questions.ts'
import type { SeedBelt } from './seed-belt.ts'
import { womenBelts } from './women-belts.ts'

/** The product types of a new shop. */
const productTypeSeed = [
  {
    name: 'Dress belts',
    slug: 'dress',
    description: 'Smooth leather, 30-35 mm, with a quiet buckle. For suits and leather shoes.',
    displayOrder: 0,
  },
  {
    name: 'Casual belts',
    slug: 'casual',
    description: 'Heavier leather, 35-40 mm, with visible stitching. For denim and chinos.',
    displayOrder: 1,
  },
  {
    name: 'Stretch belts',
    slug: 'stretch',
    description: 'Braided, so that any point is a hole. For long drives, long dinners and golf.',
    displayOrder: 2,
  },
]

/** All belts of a new shop. */
const belts: readonly SeedBelt[] = [...menBelts, ...womenBelts]

/** Units of each size that a new shop starts with. */
const firstStock = 20

/** Fills an empty database; one that has plans is left alone. All or nothing; two processes at the same time seed once. */
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
    .values(belts.map((belt) => ({ ...belt, slug: slugOf(belt.name), colors: [...belt.colors] })))
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

/** Version 1 of the quiz, published. */
async function seedQuiz(tx: Transaction) {
  const [version] = await tx
    .insert(quizVersions)
    .values({ number: 1, state: 'published', publishedAt: new Date() })
    .returning({ id: quizVersions.id })
  for (const [displayOrder, { options, ...question }] of quizSeed.entries()) {
    const [row] = await tx
      .insert(quizQuestions)
      .values({ ...question, displayOrder, versionId: version!.id })
      .returning({ id: quizQuestions.id })
    if (options.length === 0) continue
    await tx
      .insert(quizAnswerOptions)
      .values(options.map((option, index) => ({ ...option, questionId: row!.id, displayOrder: index })))
  }
}
