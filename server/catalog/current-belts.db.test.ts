import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { products, settings } from '../../db/schema.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { currentBelts } from './current-drop.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

describe('the home page’s belts', () => {
  it('are the newest drop’s, in order, without archived ones', async () => {
    const { db } = test.shop
    const seeded = await currentBelts(test.shop)
    expect(seeded).toHaveLength(18)
    await db.update(products).set({ isActive: false }).where(eq(products.id, seeded[0]!.id))
    expect((await currentBelts(test.shop)).map((belt) => belt.id)).toEqual(
      seeded.slice(1).map((belt) => belt.id),
    )
    const [old] = await db.select().from(products).limit(1)
    const { id: _id, ...copy } = old!
    const next = { ...copy, drop: '2026-01', isActive: true }
    await db.insert(products).values([
      { ...next, sku: 'A-202601', slug: 'a', name: 'Second', displayOrder: 2 },
      { ...next, sku: 'B-202601', slug: 'b', name: 'First', displayOrder: 1, imageUrl: null },
      { ...next, sku: 'C-202602', slug: 'c', name: 'Not yet', drop: '2026-02', isActive: false },
    ])
    const current = await currentBelts(test.shop)
    expect(current.map((belt) => [belt.name, belt.imageUrl])).toEqual([
      ['First', null],
      ['Second', copy.imageUrl],
    ])
    // From the owner’s chosen drop; when all its belts are archived, from the newest before it.
    const choose = (drop: string) =>
      db
        .insert(settings)
        .values({ key: 'currentDrop', value: drop })
        .onConflictDoUpdate({ target: settings.key, set: { value: drop } })
    await choose('2026-02')
    expect((await currentBelts(test.shop)).map(({ name }) => name)).toEqual(['First', 'Second'])
    await choose('2025-11')
    expect(await currentBelts(test.shop)).toHaveLength(17)
  })

  it('are none in a shop without belts', async () => {
    await test.shop.db.update(products).set({ isActive: false })
    expect(await currentBelts(test.shop)).toEqual([])
  })
})
