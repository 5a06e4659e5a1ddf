import { afterAll, beforeAll, expect, it } from 'vitest'
import { selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { expectOneOrder } from '../../test/expect-one-order.ts'
import { stripePayments } from '../adapters/stripe/stripe-payments.ts'
import type { Payments } from '../shop/payments.ts'

// A real shop waits seven seconds for each of two tries. What is not meant to hang has to be answered within the limit on a
// busy machine too, so it is short only for the call that hangs.
let test: StripeShop
let impatient: Payments
beforeAll(async () => {
  test = await createStripeShop()
  const { stripe: config, timeZone } = test.shop.config
  impatient = stripePayments(config!, { now: test.clock.now, timeZone }, 500)
})
async function impatiently<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const { payments } = test.shop
  test.shop.payments = impatient
  try {
    return await work()
  } finally {
    test.shop.payments = payments
  }
}
afterAll(() => test.close())

const cartOf = (email: string) => [
  selfItem('monthly', { shippingDetails: { ...selfItem().shippingDetails!, email } }),
]
const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0]!

it.each(['before', 'after'] as const)(
  'a provider that hangs %s acting is reported as down, and the next click starts one payment',
  async (when) => {
    const cart = cartOf(`slow-${when}@example.com`)
    test.stripe.fail({ method: 'POST', when, how: 'hang', times: 100 })
    const refused = await impatiently(async () => {
      const waiting = test.start(cart)
      // No one else waits for it.
      expect((await test.app.request('/ready')).status).toBe(200)
      return waiting
    })
    expect(refused).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
    expect(refused.body.message).toMatch(/You haven’t been charged, and your cart is safe/)
    test.stripe.mend()
    const { clientSecret } = (await test.start(cart)).body
    await test.confirm(clientSecret)
    await test.order(cart, intentOf(clientSecret))
    await expectOneOrder(test, cart, intentOf(clientSecret))
  },
)

it('a provider that hangs after payment: the buyer is told not to pay again, and the order follows', async () => {
  const cart = cartOf('slow-paid@example.com')
  const { clientSecret } = (await test.start(cart)).body
  test.stripe.webhooks.hold()
  await test.confirm(clientSecret)
  test.stripe.fail({ method: 'GET', when: 'before', how: 'hang', times: 100 })
  const told = await impatiently(() => test.order(cart, intentOf(clientSecret)))
  expect(told).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
  expect(told.body.message).toMatch(/please don’t pay again\. We’ll make your order/)
  test.stripe.mend()
  await test.pass(6 * 60_000)
  await expectOneOrder(test, cart, intentOf(clientSecret))
})
