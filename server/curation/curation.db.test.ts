import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  beltVariants,
  boxes,
  boxFeedback,
  curationRuns,
  dropNotices,
  drops,
  memberships,
  products,
} from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { fillInventory } from '../../test/fill-inventory.ts'
import { insertMembers } from '../../test/many-members.ts'
import { listExceptions } from '../admin/drops/curation.ts'
import { curateDrop, curateDue, readCuration } from './curate-drop.ts'
import { beginRun, silentAfter } from './curation-run.ts'
import { forecastDrops } from './forecast-drops.ts'
import { readBoxes } from './read-boxes.ts'
import { historyReader } from './read-histories.ts'

const drop = '2026-12'
let test: TestShop
beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
  const { db } = test.shop
  await db.update(products).set({ isActive: false })
  for (const month of ['2026-09', '2026-10', '2026-11']) await fillInventory(db, month, 2, 1)
  await insertMembers(db, { count: 300, drop, months: 3 })
  await fillInventory(db, drop, 2, 2)
})
afterAll(() => test.close())

const ofDrop = () => test.shop.db.select().from(boxes).where(eq(boxes.drop, drop)).orderBy(boxes.id)

/** Belt and size → boxes that were promised it, beside the stock. */
async function overPromised() {
  const { rows } = (await test.shop.db.execute(sql`
    select v.product_id, v.size, v.stock, count(*)::int as promised from boxes b
    join belt_variants v on v.product_id = b.product_id and v.size = b.size
    where b.state = 'assigned' group by v.id having count(*) > v.stock`)) as unknown as { rows: unknown[] }
  return rows
}

