import { eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxes, boxFeedback, personHistories, products } from '../../db/schema.ts'
import { type Style, styles } from '../../domain/belt.ts'
import { voidStates } from '../../domain/box.ts'
import type { SentBelts } from '../../domain/curation/forecast.ts'
import { dropsBetween } from '../../domain/drop.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { fillInventory } from '../../test/fill-inventory.ts'
import { join } from '../../test/members.ts'
import { historyReader } from './read-histories.ts'

const drop = '2026-12'
const months = ['2023-11', '2023-12', '2024-01', '2025-06', '2026-10', '2026-11', drop, '2027-01']
const states = [
  'owed',
  'assigned',
  'held',
  'packed',
  'shipped',
  'delivered',
  'returned',
  'cancelled',
] as const

let test: TestShop
let belts: (typeof products.$inferSelect)[]
let mine: (typeof boxes.$inferSelect)[]
beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
  const { db } = test.shop
  await fillInventory(db, drop, 2, 2)
  belts = await db.select().from(products).orderBy(products.sku)
  // Two have the same design, and so count as one.
  await db.update(products).set({ design: belts[1]!.design }).where(eq(products.id, belts[0]!.id))
  belts = await db.select().from(products).orderBy(products.sku)
  await join(test, [selfItem('12-months'), selfItem('monthly')])
  mine = await db.select().from(boxes).orderBy(boxes.id)
})
afterAll(() => test.close())

/** What the boxes themselves say, worked out apart from the shop's SQL. */
async function fromBoxes(personId: string): Promise<SentBelts> {
  const { db } = test.shop
  const rows = await db
    .select({ box: boxes, belt: products, said: boxFeedback })
    .from(boxes)
    .innerJoin(products, eq(products.id, boxes.productId))
    .leftJoin(boxFeedback, eq(boxFeedback.boxId, boxes.id))
    .where(eq(boxes.personId, personId))
  const isOpen = ({ box }: (typeof rows)[number]) =>
    box.packedAt === null &&
    !box.isChosen &&
    (['owed', 'assigned'].includes(box.state) ||
      (box.state === 'held' && ['size', 'address', 'unseen', 'stock', 'belt'].includes(box.holdReason ?? '')))
  const wasSent = ({ box }: (typeof rows)[number]) =>
    box.shippedAt !== null || (!voidStates.includes(box.state) && !box.isReplaced)
  const sent = rows.filter((row) => wasSent(row) && !(isOpen(row) && row.box.drop === drop))
  const copies = (id: string) =>
    belts.filter(({ design }) => design === belts.find((belt) => belt.id === id)!.design)
  const lastSent: Partial<Record<Style, string>> = {}
  const taste: SentBelts['taste'] = {}
  for (const style of styles) {
    const earlier = sent.filter(({ box, belt }) => belt.style === style && box.drop < drop)
    const last = earlier
      .map(({ box }) => box.drop)
      .sort()
      .at(-1)
    if (last) lastSent[style] = last
    const words = rows.filter((row) => row.belt.style === style && row.said?.taste && !isOpen(row))
    const newest = words.sort((one, other) => other.said!.at.getTime() - one.said!.at.getTime())[0]
    if (newest) taste[style] = newest.said!.taste as never
  }
  const excluded = [
    ...sent
      .filter(({ box }) => Math.abs(dropsBetween(box.drop, drop)) < 36)
      .flatMap(({ box, belt }) => copies(belt.id).map(({ id }) => ({ beltId: id, drop: box.drop }))),
    ...rows
      .filter((row) => row.said?.taste === 'not_for_me' && !isOpen(row))
      .flatMap(({ belt }) => copies(belt.id).map(({ id }) => ({ beltId: id, drop: null }))),
  ]
  return { lastSent, taste, excluded }
}

const sorted = ({ excluded, ...more }: SentBelts) => ({
  ...more,
  excluded: excluded.map(({ beltId, drop: at }) => `${beltId} ${at}`).sort(),
})

