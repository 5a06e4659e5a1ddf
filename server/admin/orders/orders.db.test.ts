import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLog, orders, outbox, users } from '../../../db/schema.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { giftItem, selfItem, toCalifornia } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { join } from '../../../test/members.ts'

let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
})
beforeEach(async () => {
  await test.shop.db.delete(outbox)
  test.clock.advance(60_000)
  test.mails.length = 0
})
afterAll(() => test.close())

/** Buys these and gives the newest order as the admin shows it. */
async function buy(...cart: Parameters<typeof join>[1]) {
  await join(test, cart)
  test.mails.length = 0
  return (await owner.get('/api/admin/orders?limit=1')).body.orders[0]
}

describe('the order list (spec §2, §7)', () => {
  it('includes answers to the owner’s own questions, also in the export', async () => {
    const asked = [
      { question: 'What is it for?', answers: ['Work', 'Weddings'] },
      { question: 'Which shoes?', answers: ['Brown'] },
    ]
    const order = await buy(selfItem('monthly', { extraAnswers: asked }))
    expect(order.orderItems[0].preferences.extraAnswers).toEqual(asked)
    const file = await (await owner.request('GET', '/api/admin/orders.csv')).text()
    expect(file.split(/\r?\n/)[0]).toMatch(/,quiz_answers$/)
    expect(file).toContain('What is it for? Work, Weddings | Which shoes? Brown')
  })

  it('shows each order with data, customer, shipping and items, newest first', async () => {
    const older = await buy(selfItem('monthly'))
    test.clock.advance(60_000)
    const own = toCalifornia(selfItem('6-months'))
    own.shippingDetails!.address2 = ' Apt 5 '
    const order = await buy(own, giftItem('12-months'))
    const { status, body } = await owner.get('/api/admin/orders')
    expect(status).toBe(200)
    expect(body.orders.map((each: { id: string }) => each.id).slice(0, 2)).toEqual([order.id, older.id])
    expect(body).toMatchObject({ total: body.orders.length, gifts: 1, nextCursor: null })
    expect(body.orders[0]).toMatchObject({
      orderNumber: expect.stringMatching(/^BC-/),
      status: 'pending',
      subtotalAmount: '951.00',
      taxAmount: '25.88',
      totalAmount: '976.88',
      currency: 'USD',
      recipientType: 'gift',
      giftRecipientName: 'Thomas Ellison',
      giftRecipientEmail: 'thomas@example.com',
      giftSenderName: 'Maya Ellison',
      giftDeliveryDate: '2026-12-01',
      giftNote: 'For Thomas Ellison, from Maya Ellison',
      giftMessage: 'Happy birthday.',
      needsStyleSelection: true,
      purchaserEmail: 'maya@example.com',
      customer: { username: 'Guest Order', email: 'maya@example.com' },
      shippingInfo: {
        recipientName: 'Maya Ellison',
        addressLine2: 'Apt 5',
        state: 'California',
        country: 'US',
        trackingNumber: null,
      },
      shippingAddresses: [{ recipientName: 'Maya Ellison' }, { recipientName: 'Thomas Ellison' }],
      orderItems: [
        { price: '357.00', quantity: 1, preferences: { planId: '6-months', size: '36' } },
        { price: '594.00', preferences: { planId: '12-months' } },
      ],
    })
    expect(new Date(body.orders[0].createdAt).getTime()).toBeGreaterThan(
      new Date(body.orders[1].createdAt).getTime(),
    )
  })

  it('names the account of an order that has one', async () => {
    const { id } = await buy(selfItem())
    const [user] = await test.shop.db
      .insert(users)
      .values({ username: 'dana', password: 'x', email: 'dana@example.com' })
      .returning()
    await test.shop.db.update(orders).set({ userId: user!.id }).where(eq(orders.id, id))
    const { body } = await owner.get('/api/admin/orders?limit=1')
    expect(body.orders[0].customer).toEqual({ username: 'dana', email: 'dana@example.com' })
  })

  it('refuses an invalid page', async () => {
    expect((await owner.get('/api/admin/orders?cursor=7')).status).toBe(400)
    expect((await owner.get('/api/admin/orders?limit=0')).status).toBe(400)
  })
})

