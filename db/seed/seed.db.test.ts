import { existsSync } from 'node:fs'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { genders, styles } from '../../domain/belt.ts'
import { firstPlans as plans } from '../../domain/first-plans.ts'
import { beltSizes } from '../../domain/sizing.ts'
import { openTestDatabase } from '../../test/open-test-database.ts'
import { storedRows } from '../../test/stored-rows.ts'
import type { OpenDatabase } from '../database.ts'
import {
  beltVariants,
  products,
  productTypes,
  quizAnswerOptions,
  quizQuestions,
  subscriptionPlans,
} from '../schema.ts'
import { seed } from './seed.ts'

// Spec §9: dress 30-35 mm, casual 35-40 mm, and belts of the current month 25-38 mm.
const widths = { dress: [30, 35], casual: [35, 38], stretch: [25, 38] } as const

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe('a new shop', () => {
  it('has the three plans at their prices', async () => {
    const rows = await database.db
      .select()
      .from(subscriptionPlans)
      .orderBy(asc(subscriptionPlans.intervalCount))
    expect(
      rows.map((row) => [
        row.planId,
        row.name,
        row.priceCents,
        row.billingInterval,
        row.intervalCount,
        row.isActive,
      ]),
    ).toEqual([
      ['monthly', 'Monthly', 6950, 'month', 1, true],
      ['6-months', '6 Months', 35700, 'month', 6, true],
      ['12-months', '12 Months', 59400, 'month', 12, true],
    ])
  })

  it.each(genders.flatMap((gender) => styles.map((style) => [gender, style] as const)))(
    'has three belts for %s, %s, each with everything a card and dialog show',
    async (gender, style) => {
      const belts = (await database.db.select().from(products)).filter(
        (belt) => belt.gender === gender && belt.style === style,
      )
      expect(belts).toHaveLength(3)
      for (const belt of belts) {
        expect(belt.sku).toContain('202511')
        expect(belt).toMatchObject({ drop: '2025-11', isActive: true })
        for (const text of [
          belt.name,
          belt.description,
          belt.material,
          belt.buckle,
          belt.imageAlt,
          belt.lifestyleAlt,
        ]) {
          expect(text.trim()).not.toBe('')
        }
        expect(belt.colors.length).toBeGreaterThan(0)
        expect(belt.imageUrl).toMatch(/^\/pictures\/(men|women)-(dress|casual|stretch)-[123]-/)
        expect(belt.lifestyleImageUrl).toMatch(/^\/pictures\//)
        const [narrowest, widest] = widths[style]
        for (const width of belt.width.match(/\d+/g)!.map(Number)) {
          expect(width).toBeGreaterThanOrEqual(narrowest)
          expect(width).toBeLessThanOrEqual(widest)
        }
      }
    },
  )

  it('has 18 belts with unique SKUs, names and pictures', async () => {
    const belts = await database.db.select().from(products)
    expect(belts).toHaveLength(18)
    for (const field of ['sku', 'name', 'imageUrl', 'nightImageUrl', 'lifestyleImageUrl'] as const) {
      expect(new Set(belts.map((belt) => belt[field])).size).toBe(18)
    }
    const details = belts.flatMap(({ detailImageUrl }) => detailImageUrl ?? [])
    expect(new Set(details).size).toBe(details.length)
    // Every style of both has one from near in the width that one comes close to, with words for it.
    expect(details.length).toBeGreaterThanOrEqual(16)
    for (const detail of details)
      for (const width of [480, 840, 1200, 1600])
        for (const format of ['avif', 'webp']) {
          const file = `public${detail.replace('-840.webp', `-${width}.${format}`)}`
          expect(existsSync(file), file).toBe(true)
        }
    for (const belt of belts) expect(belt.detailAlt !== '', belt.name).toBe(belt.detailImageUrl !== null)
  })

  it('has every belt in stock in every size', async () => {
    for (const gender of genders) {
      const rows = await database.db
        .select({ product: beltVariants.productId, size: beltVariants.size, stock: beltVariants.stock })
        .from(beltVariants)
        .innerJoin(products, eq(beltVariants.productId, products.id))
        .where(eq(products.gender, gender))
      expect(rows).toHaveLength(9 * beltSizes[gender].length)
      expect(new Set(rows.map((row) => row.size))).toEqual(new Set(beltSizes[gender]))
      expect(rows.every((row) => row.stock > 0)).toBe(true)
    }
  })

  it('has a product type for each style', async () => {
    const rows = await database.db.select().from(productTypes).orderBy(asc(productTypes.displayOrder))
    expect(rows.map((row) => [row.slug, row.displayOrder, row.isActive])).toEqual(
      styles.map((style, index) => [style, index, true]),
    )
  })

  it('has the quiz’s questions and options in order', async () => {
    const questions = await database.db.select().from(quizQuestions).orderBy(asc(quizQuestions.displayOrder))
    const options = await database.db
      .select()
      .from(quizAnswerOptions)
      .orderBy(asc(quizAnswerOptions.displayOrder))
    const values = questions.map((question) =>
      options.filter((option) => option.questionId === question.id).map((option) => option.value),
    )
    expect(questions.map((question) => question.questionType)).toEqual([
      'single',
      'single',
      'multiple',
      'single',
      'single',
      'single',
    ])
    expect(values).toEqual([
      ['myself', 'gift'],
      ['male', 'female'],
      ['dress', 'casual', 'stretch', 'Let Recipient Pick'],
      ['26', '28', '30', '32', '34', '36', '38', '40', '42', '44', 'Unsure', 'Let Recipient Choose'],
      [],
      plans.map((plan) => plan.id),
    ])
  })
})

describe('a shop opened before', () => {
  it('is unchanged by another start', async () => {
    await database.db
      .update(subscriptionPlans)
      .set({ name: 'Renamed' })
      .where(eq(subscriptionPlans.planId, 'monthly'))
    await database.db.delete(productTypes)
    const before = await storedRows(database.db)
    expect(await seed(database.db)).toBe(false)
    expect(await Promise.all([seed(database.db), seed(database.db)])).toEqual([false, false])
    expect(await storedRows(database.db)).toEqual(before)
  })
})

describe('a new shop', () => {
  it('opened by two processes at once is filled once', async () => {
    await database.db.execute(
      sql`truncate subscription_plans, product_types, products, quiz_versions, quiz_questions cascade`,
    )
    const filled = await Promise.all([seed(database.db), seed(database.db)])
    expect(filled.sort()).toEqual([false, true])
    expect(await database.db.select().from(subscriptionPlans)).toHaveLength(3)
    expect(await database.db.select().from(products)).toHaveLength(18)
  })
})
