import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditLog, orders, shippingInfo } from '../../../db/schema.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { giftItem, selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { join } from '../../../test/members.ts'

let test: TestShop
let owner: SignedIn
let ids: string[]
let numbers: string[]
const unknown = '00000000-0000-4000-8000-000000000000'
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
  for (const item of [selfItem(), giftItem(), selfItem('6-months')]) await join(test, [item])
  const all = await test.shop.db.select().from(orders).orderBy(orders.createdAt)
  ids = all.map(({ id }) => id)
  numbers = all.map(({ orderNumber }) => orderNumber)
  await test.work()
})
afterAll(() => test.close())

const found = async (query: string): Promise<string[]> =>
  (await owner.get(`/api/admin/orders?${query}`)).body.orders.map(({ id }: { id: string }) => id)

it('sets one status for a selection, logs each, and skips deleted orders', async () => {
  const orderIds = [ids[0], ids[1], unknown]
  const { body } = await owner.post('/api/admin/orders/status', { orderIds, status: 'processing' })
  expect(body).toEqual({ changed: 2, failed: [] })
  const lines = await test.shop.db.select().from(auditLog).where(eq(auditLog.action, 'order.status'))
  expect(lines.map(({ entityId }) => entityId).sort()).toEqual([ids[0], ids[1]].sort())
  expect((await found('status=processing')).sort()).toEqual([ids[0], ids[1]].sort())
})

it('gives each order in a selection its own tracking number', async () => {
  const parcels = [
    { orderId: ids[0], trackingNumber: '9400111899223197428490' },
    { orderId: ids[1], trackingNumber: '9400111899223197428506' },
  ]
  expect((await owner.post('/api/admin/orders/tracking', { parcels })).body).toEqual({
    changed: 2,
    failed: [],
  })
  expect(await found('search=9400111899223197428506')).toEqual([ids[1]])
})

it('skips and names orders another admin changed since the list was read', async () => {
  await owner.patch(`/api/admin/orders/${ids[0]}/status`, { status: 'delivered' })
  const was = { [ids[0]!]: 'processing', [ids[1]!]: 'processing' }
  const asked = { orderIds: [ids[0], ids[1]], status: 'shipped', was }
  const answer = (await owner.post('/api/admin/orders/status', asked)).body
  expect(answer).toMatchObject({ changed: 1, failed: [{ orderNumber: numbers[0] }] })
  expect(answer.failed[0].sentence).toBe('This order is delivered now. Your screen showed processing.')
  await owner.post('/api/admin/orders/status', { orderIds: ids.slice(0, 2), status: 'processing' })

  const parcel = { orderId: ids[0], trackingNumber: '9400111899223197428513', was: null }
  const late = (await owner.post('/api/admin/orders/tracking', { parcels: [parcel] })).body
  expect(late).toMatchObject({ changed: 0, failed: [{ orderNumber: numbers[0] }] })
  expect(await found('search=9400111899223197428490')).toEqual([ids[0]])
})

it('adds tags to orders, finds them by tag, and removes tags', async () => {
  const orderIds = [ids[0], ids[2]]
  const tagged = await owner.post('/api/admin/orders/tags', { orderIds, add: [' VIP ', 'call back'] })
  expect(tagged.body).toEqual({ changed: 2, failed: [] })
  expect((await owner.get('/api/admin/order-tags')).body.tags).toEqual(['call back', 'vip'])
  expect((await found('tag=vip')).sort()).toEqual([ids[0], ids[2]].sort())
  expect(await found('tag=vip&status=processing')).toEqual([ids[0]])
  const { tags } = (await owner.get('/api/admin/orders?tag=vip')).body.orders[0]
  expect(tags).toEqual(['call back', 'vip'])
  await owner.post('/api/admin/orders/tags', { orderIds: [ids[0]], remove: ['vip'] })
  expect(await found('tag=vip')).toEqual([ids[2]])
  expect((await owner.post('/api/admin/orders/tags', { orderIds, add: ['<b>'] })).status).toBe(400)
})

it('emails each buyer once per form in their own name, after a preview', async () => {
  const letter = {
    orderIds: [ids[0], ids[2]],
    subject: 'About {order}',
    text: 'Hi {name},\nit ships Monday.',
  }
  const preview = (await owner.post('/api/admin/orders/mails/preview', letter)).body
  expect(preview).toMatchObject({ to: 'maya@example.com', reached: 2, unreached: 0 })
  expect(preview.text).toBe('Hi Maya,\nit ships Monday.')
  const isIts = eq(shippingInfo.orderId, ids[0]!)
  await test.shop.db.update(shippingInfo).set({ recipientName: 'Dr. Maya Ellison' }).where(isIts)
  const titled = { ...letter, orderIds: [ids[0]] }
  expect((await owner.post('/api/admin/orders/mails/preview', titled)).body.text).toContain(
    'Hi Dr. Maya Ellison,',
  )
  await test.work()
  test.mails.length = 0
  const key = '00000000-0000-4000-8000-000000000001'
  for (const _ of ['sent', 'sent twice'])
    expect((await owner.post('/api/admin/orders/mails', { ...letter, key })).body.failed).toEqual([])
  const other = (await owner.post('/api/admin/orders/mails', { ...letter, text: 'Or Tuesday.', key })).body
  expect(other).toMatchObject({
    changed: 0,
    failed: [{ sentence: expect.stringContaining('wasn’t sent') }, {}],
  })
  await test.work()
  expect(test.mails.map(({ subject }) => subject).sort()).toEqual(
    [`About ${numbers[0]}`, `About ${numbers[2]}`].sort(),
  )
  const packer = await signIn(test, 'packer')
  expect((await packer.post('/api/admin/orders/mails', { ...letter, key })).status).toBe(403)
})

it('exports only a selection', async () => {
  const answer = await owner.request('GET', `/api/admin/orders.csv?only=${ids[2]}`)
  const text = await answer.text()
  expect(text).toContain(numbers[2])
  expect(text.trim().split(/\r?\n/)).toHaveLength(2)
})

it('keeps views with their order counts', async () => {
  const view = (name: string, filters: object) => owner.post('/api/admin/order-searches', { name, filters })
  expect((await view('Gifts', { recipientType: 'gift' })).status).toBe(200)
  expect((await view('Everything', {})).status).toBe(409)
  await view('gifts', { recipientType: 'gift', status: 'delivered' })
  await view('VIPs', { tag: 'vip' })
  const { searches } = (await owner.get('/api/admin/order-searches')).body
  expect(searches).toMatchObject([
    { name: 'gifts', orders: 0, filters: { recipientType: 'gift', status: 'delivered' } },
    { name: 'VIPs', orders: 1 },
  ])
  await view('Of Maya', { search: 'maya@example.com' })
  const counted = async (staff: typeof owner) => {
    const { body } = await staff.get('/api/admin/order-searches')
    return body.searches.find(({ name }: { name: string }) => name === 'Of Maya').orders
  }
  expect(await counted(owner)).toBeGreaterThan(0)
  expect(await counted(await signIn(test, 'packer')), 'whoever sees no emails').toBe(0)
  expect((await owner.request('DELETE', `/api/admin/order-searches/${searches[0].id}`)).status).toBe(200)
  expect((await owner.get('/api/admin/order-searches')).body.searches).toHaveLength(2)
})
