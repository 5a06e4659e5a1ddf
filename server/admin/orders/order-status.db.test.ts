import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxes, type orders } from '../../../db/schema.ts'
import type { BoxState } from '../../../domain/box.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { giftItem, selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { join, ledgerOf } from '../../../test/members.ts'

let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
})
afterAll(() => test.close())

/** An order, its boxes by membership and drop, and what can be done with them. */
async function bought(...cart: Parameters<typeof join>[1]) {
  test.clock.advance(60_000)
  const members = await join(test, cart)
  const owed = await Promise.all(members.map(async ({ id }) => (await ledgerOf(test, id)).boxes))
  const { id } = (await owner.get('/api/admin/orders?limit=1')).body.orders[0]
  return {
    id,
    owed,
    async become(state: BoxState, ...which: (typeof boxes.$inferSelect)[]) {
      for (const box of which) await test.shop.db.update(boxes).set({ state }).where(eq(boxes.id, box.id))
    },
    read: async (): Promise<typeof orders.$inferSelect> =>
      (await owner.get(`/api/admin/orders/${id}`)).body.order,
  }
}

it('an order’s status follows its newest parcel, month after month', async () => {
  const { owed, become, read } = await bought(selfItem('6-months'))
  const [first, second, ...rest] = owed[0]!
  expect(await read()).toMatchObject({ status: 'pending', boxesStatus: 'pending' })
  await become('assigned', first!)
  expect((await read()).status).toBe('pending')
  for (const [state, status] of [
    ['packed', 'processing'],
    ['shipped', 'shipped'],
    ['delivered', 'delivered'],
  ] as const) {
    await become(state, first!)
    expect((await read()).status).toBe(status)
  }
  await become('assigned', second!)
  expect((await read()).status).toBe('delivered')
  await become('packed', second!)
  expect((await read()).status).toBe('processing')
  await become('refunded', ...rest)
  await become('shipped', second!)
  expect((await read()).status).toBe('shipped')
  await become('returned', second!)
  expect((await read()).status).toBe('delivered')
})

it('the slower of two parcels in a drop counts, and a full refund cancels the order', async () => {
  const { owed, become, read } = await bought(selfItem('monthly'), giftItem('6-months'))
  const [[own], gift] = [owed[0]!, owed[1]!]
  await become('assigned', own!, gift[0]!)
  await become('packed', own!, gift[0]!)
  await become('shipped', own!)
  expect((await read()).status).toBe('processing')
  await become('shipped', gift[0]!)
  expect((await read()).status).toBe('shipped')

  const other = await bought(selfItem('6-months'))
  await other.become('refunded', ...other.owed[0]!)
  expect((await other.read()).status).toBe('cancelled')
})

it('a status set by staff is marked as such until the boxes report something new', async () => {
  const { id, owed, become, read } = await bought(selfItem('monthly'))
  await owner.patch(`/api/admin/orders/${id}/status`, { status: 'delivered' })
  expect(await read()).toMatchObject({ status: 'delivered', boxesStatus: 'pending' })
  await become('assigned', ...owed[0]!)
  expect(await read()).toMatchObject({ status: 'delivered', boxesStatus: 'pending' })
  await become('packed', ...owed[0]!)
  expect(await read()).toMatchObject({ status: 'processing', boxesStatus: 'processing' })
  const { history } = (await owner.get(`/api/admin/orders/${id}`)).body
  expect(history.map(({ what }: { what: string }) => what)).toContain(
    'Status set by hand, from pending to delivered',
  )
})

it('two parcels arriving at once leave the order up to date', async () => {
  for (let round = 0; round < 8; round++) {
    const { owed, become, read } = await bought(selfItem('monthly'), giftItem('6-months'))
    const [own, gift] = [owed[0]![0]!, owed[1]![0]!]
    for (const state of ['assigned', 'packed', 'shipped'] as const) await become(state, own, gift)
    await Promise.all([become('delivered', own), become('delivered', gift)])
    expect(await read()).toMatchObject({ status: 'delivered', boxesStatus: 'delivered' })
  }
})
