import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { beltVariants, boxes, memberships, products } from '../../db/schema.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { fillInventory } from '../../test/fill-inventory.ts'
import { insertMembers } from '../../test/many-members.ts'
import type { Shop } from '../shop/shop.ts'
import { curateDrop, finishCuration } from './curate-drop.ts'
import { beginRun, RunLost, silentAfter } from './curation-run.ts'
import { releasePromises } from './inventory.ts'

const drop = '2026-12'
let test: TestShop
let best: number
beforeAll(async () => {
  test = await createTestShop({ connections: 10, now: '2026-11-21T15:00:00Z' })
  const { db } = test.shop
  await db.update(products).set({ isActive: false })
  await insertMembers(db, { count: 200, drop, months: 0 })
  await fillInventory(db, drop, 2, 2)
  best = (await curateDrop(test.shop, { drop })).assigned
})
afterAll(() => test.close())

const filled = () => test.shop.db.$count(boxes, sql`${boxes.drop} = ${drop} and ${boxes.state} = 'assigned'`)
const passSilence = () => test.clock.set(new Date(test.clock.now().getTime() + silentAfter + 1).toISOString())

async function overPromised(): Promise<number> {
  const { rows } = (await test.shop.db.execute(sql`
    select v.id from boxes b join belt_variants v on v.product_id = b.product_id and v.size = b.size
    where b.state = 'assigned' group by v.id having count(*) > v.stock`)) as unknown as { rows: unknown[] }
  return rows.length
}

/** Like a process killed after so many transactions: from then on nothing reaches the database. */
function dyingAfter(shop: Shop, transactions: number): Shop {
  let left = transactions
  const dead = () => {
    throw new Error('killed')
  }
  const db = new Proxy(shop.db, {
    get(target, name: keyof Database) {
      if (left <= 0) return dead
      const value = Reflect.get(target, name) as unknown
      if (name === 'transaction') left--
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...shop, db }
}

/** Something is done between what a run has read and what it writes. */
function meanwhile(shop: Shop, act: () => Promise<void>): Shop {
  let isDone = false
  const db = new Proxy(shop.db, {
    get(target, name: keyof Database) {
      const value = Reflect.get(target, name) as unknown
      if (typeof value !== 'function') return value
      if (name !== 'transaction' || isDone) return value.bind(target)
      return async (...input: Parameters<Database['transaction']>) => {
        isDone = true
        await act()
        return target.transaction(...input)
      }
    },
  })
  return { ...shop, db }
}

it('killed after any transaction, the drop is whole and the next run finishes it', async () => {
  const { db } = test.shop
  for (let transactions = 1; ; transactions++) {
    // Everyone’s belt changes hands: half lose theirs, and all have to be checked.
    await db
      .update(boxes)
      .set({ productId: null, state: 'owed' })
      .where(sql`${boxes.drop} = ${drop} and get_byte(uuid_send(${boxes.id}), 15) % 2 = 0`)
    await db
      .update(products)
      .set({ isActive: sql`${products.sku} like '%1-%' or ${transactions} % 2 = 0` })
      .where(eq(products.drop, drop))
    const ended = await curateDrop(dyingAfter(test.shop, transactions), { drop }).then(
      () => true,
      () => false,
    )
    expect(await overPromised()).toBe(0)
    passSilence()
    await db.update(products).set({ isActive: true }).where(eq(products.drop, drop))
    expect(await curateDrop(test.shop, { drop })).toMatchObject({ state: 'done', assigned: best })
    expect(await filled()).toBe(best)
    if (ended) break
    expect(transactions).toBeLessThan(20)
  }
})

it('a superseded run writes nothing more', async () => {
  const slow = await beginRun(test.shop, drop, false)
  passSilence()
  await curateDrop(test.shop, { drop })
  const isOne = eq(boxes.id, sql`(select id from boxes where drop = ${drop} and state = 'assigned' limit 1)`)
  await test.shop.db.update(boxes).set({ productId: null, state: 'owed' }).where(isOne)
  await expect(finishCuration(test.shop, slow)).rejects.toThrow(RunLost)
  expect(await filled()).toBe(best - 1)
  await curateDrop(test.shop, { drop })
  expect(await filled()).toBe(best)
})

it('a size or address given during curation is used', async () => {
  const { db } = test.shop
  const [unsure, nowhere] = await db.select().from(boxes).where(eq(boxes.drop, drop)).limit(2)
  // Who changes a size that they had is sent no belt of the one before.
  const others = and(
    eq(boxes.drop, drop),
    eq(boxes.state, 'assigned'),
    notInArray(boxes.id, [unsure!.id, nowhere!.id]),
  )
  const [grown] = await db.select().from(boxes).where(others).limit(1)
  const next = grown!.size === '32' ? '34' : '32'
  await db.update(boxes).set({ productId: null, state: 'owed' }).where(eq(boxes.id, grown!.id))
  const [one, other] = [unsure!, nowhere!].map(({ membershipId }) => eq(memberships.id, membershipId))
  const [known] = await db.select().from(memberships).where(one!)
  const [placed] = await db.select().from(memberships).where(other!)
  await db.update(memberships).set({ size: 'Unsure' }).where(one!)
  await db.update(memberships).set({ address: {} }).where(other!)
  await db
    .update(boxes)
    .set({ productId: null, state: 'owed', holdReason: null, size: null })
    .where(inArray(boxes.id, [unsure!.id, nowhere!.id]))
  const told = meanwhile(test.shop, async () => {
    await db.update(memberships).set({ size: known!.size }).where(one!)
    await db.update(memberships).set({ address: placed!.address }).where(other!)
    await db.update(memberships).set({ size: next }).where(eq(memberships.id, grown!.membershipId))
  })
  await finishCuration(told, await beginRun(test.shop, drop, false))
  const left = await db.$count(boxes, inArray(boxes.holdReason, ['size', 'address']))
  const [given] = await db.select().from(boxes).where(eq(boxes.id, grown!.id))
  expect(left).toBe(0)
  expect(given!.productId === null || given!.size === next).toBe(true)
  await db.update(memberships).set({ size: grown!.size! }).where(eq(memberships.id, grown!.membershipId))
  await db.update(boxes).set({ productId: null, state: 'owed' }).where(eq(boxes.id, grown!.id))
  await curateDrop(test.shop, { drop })
  expect(await filled()).toBe(best)
})

it('that stopped at an error can be begun again at once', async () => {
  const broken = meanwhile(test.shop, () => Promise.reject(new Error('disk full')))
  const stopped = finishCuration(broken, await beginRun(test.shop, drop, false))
  await expect(stopped).rejects.toThrow('disk full')
  expect((await curateDrop(test.shop, { drop })).state).toBe('done')
})

it('a belt promised to the same person in another month meanwhile is not sent to them twice', async () => {
  const { db } = test.shop
  const isAssigned = and(eq(boxes.drop, drop), eq(boxes.state, 'assigned'))
  const [one] = await db.select().from(boxes).where(isAssigned).limit(1)
  const { membershipId, personId, productId } = one!
  const isIt = eq(boxes.id, one!.id)
  await db.update(boxes).set({ productId: null, state: 'owed' }).where(isIt)
  const elsewhere = meanwhile(test.shop, async () => {
    const box = { membershipId, personId, productId, drop: '2027-01', state: 'assigned' } as const
    await db.insert(boxes).values({ ...box, kind: 'replacement', ordinal: 1, valueCents: 0 })
  })
  await finishCuration(elsewhere, await beginRun(test.shop, drop, false))
  const [after] = await db.select().from(boxes).where(isIt)
  expect(['assigned', 'held']).toContain(after!.state)
  expect(after!.productId).not.toBe(productId)
  await db.delete(boxes).where(eq(boxes.drop, '2027-01'))
})

// The embedded database has one connection: nothing is done there while a transaction is open.
it.skipIf(inject('databaseKind') === 'embedded')(
  'waits for who counts the shelf, and promises what that leaves',
  async () => {
    const { db } = test.shop
    await db
      .update(boxes)
      .set({ productId: null, state: 'owed', holdReason: null })
      .where(eq(boxes.drop, drop))
    let curated: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      await tx.update(beltVariants).set({ stock: 0 })
      let isOver = false
      curated = curateDrop(test.shop, { drop }).finally(() => {
        isOver = true
      })
      // Until it stands before the lock; or, if it asked for none, until it is through.
      for (;;) {
        const { rows } = (await db.execute(sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)) as unknown as {
          rows: unknown[]
        }
        if (isOver || rows.length > 0) return
      }
    })
    await curated
    expect(await filled()).toBe(0)
    await db.update(beltVariants).set({ stock: 2 })
  },
)

