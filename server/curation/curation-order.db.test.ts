import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beltVariants, boxes, boxFeedback, memberships, products } from '../../db/schema.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { insertMembers } from '../../test/many-members.ts'
import { curateDrop, curateDue, readCuration } from './curate-drop.ts'
import { releasePromises } from './inventory.ts'
import { readBoxes } from './read-boxes.ts'
import { historyReader } from './read-histories.ts'

const [november, december] = ['2026-11', '2026-12']
let test: TestShop
/** the shop's only belt, in every size of men and women alike */
let beltId: string
beforeAll(async () => {
  test = await createTestShop({ now: '2026-12-05T15:00:00Z' })
  const { db } = test.shop
  await insertMembers(db, { count: 2, drop: november, months: 0 })
  await db.execute(sql`update memberships set gender = 'male', size = '36', styles = '["dress"]'`)
  await db.update(boxes).set({ size: '36' })
  await db.update(products).set({ isActive: false })
  const [belt] = await db.select().from(products).where(sql`gender = 'male' and style = 'dress'`).limit(1)
  beltId = belt!.id
  await db.update(products).set({ isActive: true, drop: november }).where(eq(products.id, beltId))
  await db.update(beltVariants).set({ stock: 1 }).where(eq(beltVariants.productId, beltId))
  // The box with the lower id is the later one.
  const ids = (await db.select({ id: boxes.id }).from(boxes).orderBy(boxes.id)).map(({ id }) => id)
  await db.update(boxes).set({ drop: december }).where(eq(boxes.id, ids[0]!))
})
afterAll(() => test.close())

const stateIn = async () => {
  const rows = await test.shop.db.select().from(boxes).orderBy(boxes.drop)
  return rows.map(({ drop, state, productId }) => [drop, state, productId])
}

it('the last belt goes to the earlier of two drops that are curated in one go', async () => {
  await curateDue(test.shop)
  expect(await stateIn()).toEqual([
    [november, 'assigned', beltId],
    [december, 'held', null],
  ])
})

it('a count that finds one belt fewer takes it from the later drop', async () => {
  const { db } = test.shop
  await db.update(boxes).set({ state: 'assigned', productId: beltId, holdReason: null })
  await db.transaction((tx) => releasePromises(tx, test.shop, { beltId, size: '36', stock: 1 }))
  expect(await stateIn()).toEqual([
    [november, 'assigned', beltId],
    [december, 'owed', null],
  ])
})

it('the owner sees the last of several runs', async () => {
  const first = await curateDrop(test.shop, { drop: december })
  test.clock.advance(60_000)
  const last = await curateDrop(test.shop, { drop: december })
  expect(last.id).not.toBe(first.id)
  expect(await readCuration(test.shop, { drop: december })).toMatchObject({ id: last.id })
})

it('a size changed after the cut-off leaves the promised belt and its stock alone', async () => {
  const { db } = test.shop
  const [promised, waiting] = await db.select().from(boxes).orderBy(boxes.drop)
  const all = inArray(boxes.id, [promised!.id, waiting!.id])
  await db.update(boxes).set({ drop: december, state: 'owed', productId: null, holdReason: null }).where(all)
  const its = eq(boxes.id, promised!.id)
  await db.update(boxes).set({ state: 'assigned', productId: beltId }).where(its)
  const of = eq(memberships.id, promised!.membershipId)
  await db.update(memberships).set({ size: '38' }).where(of)
  expect(await curateDrop(test.shop, { drop: december })).toMatchObject({ assigned: 1, held: 1 })
  const rows = await db.select().from(boxes).where(all).orderBy(boxes.state)
  expect(rows.map(({ state, size, holdReason }) => [state, size, holdReason])).toEqual([
    ['assigned', '36', null],
    ['held', '36', 'stock'],
  ])
  await db.update(memberships).set({ size: '36' }).where(of)
  await db.update(boxes).set({ drop: november }).where(its)
})

it('of what a member said about two belts of a style, the later counts', async () => {
  const { db } = test.shop
  const [box] = await db.select().from(boxes).where(eq(boxes.drop, december))
  const [payment] = await db.select().from(boxes).where(eq(boxes.drop, november))
  const sent = (drop: string, ordinal: number) => ({
    ...{ membershipId: box!.membershipId, personId: box!.personId, paymentId: payment!.paymentId },
    ...{ drop, ordinal, state: 'delivered' as const, valueCents: 6950, size: '36' },
  })
  const dress = await db.select().from(products).where(sql`gender = 'male' and style = 'dress'`)
  const said = [
    ['2026-08', 'love', '2026-10-02'],
    ['2026-09', 'not_for_me', '2026-10-01'],
  ] as const
  for (const [place, [drop, taste, day]] of said.entries()) {
    const made = { ...sent(drop, 2000 + place), productId: dress.at(place - 2)!.id }
    const [row] = await db
      .insert(boxes)
      .values(made as typeof boxes.$inferInsert)
      .returning()
    const at = new Date(`${day}T15:00:00Z`)
    await db.insert(boxFeedback).values({ boxId: row!.id, taste, at } as typeof boxFeedback.$inferInsert)
  }
  await db
    .update(boxes)
    .set({ state: 'owed', productId: null, holdReason: null })
    .where(eq(boxes.id, box!.id))
  const [read] = await readBoxes(db, december, [box!.id], await historyReader(db, [december], [beltId]))
  expect(read?.taste).toMatchObject({ dress: 'love' })
})
