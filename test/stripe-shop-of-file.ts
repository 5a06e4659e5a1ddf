import { afterAll, afterEach, beforeAll } from 'vitest'
import { createStripeShop, type StripeShop } from './create-stripe-shop.ts'

/**
 * The Stripe shop of a file's tests, there once the first one begins. After each, the network is whole again, every event has come,
 * and nobody is left who would be billed in the next one.
 */
export function stripeShopOfFile(): StripeShop {
  const test = {} as StripeShop
  beforeAll(async () => {
    Object.assign(test, await createStripeShop())
  })
  afterEach(async () => {
    test.stripe.mend()
    await test.stripe.webhooks.release()
    await test.endAll()
  })
  afterAll(() => test.close())
  return test
}
