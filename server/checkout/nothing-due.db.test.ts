import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { promotionCodes } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { ShopError } from '../../domain/errors.ts'
import { selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { everyKindOfCart } from '../../test/every-kind-of-cart.ts'
import { expectOneOrder } from '../../test/expect-one-order.ts'
import { ordersOf } from '../../test/orders-of.ts'

let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop()
  await test.shop.db.insert(promotionCodes).values({ code: 'FREE', percentOff: 100, duration: 'once' })
})
afterEach(() => test.stripe.webhooks.release())
afterAll(() => test.close())

describe('nothing due now', () => {
  const setUp = async (cart: CartItem[], number?: string) => {
    const { body } = await test.start(cart, 'free')
    expect(body.clientSecret).toMatch(/^seti_/)
    expect(body).toMatchObject({ type: 'subscription', taxInfo: { total: 0, tax: 0, hasTax: false } })
    test.stripe.webhooks.hold()
    const { setupIntent } = (await test.confirm(body.clientSecret, number)) as never as {
      setupIntent: { id: string; payment_method: string }
    }
    return { setupIntent, customerId: body.customerId }
  }
  const order = (cart: CartItem[], { setupIntent, customerId }: Awaited<ReturnType<typeof setUp>>) =>
    test.post('/api/create-subscription-order', {
      setupIntentId: setupIntent.id,
      paymentMethodId: setupIntent.payment_method,
      cartItems: cart,
      purchaserEmail: 'maya@example.com',
      customerId,
    })

  it.each(everyKindOfCart)('for %s makes the subscriptions, then the order, once', async (_, cartOf) => {
    const cart = cartOf()
    const done = await setUp(cart)
    const [first, second] = [await order(cart, done), await order(cart, done)]
    expect(first.status).toBe(200)
    expect(second.body).toEqual(first.body)
    await test.stripe.webhooks.release()
    await test.passAWhile()
    await expectOneOrder(test, cart, done.setupIntent.id)
  })

  it('becomes an order by the webhook when the browser is gone', async () => {
    const cart = [selfItem('monthly')]
    const done = await setUp(cart)
    await test.stripe.webhooks.release()
    await test.work()
    await expectOneOrder(test, cart, done.setupIntent.id)
  })

  it('is no order when the card is refused for the subscription, and what was made is ended', async () => {
    const cart = [selfItem('monthly'), selfItem('6-months')]
    const done = await setUp(cart)
    const real = test.shop.payments.subscribe
    test.shop.payments.subscribe = async (input) => {
      if (input.item.id === '1') throw new ShopError('card_declined', 'Your card was declined.')
      return real(input)
    }
    const answer = await order(cart, done)
    test.shop.payments.subscribe = real
    expect(answer).toMatchObject({
      status: 402,
      body: { code: 'setup_refused', message: 'Your card was declined.' },
    })
    const mine = test.stripe.subscriptions().filter((each) => each.customer === done.customerId)
    expect(mine.map((each) => each.status)).toEqual(['canceled'])
    await test.stripe.webhooks.release()
    await test.passAWhile()
    expect(await ordersOf(test.shop.db, done.setupIntent.id)).toEqual([])
    // Told once, it stays so: a later repeat makes no order that its buyer does not expect.
    expect((await order(cart, done)).status).toBe(402)
    const again = await test.start(cart, 'free')
    expect(again.body.clientSecret).toMatch(/^seti_/)
    expect(again.body.clientSecret).not.toContain(done.setupIntent.id)
  })

  it('is not ordered with the payment method or customer of somebody else', async () => {
    const cart = [selfItem('monthly')]
    const done = await setUp(cart)
    const method = { ...done, setupIntent: { ...done.setupIntent, payment_method: 'pm_other' } }
    expect((await order(cart, method)).status).toBe(409)
    expect((await order(cart, { ...done, customerId: 'cus_other' })).status).toBe(409)
    expect((await order([selfItem('monthly')], done)).status).toBe(409)
  })
})
