import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxes, delays } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { lastBackOn, noteRound } from '../clock/after-a-break.ts'
import { notifyDelays } from './notify-delays.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

/** What the worker does about late belts, for so many hours. */
async function work(hours: number) {
  for (let hour = 0; hour < hours; hour++) {
    await noteRound(test.shop)
    await notifyDelays(test.shop)
    test.clock.advance(60 * 60_000)
  }
}

/** A late belt whose buyer has until December 12 to answer; silence means a refund. */
async function askedBelt() {
  const { db } = test.shop
  const [membership] = await join(test, [selfItem()])
  const [box] = await db.select().from(boxes).where(eq(boxes.membershipId, membership!.id))
  const asked = { reason: 'late', silence: 'refund', refundAfter: '2026-12-12' } as const
  const days = { originalDay: '2026-12-05', wasDay: '2026-12-05', newDay: '2026-12-19' }
  await db.insert(delays).values({ ...asked, ...days, boxId: box!.id })
  return box!.id
}
const stateOf = async (id: string) =>
  (await test.shop.db.select().from(boxes).where(eq(boxes.id, id)))[0]!.state

it('nobody’s silence is taken for an answer on the day after the shop was down or restored', async () => {
  const ids = [await askedBelt(), await askedBelt()]
  const states = () => Promise.all(ids.map(stateOf))
  test.clock.set('2026-12-12T10:00:00Z')
  await work(1)
  // Days later it's back, and somebody says that one of them left meanwhile.
  test.clock.set('2026-12-14T15:00:00Z')
  await work(12)
  expect(await states()).toEqual(['owed', 'owed'])
  await test.shop.db
    .update(boxes)
    .set({ state: 'shipped', shippedAt: test.shop.now() })
    .where(eq(boxes.id, ids[1]!))
  await work(12)
  expect(await states()).toEqual(['owed', 'shipped'])
  await work(1)
  expect(await states()).toEqual(['refunded', 'shipped'])
})

it('a shop that’s off every night takes silence for an answer in the afternoon', async () => {
  test.clock.set('2026-12-16T08:00:00Z')
  await work(15)
  const id = await askedBelt()
  test.clock.set('2026-12-17T08:00:00Z')
  await work(5)
  expect(await stateOf(id)).toBe('owed')
  await work(1)
  expect(await stateOf(id)).toBe('refunded')
  expect(await lastBackOn(test.shop)).toBe('2026-12-14')
})
