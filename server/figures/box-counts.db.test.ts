import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsOf } from '../../db/database.ts'
import { boxCounts, boxes } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join, ledgerOf } from '../../test/members.ts'
import { aggregateBoxCounts } from './add-up.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

const counted = () =>
  rowsOf(
    test.shop.db,
    sql`select drop, state, sum(boxes)::int as boxes from box_counts group by 1, 2 having sum(boxes) <> 0 order by 1, 2`,
  )

it('counts boxes as they are bought, moved, shipped and refunded, even after compaction', async () => {
  const [membership] = await join(test, [selfItem('6-months')])
  const { boxes: bought } = await ledgerOf(test, membership!.id)
  const months = ['2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05']
  expect(await counted()).toEqual(months.map((drop) => ({ drop, state: 'owed', boxes: 1 })))
  await test.shop.db.update(boxes).set({ drop: '2027-02', state: 'held' }).where(eq(boxes.id, bought[0]!.id))
  await test.shop.db.delete(boxes).where(eq(boxes.id, bought[5]!.id))
  const now = [
    { drop: '2027-01', state: 'owed', boxes: 1 },
    { drop: '2027-02', state: 'held', boxes: 1 },
    { drop: '2027-02', state: 'owed', boxes: 1 },
    { drop: '2027-03', state: 'owed', boxes: 1 },
    { drop: '2027-04', state: 'owed', boxes: 1 },
  ]
  expect(await counted()).toEqual(now)
  // What many statements leave behind.
  await test.shop.db.execute(
    sql`insert into box_counts (drop, kind, state, boxes) select '2027-01', 'owed', 'owed', case when n % 2 = 0 then 1 else -1 end from generate_series(1, 600) n`,
  )
  await Promise.all([aggregateBoxCounts(test.shop), aggregateBoxCounts(test.shop)])
  expect(await counted()).toEqual(now)
  expect(await test.shop.db.$count(boxCounts)).toBe(5)
  // Five of six months for $357.00.
  const [worth] = await rowsOf(test.shop.db, sql`select sum(value)::text as value from box_counts`)
  expect(worth).toEqual({ value: '297.50' })
})
