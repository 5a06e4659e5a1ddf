import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boxes, checkouts, memberships, orderItems, orders, outbox } from '../../db/schema.ts'
import { orderNumberPattern } from '../../domain/order.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

describe('a purchase', () => {
  it('of one monthly belt creates an order, a membership, a December box and one email', async () => {
    const cart = [selfItem('monthly')]
    const started = await test.post('/api/create-payment-intent', { cartItems: cart })
    expect(started.status).toBe(200)
    expect(started.body).toMatchObject({
      type: 'subscription',
      taxInfo: { hasTax: false, tax: 0, total: 6950 },
    })
    const paid = await test.pay(started.body.clientSecret)
    expect(paid.body.status).toBe('succeeded')
    const ordered = await test.order(cart, paid.body.paymentIntentId)
    expect(ordered.status).toBe(200)
    expect(ordered.body.orderNumber).toMatch(orderNumberPattern)
    const [order] = await test.shop.db.select().from(orders)
    expect(order).toMatchObject({
      orderNumber: ordered.body.orderNumber,
      status: 'pending',
      totalCents: 6950,
      purchaserEmail: 'maya@example.com',
      recipientType: 'self',
      needsStyleSelection: false,
    })
    const made = await test.shop.db.select().from(boxes)
    expect(made.map((box) => [box.drop, box.state, box.valueCents])).toEqual([['2026-12', 'owed', 6950]])
    const [membership] = await test.shop.db.select().from(memberships)
    expect(membership).toMatchObject({ renews: true, paidUntil: '2026-12-21', status: 'active' })
    expect(membership?.stripeSubscriptionId).toBe(started.body.subscriptionId)
    await test.work()
    await test.work()
    expect(test.mails.filter((mail) => mail.kind === 'order-confirmation')).toHaveLength(1)
  })

  it('of a belt to California and a gift elsewhere is taxed once and paid once; only the former renews', async () => {
    const californian = toCalifornia(selfItem('6-months'))
    californian.shippingDetails!.state = ' california '
    const gift = giftItem('12-months')
    Object.assign(gift.shippingDetails!, { city: 'New York', state: 'NY', zipCode: '10001' })
    const cart = [californian, gift]
    const started = await test.post('/api/create-payment-intent', { cartItems: cart })
    expect(started.body).toMatchObject({
      type: 'payment-intent',
      taxInfo: { hasTax: true, tax: 2588, total: 35700 + 59400 + 2588 },
    })
    const paid = await test.pay(started.body.clientSecret)
    const ordered = await test.order(cart, paid.body.paymentIntentId)
    const [order] = await test.shop.db
      .select()
      .from(orders)
      .where(eq(orders.orderNumber, ordered.body.orderNumber))
    const rows = await test.shop.db
      .select()
      .from(memberships)
      .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
      .where(eq(orderItems.orderId, order!.id))
      .orderBy(orderItems.position)
    expect(rows.map(({ memberships: each }) => [each.renews, each.stripeSubscriptionId !== null])).toEqual([
      [true, true],
      [false, false],
    ])
    expect(order).toMatchObject({ recipientType: 'gift', needsStyleSelection: true, taxCents: 2588 })
    // 7.25 % of $357.00; the gift to New York is not taxed.
    expect(order).toMatchObject({ totalCents: 97_688, stripePaymentIntentId: paid.body.paymentIntentId })
    const items = await test.shop.db.select().from(orderItems).where(eq(orderItems.orderId, order!.id))
    expect(items.map(({ position, taxCents }) => [position, taxCents]).sort()).toEqual([
      [0, 2588],
      [1, 0],
    ])
    expect((await test.order(cart, paid.body.paymentIntentId)).body).toEqual(ordered.body)
    await test.work()
    const mails = test.mails.filter(({ subject }) => subject.includes(ordered.body.orderNumber))
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('$976.88')])
  })

  it('requested twice has one checkout and one payment', async () => {
    const cart = [selfItem('monthly')]
    const [first, second] = await Promise.all([
      test.post('/api/create-payment-intent', { cartItems: cart }),
      test.post('/api/create-payment-intent', { cartItems: cart }),
    ])
    const third = await test.post('/api/create-payment-intent', { cartItems: cart })
    expect(second.body).toEqual(first.body)
    expect(third.body).toEqual(first.body)
  })

  it('reported four times at once makes one order', async () => {
    const cart = [selfItem('12-months')]
    const started = await test.post('/api/create-payment-intent', { cartItems: cart })
    const paid = await test.pay(started.body.clientSecret)
    const answers = await Promise.all([
      test.order(cart, paid.body.paymentIntentId),
      test.order(cart, paid.body.paymentIntentId),
      test.work(),
      test.order(cart, paid.body.paymentIntentId),
      test.post('/api/checkout-session-complete', {
        sessionId: paid.body.paymentIntentId.replace('pi_', 'cs_'),
      }),
    ])
    const numbers = answers.flatMap((answer) => (answer ? [answer.body.orderNumber] : []))
    expect(new Set(numbers).size).toBe(1)
    const [rows] = await test.shop.db
      .select({ count: count() })
      .from(orders)
      .where(eq(orders.stripePaymentIntentId, paid.body.paymentIntentId))
    expect(rows?.count).toBe(1)
  })

  it('whose tab closed after payment is finished in the background', async () => {
    const cart = [selfItem('monthly')]
    const started = await test.post('/api/create-payment-intent', { cartItems: cart })
    const paid = await test.pay(started.body.clientSecret, { email: 'typed@example.com' })
    await test.work()
    const [order] = await test.shop.db
      .select()
      .from(orders)
      .where(eq(orders.stripePaymentIntentId, paid.body.paymentIntentId))
    expect(order?.purchaserEmail).toBe('typed@example.com')
    const again = await test.post('/api/create-payment-intent', { cartItems: cart })
    expect(again).toMatchObject({ status: 409, body: { details: { orderNumber: order?.orderNumber } } })
    const unsent = await test.shop.db.select().from(outbox).where(eq(outbox.subjectId, order!.id))
    expect(unsent.map((row) => row.sentAt !== null)).toEqual([true])
    const done = await test.shop.db.select().from(checkouts).where(eq(checkouts.orderId, order!.id))
    expect(done.map((row) => row.status)).toEqual(['done'])
  })
})