describe('a curated drop', () => {
  beforeEach(async () => {
    expect(await overPromised()).toEqual([])
  })

  it('gives every box a belt of its gender, size and styles, or a reason', async () => {
    const run = await curateDrop(test.shop, { drop })
    const rows = await test.shop.db
      .select({ box: boxes, member: memberships, belt: products })
      .from(boxes)
      .innerJoin(memberships, eq(memberships.id, boxes.membershipId))
      .leftJoin(products, eq(products.id, boxes.productId))
      .where(eq(boxes.drop, drop))
    expect(rows).toHaveLength(300)
    const filled = rows.filter(({ belt }) => belt)
    expect(run).toMatchObject({
      state: 'done',
      assigned: filled.length,
      held: 300 - filled.length,
      changed: 300,
    })
    expect(filled.length).toBeGreaterThan(150)
    for (const { box, member, belt } of filled) {
      expect([box.state, box.size, belt?.gender]).toEqual(['assigned', member.size, member.gender])
      if (member.styles[0] !== 'Let Recipient Pick') expect(member.styles).toContain(belt?.style)
    }
    const { exceptions } = await listExceptions(test.shop, { drop })
    expect(exceptions).toHaveLength(300 - filled.length)
    expect(new Set(exceptions.map((each) => each.reason))).toEqual(new Set(['stock']))
    expect(await readCuration(test.shop, { drop })).toMatchObject({ state: 'done', done: 600, total: 600 })
  })

  it('uses up earlier drops’ belts, and repeats none to a person', async () => {
    const sent = await test.shop.db.execute(sql`
      select p.drop, exists (select from boxes h where h.person_id = b.person_id and h.product_id = b.product_id
        and h.id <> b.id) as is_known
      from boxes b join products p on p.id = b.product_id where b.drop = ${drop}`)
    const rows = (sent as unknown as { rows: { drop: string; is_known: boolean }[] }).rows
    expect(new Set(rows.map((row) => row.drop))).toEqual(new Set(['2026-09', '2026-10', '2026-11', drop]))
    expect(rows.filter((row) => row.is_known)).toEqual([])
  })

  it('stays the same when curated again', async () => {
    const before = await ofDrop()
    expect(await curateDrop(test.shop, { drop })).toMatchObject({ changed: 0 })
    expect(await ofDrop()).toEqual(before)
  })

  it('fills held boxes when inventory arrives, and leaves packed ones', async () => {
    const before = await ofDrop()
    const packed = before.filter((box) => box.state === 'assigned').slice(0, 40)
    const ids = packed.map((box) => box.id)
    await test.shop.db
      .update(boxes)
      .set({ state: 'packed', packedAt: test.clock.now() })
      .where(inArray(boxes.id, ids))
    await test.shop.db.update(beltVariants).set({ stock: sql`${beltVariants.stock} + 40` })
    // One whose belt was found broken waits for another.
    const broken = before.findLast((box) => box.state === 'assigned')!
    const held = { state: 'held', holdReason: 'belt', productId: null } as const
    await test.shop.db.update(boxes).set(held).where(eq(boxes.id, broken.id))
    const run = await curateDrop(test.shop, { drop })
    expect(run.held).toBe(0)
    const after = await ofDrop()
    expect(after.filter((box) => box.productId)).toHaveLength(300)
    for (const box of packed) expect(after.find(({ id }) => id === box.id)?.productId).toBe(box.productId)
  })

  it('lists missing sizes and addresses, and clears them once given', async () => {
    const [one, other] = (await ofDrop()).filter((box) => box.state === 'assigned')
    const of = (box: typeof one) => eq(memberships.id, box!.membershipId)
    const { db } = test.shop
    const [was] = await db.select().from(memberships).where(of(one))
    await db.update(memberships).set({ size: 'Unsure' }).where(of(one))
    await db.update(boxes).set({ size: 'Unsure' }).where(eq(boxes.id, one!.id))
    await db
      .update(memberships)
      .set({ address: { ...(was!.address as object), zipCode: ' ' } })
      .where(of(other))
    await curateDrop(test.shop, { drop })
    const { exceptions } = await listExceptions(test.shop, { drop })
    expect(exceptions.map((each) => [each.boxId, each.reason]).sort()).toEqual(
      [
        [one!.id, 'size'],
        [other!.id, 'address'],
      ].sort(),
    )
    await db.update(memberships).set({ size: was!.size, address: was!.address }).where(of(one))
    await db.update(memberships).set({ address: was!.address }).where(of(other))
    // A third one may give up its belt for one of them.
    expect((await curateDrop(test.shop, { drop })).held).toBe(0)
    const mended = (await ofDrop()).filter(({ id }) => id === one!.id || id === other!.id)
    expect(mended.map(({ state }) => state)).toEqual(['assigned', 'assigned'])
  })

  it('counts a reissued belt as the one already sent', async () => {
    const { db } = test.shop
    const again = sql`select b.id from boxes b join products p on p.id = b.product_id
      join boxes h on h.person_id = b.person_id and h.drop < b.drop join products q on q.id = h.product_id
      where b.drop = ${drop} and b.state = 'assigned' and p.design = q.design and p.id <> q.id`
    const known = sql`update products set design = first.design from products first
      where first.drop = '2026-11' and products.drop = ${drop} and first.name = products.name and first.gender = products.gender`
    await db.execute(known)
    const before = (await db.execute(again)) as unknown as { rows: unknown[] }
    expect(before.rows.length).toBeGreaterThan(0)
    await curateDrop(test.shop, { drop })
    expect(((await db.execute(again)) as unknown as { rows: unknown[] }).rows).toEqual([])
    await db.execute(sql`update products set design = gen_random_uuid()`)
    await curateDrop(test.shop, { drop })
  })

  it('remembers a sent belt for three years, and no longer', async () => {
    const { db } = test.shop
    const [box] = (await ofDrop()).filter((each) => each.state === 'assigned')
    const belt = box!.productId!
    const older = and(eq(boxes.personId, box!.personId), ne(boxes.id, box!.id))
    const [former] = await db.select().from(boxes).where(older).limit(1)
    await db.update(boxes).set({ productId: null, state: 'owed' }).where(eq(boxes.id, box!.id))
    for (const [month, isKnown] of [
      ['2024-01', true],
      ['2023-12', false],
    ] as const) {
      await db.update(boxes).set({ drop: month, productId: belt }).where(eq(boxes.id, former!.id))
      const [read] = await readBoxes(db, drop, [box!.id], await historyReader(db, [drop], [belt]))
      expect(read!.excluded.includes(belt), month).toBe(isKnown)
    }
    await db.update(boxes).set(former!).where(eq(boxes.id, former!.id))
    await curateDrop(test.shop, { drop })
  })
})

