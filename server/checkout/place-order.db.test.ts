import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoIntents, orders, subscriptionPlans } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { guestOrder } from '../../test/guest-order.ts'
import { checkoutOf, ordersOf } from '../../test/orders-of.ts'
import { storedRows } from '../../test/stored-rows.ts'
import { reconcile } from './reconcile.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

const start = async (cart: CartItem[]) =>
  (await test.post('/api/create-payment-intent', { cartItems: cart })).body
async function pay(cart: CartItem[], email = 'maya@example.com'): Promise<string> {
  const { clientSecret } = await start(cart)
  return (await test.pay(clientSecret, { email })).body.paymentIntentId
}

describe('when the cart changed after payment began', () => {
  it.each(['maya@example.com', ' Maya@Example.COM '])(
    'the payer (%j) gets the order of what was paid',
    async (email) => {
      const paid = [selfItem('monthly')]
      const intentId = await pay(paid)
      const answer = await test.order([selfItem('12-months'), giftItem('6-months')], intentId, email)
      expect(answer.status).toBe(200)
      const [order] = await ordersOf(test.shop.db, intentId)
      expect(order).toMatchObject({
        orderNumber: answer.body.orderNumber,
        totalCents: 6950,
        recipientType: 'self',
      })
      expect(order?.carts).toEqual(paid)
    },
  )

  it('a stranger gets no number, but the payer’s order exists', async () => {
    const paid = [giftItem('6-months')]
    const intentId = await pay(paid)
    const answer = await test.order([selfItem('monthly')], intentId, 'mallory@example.com')
    expect(answer).toMatchObject({ status: 409, body: { code: 'payment_of_another_cart' } })
    const [order] = await ordersOf(test.shop.db, intentId)
    expect(order?.carts).toEqual(paid)
    expect(order?.purchaserEmail).toBe('maya@example.com')
    expect(JSON.stringify(answer.body)).not.toContain(order!.orderNumber)
  })

  it('a stranger gets no existing order’s number, and doesn’t become its buyer', async () => {
    const paid = [selfItem('monthly')]
    const intentId = await pay(paid)
    const { orderNumber } = (await test.order(paid, intentId)).body
    const before = await storedRows(test.shop.db)
    const answer = await test.order([selfItem('monthly')], intentId, 'mallory@example.com')
    expect(answer.status).toBe(409)
    expect(JSON.stringify(answer.body)).not.toContain(orderNumber)
    expect(await storedRows(test.shop.db)).toEqual(before)
  })
})

describe('a payment that buys nothing', () => {
  it('makes no order while unpaid', async () => {
    const cart = [selfItem('monthly')]
    const { clientSecret } = await start(cart)
    const intentId = clientSecret.split('_secret_')[0]
    const before = await storedRows(test.shop.db)
    for (const posted of [cart, [selfItem('12-months')]]) {
      const answer = await test.order(posted, intentId)
      expect(answer).toMatchObject({ status: 402, body: { code: 'payment_not_completed', fields: {} } })
    }
    expect(await storedRows(test.shop.db)).toEqual(before)
  })

  it.each(['pi_demo_unknown', 'pi_demo_%', "'; drop table orders; --", 'undefined'])(
    'makes no order for unknown %j',
    async (intentId) => {
      const before = await storedRows(test.shop.db)
      const answer = await test.order([selfItem('monthly')], intentId)
      expect(answer).toMatchObject({ status: 400, body: { code: 'payment_not_found' } })
      expect(await storedRows(test.shop.db)).toEqual(before)
    },
  )

  it.each([
    ['another amount', { amountCents: 1 }, 'the provider took $0.01 (USD)'],
    ['another currency', { currency: 'JPY' }, 'the provider took $594.00 (JPY)'],
    ['another customer', { customerId: 'cus_demo_other' }, 'its customer at the provider is another one'],
  ])('of %s makes no order, ever, and the owner is told', async (_, changes, why) => {
    const cart = [selfItem('12-months')]
    const intentId = await pay(cart)
    await test.shop.db.update(demoIntents).set(changes).where(eq(demoIntents.id, intentId))
    const answer = await test.order(cart, intentId)
    expect(answer).toMatchObject({ status: 409, body: { code: 'payment_of_another_cart' } })
    expect(answer.body.message).toContain(intentId)
    await test.work()
    test.clock.advance(10 * 60_000)
    await reconcile(test.shop)
    await test.work()
    expect(await ordersOf(test.shop.db, intentId)).toEqual([])
    expect(await checkoutOf(test.shop.db, intentId)).toMatchObject({ status: 'mismatched', lastError: why })
    const told = test.mails.filter((mail) => mail.subject.includes(intentId))
    expect(told.map((mail) => [mail.to, mail.text.includes(why)])).toEqual([['support@example.com', true]])
  })
})