it('it never assigns more than the inventory, even during counts and packing', async () => {
  const { db } = test.shop
  await db.update(boxes).set({ productId: null, state: 'owed', holdReason: null }).where(eq(boxes.drop, drop))
  const shelf = await db
    .select({ id: beltVariants.id, beltId: beltVariants.productId, size: beltVariants.size })
    .from(beltVariants)
    .innerJoin(products, eq(products.id, beltVariants.productId))
    .where(eq(products.drop, drop))
  const count = shelf.slice(0, 40).map((place) =>
    db.transaction(async (tx) => {
      await tx.update(beltVariants).set({ stock: 1 }).where(eq(beltVariants.id, place.id))
      await releasePromises(tx, test.shop, { ...place, stock: 1 })
    }),
  )
  const pack = Array.from({ length: 10 }, () =>
    db.execute(sql`
      with one as (
        select v.id as place, (array_agg(b.id))[1] as box from belt_variants v
        join boxes b on b.product_id = v.product_id and b.size = v.size and b.state = 'assigned' where v.stock > 0
        group by v.id order by v.id limit 1
      ), taken as (update belt_variants set stock = stock - 1 where id in (select place from one) and stock > 0 returning id)
      update boxes set state = 'packed', packed_at = now() where id in (select box from one) and exists (select from taken)`),
  )
  await Promise.all([curateDrop(test.shop, { drop }), ...count, ...pack])
  expect(await overPromised()).toBe(0)
  const packed = await db.select().from(boxes).where(eq(boxes.state, 'packed'))
  const again = await curateDrop(test.shop, { drop })
  expect(again.assigned).toBe(await filled())
  expect(await overPromised()).toBe(0)
  const after = await db.select().from(boxes).where(eq(boxes.state, 'packed'))
  expect(after.map((box) => box.productId).sort()).toEqual(packed.map((box) => box.productId).sort())
})
