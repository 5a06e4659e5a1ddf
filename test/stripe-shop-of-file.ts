import { afterAll, afterEach, beforeAll } from 'vitest'
import { createStripeShop, type StripeShop } from './create-stripe-shop.ts'

/**
 * The Stripe shop for all tests of a file, created before the first one. After each test, the network is repaired, every
 * event has been delivered, and no subscription is left to be billed in the next.
 */
export function stripeShopOfFile(options: Parameters<typeof createStripeShop>[0] = {}): StripeShop {
  const test = {} as StripeShop
  beforeAll(async () => {
    Object.assign(test, await createStripeShop(options))
  })
  afterEach(async () => {
    test.stripe.mend()
    await test.stripe.webhooks.release()
    await test.endAll()
  })
  afterAll(() => test.close())
  return test
}