it('two curations at once are one, and a killed one doesn’t block the next', async () => {
  const answers = await Promise.allSettled([1, 2, 3].map(() => curateDrop(test.shop, { drop })))
  expect(answers.some((answer) => answer.status === 'fulfilled')).toBe(true)
  await beginRun(test.shop, drop, false)
  await expect(curateDrop(test.shop, { drop })).rejects.toThrow('being curated right now')
  test.clock.set(new Date(test.clock.now().getTime() + silentAfter + 1).toISOString())
  expect(await readCuration(test.shop, { drop })).toMatchObject({ state: 'failed' })
  expect(await curateDrop(test.shop, { drop })).toMatchObject({ state: 'done' })
  const open = await test.shop.db.select().from(curationRuns).where(eq(curationRuns.state, 'running'))
  expect(open).toEqual([])
})

it('a disliked belt never comes again, and its style comes last', async () => {
  const { db } = test.shop
  const [taken] = await db
    .select({ box: boxes, styles: memberships.styles })
    .from(boxes)
    .innerJoin(memberships, eq(memberships.id, boxes.membershipId))
    .where(
      sql`${boxes.drop} = ${drop} and ${boxes.state} = 'assigned' and jsonb_array_length(${memberships.styles}) = 3`,
    )
  const { personId, productId } = taken!.box
  const [belt] = await db.select().from(products).where(eq(products.id, productId!))
  const [sent] = await db
    .select({ id: boxes.id })
    .from(boxes)
    .innerJoin(products, eq(products.id, boxes.productId))
    .where(
      sql`${boxes.personId} = ${personId} and ${boxes.drop} < ${drop} and ${products.style} = ${belt!.style}`,
    )
  // Whoever had none of its style was sent one.
  const [had] = sent
    ? [sent]
    : await db
        .select()
        .from(boxes)
        .where(and(eq(boxes.personId, personId), lt(boxes.drop, drop)))
  if (!sent) {
    const [other] = await db
      .select()
      .from(products)
      .where(and(eq(products.style, belt!.style), eq(products.gender, belt!.gender), lt(products.drop, drop)))
    await db.update(boxes).set({ productId: other!.id }).where(eq(boxes.id, had!.id))
  }
  const said = { boxId: had!.id, taste: 'not_for_me', at: test.clock.now() }
  await db.insert(boxFeedback).values(said)
  await curateDrop(test.shop, { drop })
  const [after] = await db
    .select({ style: products.style })
    .from(boxes)
    .innerJoin(products, eq(products.id, boxes.productId))
    .where(eq(boxes.id, taken!.box.id))
  expect(after?.style).not.toBe(belt!.style)
})

it('the forecast covers six drops and writes nothing', async () => {
  const before = await ofDrop()
  const made = await forecastDrops(test.shop)
  expect(made.map((each) => each.drop)).toEqual([
    '2026-12',
    '2027-01',
    '2027-02',
    '2027-03',
    '2027-04',
    '2027-05',
  ])
  // Forty of December are packed; everybody renews, and what is on the shelf runs short.
  expect(made.map((each) => each.boxes)).toEqual([260, 300, 300, 300, 300, 300])
  expect(made[0]).toMatchObject({ filled: 260, ownBelts: 12, lines: [] })
  expect(made[5]!.filled).toBeLessThan(300)
  expect(made[5]!.lines[0]!.sentence).toMatch(
    /^May: \d+ (people|person) of size \d\d \((men|women)\), .+ (have|has) no (unseen belt|belt left) \(.+\)\.$/,
  )
  expect(await ofDrop()).toEqual(before)
  // Nobody gets one in a month the owner has moved.
  const moved = { drop: '2027-03', cutOffAt: new Date('2027-03-01T04:59:59.999Z'), shipBy: '2027-03-05' }
  const move = { drop: '2027-03', kind: 'month', toDrop: '2027-04', words: 'Late.', username: 'owner' }
  await test.shop.db.insert(drops).values(moved)
  await test.shop.db.insert(dropNotices).values(move)
  expect((await forecastDrops(test.shop)).map((each) => each.boxes)).toEqual([260, 300, 300, 0, 300, 300])
  await test.shop.db.delete(dropNotices)
  await test.shop.db.delete(drops).where(eq(drops.drop, '2027-03'))
})