const change = fc.record({
  box: fc.nat(12),
  belt: fc.option(fc.nat(11)),
  month: fc.nat(months.length - 1),
  state: fc.constantFrom(...states),
  reason: fc.constantFrom('stock', 'return', 'belt'),
  isReplaced: fc.boolean(),
  isChosen: fc.boolean(),
  taste: fc.option(fc.constantFrom('love', 'fine', 'not_for_me')),
  at: fc.nat(1_000_000),
  style: fc.option(fc.constantFrom(...styles)),
})

it('a person’s history in one row is what their boxes say, whatever happens to them', async () => {
  const { db } = test.shop
  // Only the states matter here, not how they are reached, nor which of two belts comes again.
  await db.execute(sql`alter table boxes drop constraint boxes_no_repeat`)
  const personId = mine[0]!.personId
  const run = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
    for (const each of changes) {
      const box = mine[each.box % mine.length]!
      const belt = each.belt === null ? null : belts[each.belt % belts.length]!
      const isOut = ['packed', 'shipped', 'delivered', 'returned'].includes(each.state)
      const hasLeft = isOut && each.state !== 'packed'
      await db
        .update(boxes)
        .set({
          ...{ productId: belt?.id ?? null, drop: months[each.month]!, isChosen: each.isChosen },
          // Past the state machine, which other tests hold.
          state: sql`${each.state}`,
          ...{ holdReason: each.state === 'held' ? each.reason : null, isReplaced: each.isReplaced },
          packedAt: isOut ? new Date(each.at) : null,
          shippedAt: hasLeft ? new Date(each.at) : null,
        })
        .where(eq(boxes.id, box.id))
      await db.delete(boxFeedback).where(eq(boxFeedback.boxId, box.id))
      if (each.taste && hasLeft)
        await db.insert(boxFeedback).values({ boxId: box.id, taste: each.taste, at: new Date(each.at) })
      if (each.style && belt)
        await db.update(products).set({ style: each.style }).where(eq(products.id, belt.id))
    }
    belts = await db.select().from(products).orderBy(products.sku)
    const read = await historyReader(
      db,
      [drop],
      belts.map(({ id }) => id),
    )
    const expected = sorted(await fromBoxes(personId))
    expect(sorted((await read([personId])).get(personId)!)).toEqual(expected)
    // Kept by the changes themselves, not made while reading.
    const [before] = await db.select().from(personHistories).where(eq(personHistories.personId, personId))
    await db.delete(personHistories).where(eq(personHistories.personId, personId))
    expect(sorted((await read([personId])).get(personId)!)).toEqual(expected)
    const [after] = await db.select().from(personHistories).where(eq(personHistories.personId, personId))
    if (before) expect(after).toEqual(before)
  })
  await fc.assert(run, { numRuns: 40 })
})

it('boxes that go to another person take their history along', async () => {
  const { db } = test.shop
  const item = selfItem('monthly')
  const [other] = await join(test, [
    { ...item, shippingDetails: { ...item.shippingDetails!, email: 'thomas@example.com' } },
  ])
  const [box] = mine
  await db.update(boxes).set({ productId: null }).where(eq(boxes.personId, mine[0]!.personId))
  const gone = {
    productId: belts[0]!.id,
    state: 'shipped',
    packedAt: new Date(0),
    shippedAt: new Date(0),
  } as const
  await db.update(boxes).set(gone).where(eq(boxes.id, box!.id))
  await db.update(boxes).set({ personId: other!.personId }).where(eq(boxes.id, box!.id))
  const both = await db
    .select()
    .from(personHistories)
    .where(inArray(personHistories.personId, [box!.personId, other!.personId]))
  const had = (id: string) => both.find(({ personId }) => personId === id)?.belts.includes(belts[0]!.id)
  expect([had(other!.personId), had(box!.personId)]).toEqual([true, false])
})
