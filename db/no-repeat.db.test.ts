import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDrops, type Drop } from '../domain/drop.ts'
import { terms } from '../domain/terms.ts'
import { selfItem } from '../test/carts.ts'
import { createTestShop, type TestShop } from '../test/create-test-shop.ts'
import { rowsOf } from './database.ts'
import { boxes, products } from './schema.ts'

let test: TestShop
let ids: string[]
let belts: string[]
beforeAll(async () => {
  test = await createTestShop()
  const { clientSecret } = (
    await test.post('/api/create-payment-intent', { cartItems: [selfItem('12-months')] })
  ).body
  await test.order([selfItem('12-months')], (await test.pay(clientSecret)).body.paymentIntentId)
  ids = (await test.shop.db.select({ id: boxes.id }).from(boxes).orderBy(boxes.drop)).map((box) => box.id)
  belts = (await test.shop.db.select({ id: products.id }).from(products)).map((belt) => belt.id)
})
afterAll(() => test.close())

const give = (
  index: number,
  belt: string | null,
  drop: Drop,
  more: Partial<typeof boxes.$inferInsert> = {},
) =>
  test.shop.db
    .update(boxes)
    .set({ productId: belt, drop, ...more })
    .where(eq(boxes.id, ids[index]!))

describe('the 36-month no-repeat rule in the database', () => {
  it('has the promised number of months: changing that needs a migration of the constraint', async () => {
    const [row] = await rowsOf<{ rule: string }>(
      test.shop.db,
      sql`select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'boxes_no_repeat'`,
    )
    expect(row!.rule).toContain(`+ ${terms.repeatMonths}))`)
  })

  it('blocks a repeated belt for 36 months, and allows it afterward', async () => {
    await give(0, belts[0]!, '2027-01', { state: 'shipped' })
    for (const months of [0, 1, 35]) {
      await expect(give(1, belts[0]!, addDrops('2027-01', months))).rejects.toMatchObject({
        cause: { constraint: 'boxes_no_repeat' },
      })
      await expect(give(1, belts[0]!, addDrops('2027-01', -months))).rejects.toThrow()
    }
    await give(1, belts[0]!, addDrops('2027-01', 36))
    await give(1, belts[1]!, '2027-02')
  })

  it('counts a belt resent in another size in place of the returned one', async () => {
    await give(0, belts[0]!, '2027-01', { state: 'delivered', isReplaced: true })
    await give(2, belts[0]!, '2027-02')
    await expect(give(3, belts[0]!, '2027-03')).rejects.toThrow()
    await give(2, null, '2027-03')
    await give(0, null, '2026-12', { state: 'owed', isReplaced: false })
  })
})
