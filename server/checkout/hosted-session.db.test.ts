import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { expectOneOrder } from '../../test/expect-one-order.ts'

let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop()
})
afterAll(() => test.close())

const complete = (sessionId: string) => test.post('/api/checkout-session-complete', { sessionId })

describe('a Stripe Checkout session', () => {
  it.each(['payment', 'metadata'] as const)('completes once, found by its %s', async (by) => {
    const cart = [selfItem('monthly')]
    const { clientSecret } = (await test.start(cart)).body
    test.stripe.webhooks.hold()
    await test.confirm(clientSecret)
    const intentId = clientSecret.split('_secret_')[0]
    const payment = test.stripe.subscriptions().at(-1)!
    const session = test.stripe.putCheckoutSession({
      payment_status: 'paid',
      ...(by === 'payment'
        ? { payment_intent: intentId }
        : { metadata: { checkout_id: payment.metadata.checkout_id! } }),
    })
    const [first, second] = [await complete(session.id), await complete(session.id)]
    expect(first.status).toBe(200)
    expect(second.body).toEqual(first.body)
    await test.stripe.webhooks.release()
    await test.passAWhile()
    expect((await expectOneOrder(test, cart, intentId)).orderNumber).toBe(first.body.orderNumber)
    // Its buyer has the number: the same cart is another purchase.
    expect((await test.start(cart)).status).toBe(200)
  })

  it.each([
    ['unknown', () => 'cs_test_unknown'],
    ['unpaid', () => test.stripe.putCheckoutSession({ payment_status: 'unpaid' }).id],
    [
      'of another shop',
      () => test.stripe.putCheckoutSession({ payment_status: 'paid', metadata: { checkout_id: 'x' } }).id,
    ],
  ])('with %s is not found', async (_, id) => {
    expect((await complete(id())).status).toBe(404)
  })
})
