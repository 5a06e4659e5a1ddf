import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxes, delays } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { noteRound } from '../clock/after-a-break.ts'
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

it('nobody’s silence is taken for an answer on the day after the shop was down or restored', async () => {
  const { db } = test.shop
  const ids: string[] = []
  for (const [membership] of [await join(test, [selfItem()]), await join(test, [selfItem()])]) {
    const isTheirs = eq(boxes.membershipId, membership!.id)
    ids.push((await db.select().from(boxes).where(isTheirs))[0]!.id)
  }
  const states = async () => {
    const rows = await db.select().from(boxes)
    return ids.map((id) => rows.find((box) => box.id === id)!.state)
  }
  const asked = { reason: 'late', silence: 'refund', refundAfter: '2026-12-12' } as const
  const days = { originalDay: '2026-12-05', wasDay: '2026-12-05', newDay: '2026-12-19' }
  await db.insert(delays).values(ids.map((boxId) => ({ ...asked, ...days, boxId })))
  test.clock.set('2026-12-12T10:00:00Z')
  await work(1)
  // Days later it's back, and somebody says that one of them left meanwhile.
  test.clock.set('2026-12-14T15:00:00Z')
  await work(12)
  expect(await states()).toEqual(['owed', 'owed'])
  await db.update(boxes).set({ state: 'shipped', shippedAt: test.shop.now() }).where(eq(boxes.id, ids[1]!))
  await work(12)
  expect(await states()).toEqual(['owed', 'shipped'])
  await work(1)
  expect(await states()).toEqual(['refunded', 'shipped'])
})