describe('the status (spec §4, §7)', () => {
  it('changes from any to any, logged once per change', async () => {
    const { id } = await buy(selfItem())
    for (const status of ['delivered', 'pending', 'cancelled', 'shipped', 'shipped', 'processing']) {
      const answer = await owner.patch(`/api/admin/orders/${id}/status`, { status })
      expect(answer.status).toBe(200)
      expect(answer.body.order).toMatchObject({ id, status })
    }
    const lines = await test.shop.db.select().from(auditLog).where(eq(auditLog.entityId, id))
    expect(lines).toHaveLength(5)
    expect(lines.find((line) => JSON.stringify(line.after).includes('cancelled'))).toMatchObject({
      action: 'order.status',
      username: owner.username,
      before: { status: 'pending' },
    })
  })

  it('refuses unknown values and orders, and viewers', async () => {
    const { id } = await buy(selfItem())
    expect((await owner.patch(`/api/admin/orders/${id}/status`, { status: 'lost' })).status).toBe(400)
    expect((await owner.patch(`/api/admin/orders/${id}/status`, {})).status).toBe(400)
    const nobody = '00000000-0000-4000-8000-000000000000'
    const unknown = await owner.patch(`/api/admin/orders/${nobody}/status`, { status: 'shipped' })
    expect(unknown.status).toBe(404)
    const viewer = await signIn(test, 'viewer')
    expect((await viewer.patch(`/api/admin/orders/${id}/status`, { status: 'shipped' })).status).toBe(403)
  })
})

describe('shipping with tracking', () => {
  const number = '1Z999AA10123456784'

  it('emails the buyer once, in whichever order the two are set', async () => {
    const { id, orderNumber } = await buy(giftItem('6-months'))
    await owner.patch(`/api/admin/orders/${id}/status`, { status: 'shipped' })
    await test.work()
    expect(test.mails).toHaveLength(0)
    await owner.patch(`/api/admin/orders/${id}/tracking`, { trackingNumber: ` ${number} ` })
    await owner.patch(`/api/admin/orders/${id}/tracking`, { trackingNumber: number })
    await owner.patch(`/api/admin/orders/${id}/status`, { status: 'pending' })
    await owner.patch(`/api/admin/orders/${id}/status`, { status: 'shipped' })
    await test.work()
    expect(test.mails).toHaveLength(1)
    expect(test.mails[0]).toMatchObject({ to: 'maya@example.com', kind: 'order-shipped' })
    expect(test.mails[0]!.subject).toContain('Thomas')
    expect(test.mails[0]!.text).toContain(number)
    expect(test.mails[0]!.text).toContain(orderNumber)
    // `buy` reads the newest order.
    test.clock.advance(60_000)
    const other = await buy(selfItem())
    await owner.patch(`/api/admin/orders/${other.id}/tracking`, { trackingNumber: '1Z999AA10123456785' })
    await test.work()
    const shipped = () => test.mails.filter(({ kind }) => kind === 'order-shipped').length
    expect(shipped()).toBe(0)
    await owner.patch(`/api/admin/orders/${other.id}/status`, { status: 'shipped' })
    await test.work()
    expect(shipped()).toBe(1)
  })

  it('emails again for another number, but not for one corrected in time', async () => {
    const { id } = await buy(selfItem())
    await owner.patch(`/api/admin/orders/${id}/tracking`, { trackingNumber: 'FIRST-1' })
    await owner.patch(`/api/admin/orders/${id}/status`, { status: 'shipped' })
    await owner.patch(`/api/admin/orders/${id}/tracking`, { trackingNumber: 'SECOND-2' })
    await test.work()
    expect(test.mails.map((mail) => mail.text.match(/(FIRST|SECOND)-\d/)?.[0])).toEqual(['SECOND-2'])
    await owner.patch(`/api/admin/orders/${id}/tracking`, { trackingNumber: 'THIRD-3' })
    await test.work()
    expect(test.mails).toHaveLength(2)
  })

  it('keeps a number for each parcel', async () => {
    const order = await buy(selfItem(), giftItem('6-months'))
    const [, second] = order.shippingAddresses
    const path = `/api/admin/orders/${order.id}/tracking`
    const answer = await owner.patch(path, { trackingNumber: 'B-2', shippingInfoId: second.id })
    expect(answer.body.order.shippingAddresses).toMatchObject([
      { trackingNumber: null },
      { recipientName: 'Thomas Ellison', trackingNumber: 'B-2' },
    ])
    expect((await owner.patch(path, { trackingNumber: 'A-1' })).body.order.shippingInfo.trackingNumber).toBe(
      'A-1',
    )
    expect((await owner.patch(path, { trackingNumber: '  ' })).status).toBe(400)
  })
})
