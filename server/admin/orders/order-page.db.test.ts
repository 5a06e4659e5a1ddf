import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boxes, refunds, shippingInfo } from '../../../db/schema.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { giftItem, selfItem, toCalifornia } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { join } from '../../../test/members.ts'
import { personIdOf } from '../../members/member.ts'

let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
})
afterAll(() => test.close())

async function buy(...cart: Parameters<typeof join>[1]): Promise<string> {
  test.clock.advance(60_000)
  await join(test, cart)
  return (await owner.get('/api/admin/orders?limit=1')).body.orders[0].id
}
const read = async (id: string) => (await owner.get(`/api/admin/orders/${id}`)).body

describe('an order’s page', () => {
  it('shows payments, memberships, boxes, emails, notes and the history in order', async () => {
    const id = await buy(selfItem('6-months'), giftItem('12-months'))
    test.clock.advance(60_000)
    await owner.post(`/api/admin/orders/${id}/notes`, { text: ' Calls back on Monday. ' })
    test.clock.advance(60_000)
    await owner.patch(`/api/admin/orders/${id}/status`, { status: 'processing' })
    const body = await read(id)
    expect(body.memberships.map((each: { boxes: unknown[] }) => each.boxes.length)).toEqual([6, 12])
    expect(body.payments.map((each: { amountCents: number }) => each.amountCents).sort()).toEqual([
      35700, 59400,
    ])
    expect(body.mails).toMatchObject([{ kind: 'order-confirmation', sentAt: expect.any(String) }])
    expect(body.notes).toMatchObject([{ username: owner.username, text: 'Calls back on Monday.' }])
    const deeds = body.history.map((event: { what: string }) => event.what)
    expect(deeds.slice(-2)).toEqual(['Wrote a note', 'Status set by hand, from pending to processing'])
    expect(deeds).toContain('Emailed: Order confirmation')
    expect(deeds[0]).toBe('Ordered')
    const buyer = await owner.get(`/api/admin/people/${personIdOf('maya@example.com')}`)
    const noted = buyer.body.timeline.filter(({ what }: { what: string }) => /note/.test(what))
    expect(noted, 'once').toMatchObject([
      { who: owner.username, what: expect.stringContaining('Wrote a note on BC-') },
    ])
  })

  it('finds nothing for an invalid or unknown ID', async () => {
    expect((await owner.get('/api/admin/orders/7')).status).toBe(400)
    expect((await owner.get('/api/admin/orders/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })

  it('says in words what staff did: tags, emails, credit and a label for a return', async () => {
    const id = await buy(selfItem())
    await test.shop.db.update(boxes).set({ state: 'delivered', deliveredAt: test.clock.now() })
    const [box] = (await read(id)).memberships[0].boxes
    await owner.post('/api/admin/orders/tags', { orderIds: [id], add: ['vip', 'late'], remove: [] })
    await owner.post('/api/admin/orders/tags', { orderIds: [id], add: [], remove: ['late'] })
    const letter = { subject: 'About {order}', text: 'Hello {name}.', key: randomUUID() }
    await owner.post('/api/admin/orders/mails', { orderIds: [id], ...letter })
    const credit = { amountCents: 500, reason: 'A scratch.', key: randomUUID() }
    await owner.post(`/api/admin/orders/${id}/credit`, credit)
    // Whoever changes the amount after a lost reply learns what the first try gave.
    const changed = await owner.post(`/api/admin/orders/${id}/credit`, { ...credit, amountCents: 900 })
    expect([changed.status, changed.body.message]).toEqual([409, expect.stringContaining('$5.00')])
    await owner.post('/api/admin/exchanges', { boxId: box.id, kind: 'return' })
    const { exchanges } = (await owner.get(`/api/admin/exchanges?state=open&orderId=${id}`)).body
    await owner.post(`/api/admin/exchanges/${exchanges[0].id}/label`)
    const { order, history } = await read(id)
    const deeds = history.map((event: { what: string }) => event.what)
    expect(deeds).toEqual(
      expect.arrayContaining([
        'Tagged late, vip',
        'Took off the tag late',
        `Emailed the buyer: About ${order.orderNumber}`,
        'Gave $5.00 of store credit: A scratch.',
        `${exchanges[0].number}: the return label was sent`,
      ]),
    )
    expect(deeds.filter((deed: string) => /\b(order|exchange)\.[a-z]/.test(deed))).toEqual([])
  })

  it('shows an email that was sent again', async () => {
    const id = await buy(selfItem())
    const [mail] = (await read(id)).mails
    expect((await owner.post(`/api/admin/mails/${mail.id}/send-again`)).status).toBe(200)
    expect((await read(id)).history.map((event: { what: string }) => event.what)).toContain(
      'Sent an email again',
    )
  })
})

describe('a refund', () => {
  it('previews its amount, covers one box with tax, and happens once', async () => {
    const id = await buy(toCalifornia(selfItem('6-months')))
    const [box] = (await read(id)).memberships[0].boxes
    const path = `/api/admin/orders/${id}/refund`
    const preview = (await owner.get(`${path}?boxIds=${box.id}`)).body
    expect(preview).toEqual({ boxes: 1, amountCents: 5950, taxCents: 431, totalCents: 6381 })
    const body = { boxIds: [box.id], totalCents: 6381, reason: 'Moved abroad' }
    expect((await owner.post(path, { ...body, totalCents: 6380 })).status).toBe(409)
    const answers = await Promise.all([
      owner.post(path, body),
      owner.post(path, body),
      owner.post(path, body),
    ])
    expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThan(0)
    expect((await owner.post(path, body)).status).toBe(200)
    await test.work()
    const after = await read(id)
    expect(
      after.memberships[0].boxes.filter((each: { state: string }) => each.state === 'refunded'),
    ).toHaveLength(1)
    expect(after.refunds).toMatchObject([{ amountCents: 5950, taxCents: 431, status: 'succeeded' }])
    const deeds = after.history.map(
      ({ who, what }: { who: string | null; what: string }) => `${who}: ${what}`,
    )
    expect(deeds.filter((deed: string) => deed.includes('Refunded'))).toEqual([
      `${owner.username}: Refunded $63.81 for December: Moved abroad`,
    ])
    expect(test.mails.at(-1)).toMatchObject({ kind: 'refund-made', to: 'maya@example.com' })
  })

  it('rejects packed boxes, other orders’ boxes, and roles without permission', async () => {
    const [mine, others] = [await buy(selfItem()), await buy(selfItem())]
    const [box] = (await read(mine)).memberships[0].boxes
    const [foreign] = (await read(others)).memberships[0].boxes
    const path = `/api/admin/orders/${mine}/refund`
    expect((await owner.post(path, { boxIds: [foreign.id], totalCents: 6950 })).status).toBe(404)
    await test.shop.db.update(boxes).set({ state: 'packed' }).where(eq(boxes.id, box.id))
    expect((await owner.get(`${path}?boxIds=${box.id}`)).body).toMatchObject({ boxes: 0, totalCents: 0 })
    expect((await owner.post(path, { boxIds: [box.id], totalCents: 6950 })).status).toBe(409)
    const packer = await signIn(test, 'packer')
    expect((await packer.post(path, { boxIds: [box.id], totalCents: 6950 })).status).toBe(403)
    const before = await test.shop.db.select().from(refunds)
    expect(before.filter((row) => row.amountCents === 6950)).toEqual([])
  })
})

describe('the order export', () => {
  it('has the filtered orders, and nothing a spreadsheet would run', async () => {
    const id = await buy(selfItem())
    await test.shop.db
      .update(shippingInfo)
      .set({ recipientName: '=HYPERLINK("x")' })
      .where(eq(shippingInfo.orderId, id))
    await owner.patch(`/api/admin/orders/${id}/status`, { status: 'cancelled' })
    const answer = await owner.request('GET', '/api/admin/orders.csv?status=cancelled')
    expect(answer.headers.get('content-disposition')).toContain('orders-2026-11-21.csv')
    const [head, line, ...rest] = (await answer.text()).trim().split('\n')
    expect(head).toContain('order_number,created_at,status')
    expect(line).toContain('cancelled')
    expect(line).toContain('maya@example.com')
    expect(line).toContain(`'=HYPERLINK`)
    expect(rest).toEqual([])
  })
})