it('a lower inventory count takes back assigned belts', async () => {
  const { db } = test.shop
  const owner = await signIn(test)
  const [most] = (await ofDrop()).filter((box) => box.state === 'assigned')
  const { productId: beltId, size } = most!
  const promised = () =>
    db.$count(
      boxes,
      sql`${boxes.productId} = ${beltId} and ${boxes.size} = ${size} and ${boxes.state} = 'assigned'`,
    )
  const count = await promised()
  const [variant] = await db
    .select()
    .from(beltVariants)
    .where(sql`${beltVariants.productId} = ${beltId} and ${beltVariants.size} = ${size}`)
  const changes = [{ size, stock: count - 1, was: variant!.stock }]
  const asked = async (stock: number) =>
    (await owner.get(`/api/admin/belts/${beltId}/promised?size=${size}&stock=${stock}`)).body.boxes
  expect(await asked(count)).toEqual([])
  // A member’s own choice is kept longer, and a replacement in any case.
  const of = (id: string) => eq(boxes.id, id)
  const [first] = await asked(count - 1)
  await db.update(boxes).set({ isChosen: true }).where(of(first.id))
  const [second] = await asked(count - 1)
  expect(second.id).not.toBe(first.id)
  const [owed] = await db.select().from(boxes).where(of(first.id))
  const replacing = { isChosen: false, kind: 'replacement', paymentId: null, valueCents: 0 } as const
  await db.update(boxes).set(replacing).where(of(first.id))
  const all = await asked(0)
  expect(all).toHaveLength(count - 1)
  expect(all.map(({ id }: { id: string }) => id)).not.toContain(first.id)
  await db
    .update(boxes)
    .set({ ...owed!, isChosen: false })
    .where(of(first.id))
  const [loser, ...others] = await asked(count - 1)
  expect(others).toEqual([])
  expect((await owner.patch(`/api/admin/belts/${beltId}/stock`, { changes })).status).toBe(200)
  expect(await promised()).toBe(count - 1)
  // The named person is the one who lost it.
  const [lost] = await db.select().from(boxes).where(eq(boxes.id, loser.id))
  expect(lost).toMatchObject({ state: 'owed', productId: null })
  expect(loser.name).not.toBe('')
  expect(await overPromised()).toEqual([])
})

it('the worker curates once at the cutoff', async () => {
  const { db } = test.shop
  const runs = () => db.$count(curationRuns, eq(curationRuns.isAutomatic, true))
  // The last moment of November in New York.
  test.clock.set('2026-12-01T04:59:59.000Z')
  await curateDue(test.shop)
  expect(await runs()).toBe(0)
  test.clock.set('2026-12-01T05:00:30Z')
  await Promise.all([curateDue(test.shop), curateDue(test.shop)])
  await curateDue(test.shop)
  expect(await runs()).toBe(1)
  const waiting = () => db.$count(boxes, sql`${boxes.drop} = ${drop} and ${boxes.state} = 'owed'`)
  expect(await waiting()).toBe(0)
  // A box that joins later is curated too, unless the owner holds the drop.
  const [one] = (await ofDrop()).filter((box) => box.state === 'assigned')
  await db.update(boxes).set({ state: 'owed', productId: null }).where(eq(boxes.id, one!.id))
  const hold = (state: 'held' | 'open') =>
    db
      .insert(drops)
      .values({ drop, cutOffAt: new Date('2026-12-01T04:59:59.999Z'), shipBy: '2026-12-05', state })
      .onConflictDoUpdate({ target: drops.drop, set: { state } })
  await hold('held')
  await curateDue(test.shop)
  expect([await runs(), await waiting()]).toEqual([1, 1])
  await hold('open')
  await curateDue(test.shop)
  expect([await runs(), await waiting()]).toEqual([2, 0])
  // Curated by hand, it stays on hold.
  await hold('held')
  await curateDrop(test.shop, { drop })
  expect(await db.select().from(drops).where(eq(drops.drop, drop))).toMatchObject([{ state: 'held' }])
})