describe('an order', () => {
  it('has one number and one email, however often it is requested', async () => {
    const cart = [giftItem('12-months')]
    const intentId = await pay(cart)
    const mailsBefore = test.mails.length
    const numbers = new Set<string>()
    for (let round = 0; round < 3; round++) {
      numbers.add((await test.order(cart, intentId)).body.orderNumber)
      await test.work()
    }
    expect(numbers.size).toBe(1)
    expect(await ordersOf(test.shop.db, intentId)).toHaveLength(1)
    expect(test.mails.slice(mailsBefore).map((mail) => mail.to)).toEqual(['maya@example.com'])
  })

  it('keeps its buyer when requested again with another email', async () => {
    const cart = [selfItem('monthly')]
    const intentId = await pay(cart, '')
    await test.order(cart, intentId, 'first@example.com')
    expect((await test.order(cart, intentId, 'second@example.com')).status).toBe(200)
    const [order] = await ordersOf(test.shop.db, intentId)
    expect(order?.purchaserEmail).toBe('first@example.com')
  })

  it('is refused with an undeliverable address or email', async () => {
    const cart = [selfItem('monthly')]
    const intentId = await pay(cart)
    const body = guestOrder(cart, intentId, 'maya@example.com')
    const shippingInfo = { ...body.shippingInfo, state: 'Oregonia', zipCode: '9' }
    const nowhere = cart.map((item) => ({
      ...item,
      shippingDetails: { ...item.shippingDetails!, zipCode: '10001' },
    }))
    for (const wrong of [{ purchaserEmail: 'x@' }, { shippingInfo }, { cartItems: nowhere }]) {
      const { status, body: answer } = await test.post('/api/orders/guest', { ...body, ...wrong })
      expect([status, Object.keys(answer.fields)]).toEqual([400, expect.any(Array)])
    }
    expect((await test.post('/api/orders/guest', body)).status).toBe(200)
  })

  it('is what was paid for, whatever prices and addresses are posted', async () => {
    const cart = [selfItem('monthly')]
    const intentId = await pay(cart)
    const body = guestOrder(cart, intentId, 'maya@example.com')
    const answer = await test.post('/api/orders/guest', {
      ...body,
      cartItems: cart.map((item) => ({ ...item, price: '$0.01', planName: 'Free' })),
      shippingInfo: { ...body.shippingInfo, addressLine1: '1 Mallory Way', state: 'CA', zipCode: '94110' },
      stripeSubscriptionId: 'sub_of_somebody',
      stripeCustomerId: 'cus_of_somebody',
    })
    expect(answer.body.order).toEqual({ orderNumber: answer.body.orderNumber })
    const [order] = await ordersOf(test.shop.db, intentId)
    expect(order).toMatchObject({ subtotalCents: 6950, taxCents: 0, totalCents: 6950 })
    expect(order?.carts).toEqual(cart)
    expect(order?.stripeSubscriptionId).not.toBe('sub_of_somebody')
    expect(order?.stripeCustomerId).not.toBe('cus_of_somebody')
  })

  it('of a plan that is taken off sale while it is paid for still has its plan', async () => {
    const cart = [selfItem('monthly')]
    const intentId = await pay(cart)
    const isPlan = eq(subscriptionPlans.planId, 'monthly')
    const { db } = test.shop
    const [plan] = await db.update(subscriptionPlans).set({ isActive: false }).where(isPlan).returning()
    expect((await test.order(cart, intentId)).status).toBe(200)
    await db.update(subscriptionPlans).set({ isActive: true }).where(isPlan)
    expect(await ordersOf(db, intentId)).toMatchObject([{ subscriptionPlanId: plan!.id }])
  })

  it('gets another number when its own is taken', async () => {
    const cart = [selfItem('monthly')]
    const intentId = await pay(cart)
    const { db } = test.shop
    // As the database refuses a taken number; twice, which would take years.
    await db.execute('create sequence tries_of_number')
    await db.execute(`create function number_is_taken() returns trigger language plpgsql as $$ begin
      if nextval('tries_of_number') <= 2 then
        raise exception 'taken' using errcode = '23505', constraint = 'orders_order_number_unique';
      end if; return new; end $$`)
    await db.execute(
      'create trigger number_is_taken before insert on orders for each row execute function number_is_taken()',
    )
    const answer = await test.order(cart, intentId)
    await db.execute('drop trigger number_is_taken on orders')
    expect(answer.status).toBe(200)
    expect(await ordersOf(db, intentId)).toMatchObject([{ orderNumber: answer.body.orderNumber }])
  })

  it('of a gift is made even when its email day has passed', async () => {
    const emailDate = '2026-11-22T00:00:00.000Z'
    const cart = [giftItem('monthly', { giftDetails: { ...giftItem().giftDetails!, emailDate } })]
    const { clientSecret } = await start(cart)
    test.clock.advance(3 * 24 * 3_600_000)
    const { paymentIntentId } = (await test.pay(clientSecret)).body
    expect((await test.order(cart, paymentIntentId)).status).toBe(200)
    test.clock.advance(-3 * 24 * 3_600_000)
  })

  it.each(['', '  ', 'maya.example.com'])('can’t be reported with the email %j', async (email) => {
    const cart = [selfItem('monthly')]
    const answer = await test.order(cart, await pay(cart), email)
    expect(answer.status).toBe(400)
    const sentence = 'Please enter a valid email address to receive your order confirmation.'
    expect(answer.body).toMatchObject({ message: sentence, fields: { purchaserEmail: sentence } })
  })

  it('of another buyer is untouched: two carts, two payments, two orders', async () => {
    const [one, other] = [[selfItem('monthly')], [selfItem('monthly')]]
    const [first, second] = [await pay(one), await pay(other)]
    const crossed = await test.order(one, second, 'mallory@example.com')
    expect(crossed.status).toBe(409)
    const numbers = [await test.order(one, first), await test.order(other, second)].map(
      (each) => each.body.orderNumber,
    )
    expect(new Set(numbers).size).toBe(2)
    const rows = await test.shop.db.select().from(orders)
    expect(new Set(rows.map((row) => row.stripePaymentIntentId)).size).toBe(rows.length)
  })
})
