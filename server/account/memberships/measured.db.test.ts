import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memberships, orderItems } from '../../../db/schema.ts'
import type { CartItem } from '../../../domain/cart.ts'
import { tapeAddress, tapePapers } from '../../../domain/tape.ts'
import { giftItem, selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { signInMember } from '../../../test/member.ts'
import { join } from '../../../test/members.ts'
import { slipRows } from '../../admin/drops/packing-slips.ts'
import { loadGift } from '../../gifts/load-gift.ts'
import { giftLink } from '../../gifts/open-gift.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

let count = 0
/** Somebody new joins with a size that was, or wasn't, measured. */
async function joinWith(changes: Partial<CartItem>) {
  const item = selfItem('monthly')
  const email = `m${++count}@example.com`
  const shippingDetails = { ...item.shippingDetails!, email }
  const [membership] = await join(test, [{ ...item, shippingDetails, ...changes }])
  return { email, id: membership!.id, member: await signInMember(test, email) }
}
async function measuredOf(id: string) {
  const [row] = await test.shop.db.select().from(memberships).where(eq(memberships.id, id))
  return [row!.size, row!.measuredInches]
}

it('what was measured in the quiz is kept with the membership, and its member and packer see it', async () => {
  const { id, member } = await joinWith({ size: '36', measured: 35.84 })
  expect(await measuredOf(id)).toEqual(['36', 35.8])
  const { memberships: mine } = (await member.get('/api/account')).body
  expect(mine[0].taste).toMatchObject({ size: '36', measured: 35.8 })
  const { db } = test.shop
  await db.execute(
    sql`update boxes set product_id = (select id from products limit 1), state = 'packed', packed_at = now() where membership_id = ${id}`,
  )
  const [slip] = await slipRows(db, {
    drop: mine[0].boxes[0].drop,
    which: sql`b.membership_id = ${id}`,
    ...{ after: undefined, limit: 1 },
  })
  expect(slip).toMatchObject({ size: '36', measured: 35.8 })
})

it('a length that means another size, or none, is not kept, and one that can’t be a belt is refused', async () => {
  const { id } = await joinWith({ size: '38', measured: 35.8 })
  expect(await measuredOf(id)).toEqual(['38', null])
  const unsure = await joinWith({ size: 'Unsure', measured: 35.8 })
  expect(await measuredOf(unsure.id)).toEqual(['Unsure', null])
  const refused = await test.post('/api/create-payment-intent', {
    cartItems: [selfItem('monthly', { measured: 360 })],
  })
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain('Send at most 60 inches.')
})

it('a member measures later, and what changes the size without measuring, whoever does it, drops it', async () => {
  const { id, member } = await joinWith({ size: '36' })
  const set = (body: object) => member.post(`/api/account/memberships/${id}/size`, body)
  expect((await set({ size: '36', measured: 36.2 })).body.taste).toMatchObject({ size: '36', measured: 36.2 })
  expect((await set({ size: '36' })).body.taste.measured, 'nothing changed').toBe(36.2)
  expect((await set({ size: '38', measured: 37.5 })).body.taste).toMatchObject({ size: '38', measured: 37.5 })
  expect((await set({ size: '40' })).body.taste).toMatchObject({ size: '40', measured: null })
  // Staff, a handover and whatever comes later write the same column.
  await set({ size: '38', measured: 37.5 })
  await test.shop.db.update(memberships).set({ size: '36' }).where(eq(memberships.id, id))
  expect(await measuredOf(id)).toEqual(['36', null])
})

it('another wearer of the same size doesn’t get the measure of the first', async () => {
  const { id } = await joinWith({ size: '36', measured: 35.8 })
  const { db, now } = test.shop
  await db.update(memberships).set({ theirsSince: now(), size: '36' }).where(eq(memberships.id, id))
  expect(await measuredOf(id)).toEqual(['36', null])
})

it('a gift’s recipient measures their own belt', async () => {
  const [membership] = await join(test, [giftItem('12-months')])
  const gift = (await loadGift(test.shop, membership!.id))!
  const token = (await giftLink(test.shop, gift)).split('/gift/')[1]!
  const opened = (await test.post('/api/account/gift', { token })).body
  expect(opened.measured).toBeNull()
  const chosen = await test.post('/api/account/gift/choice', {
    ...{ token, styles: ['dress'], size: '34', measured: 33.6, address: opened.address },
  })
  expect(chosen.body).toMatchObject({ size: '34', measured: 33.6 })
  expect(await measuredOf(membership!.id)).toEqual(['34', 33.6])
})

it('who has their data deleted leaves no measure, neither with the membership nor with the order', async () => {
  const { id, member } = await joinWith({ size: '36', measured: 35.8 })
  const { db } = test.shop
  await db.update(memberships).set({ status: 'ended', renews: false }).where(eq(memberships.id, id))
  await db.execute(sql`update boxes set state = 'delivered' where membership_id = ${id}`)
  expect((await member.post('/api/account/my-data/delete')).status).toBe(200)
  expect(await measuredOf(id)).toEqual(['36', null])
  const items = await db.select().from(orderItems)
  const [own] = await db.select().from(memberships).where(eq(memberships.id, id))
  expect(items.find((item) => item.id === own!.orderItemId)!.preferences).not.toHaveProperty('measured')
})

it('the printable tape has one address per paper, a validator, and a day in caches', async () => {
  for (const { id } of tapePapers) {
    const first = await test.app.request(tapeAddress(id))
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(first.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    expect(
      Buffer.from(await first.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const etag = first.headers.get('etag')!
    const again = await test.app.request(tapeAddress(id), { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await test.app.request(`${tapeAddress(id)}/`)).headers.get('location')).toBe(tapeAddress(id))
  }
  expect((await test.app.request('/measuring-tape-a3.pdf')).status).toBe(404)
})
