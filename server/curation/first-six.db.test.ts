import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beltVariants, products, settings } from '../../db/schema.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
  const { db } = test.shop
  await db.insert(settings).values({ key: 'currentDrop', value: '2025-11' })
  // The owner’s next drop, with inventory: no one may see it before its day.
  const [ashbury] = await db.select().from(products).where(eq(products.slug, 'the-ashbury'))
  const { id: _, ...copy } = ashbury!
  const [secret] = await db
    .insert(products)
    .values({ ...copy, sku: 'MD1-202612-SECRET', slug: 'the-secret', drop: '2026-12' })
    .returning()
  await db.insert(beltVariants).values({ productId: secret!.id, size: '36', stock: 50 })
})
afterAll(() => test.close())

async function first(
  gender: string,
  size: string,
  styles: string[],
): Promise<{ name: string; style: string }[]> {
  const { status, body } = await test.post('/api/first-six', { gender, size, styles })
  expect(status).toBe(200)
  return body.belts
}

it('shows six different belts, alternating between the chosen styles', async () => {
  const belts = await first('male', '36', ['dress', 'casual'])
  expect(new Set(belts.map((belt) => belt.name)).size).toBe(6)
  expect(belts.filter((belt) => belt.style === 'dress')).toHaveLength(3)
  expect(belts.map((belt) => belt.name)).not.toContain('The Secret')
})

it('shows fewer when inventory is short, and none that is sold out', async () => {
  expect(await first('female', '30', ['stretch'])).toHaveLength(3)
  const [size] = ['44']
  await test.shop.db.update(beltVariants).set({ stock: 0 }).where(eq(beltVariants.size, size!))
  test.clock.set('2026-11-21T15:02:00Z')
  expect(await first('male', '44', ['dress'])).toEqual([])
})

it('uses every size and style when they are left open', async () => {
  expect(await first('female', 'Unsure', ['Let Recipient Pick'])).toHaveLength(6)
})

it('refuses what the quiz doesn’t offer', async () => {
  expect((await test.post('/api/first-six', { gender: 'male', size: '36', styles: ['belts'] })).status).toBe(
    400,
  )
})
