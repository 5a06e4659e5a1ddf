import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StripeSimulator, startStripeSimulator } from '../../../test/stripe/start-stripe-simulator.ts'
import { parseConfig } from '../../shop/config.ts'
import { stripePayments } from './stripe-payments.ts'

let stripe: StripeSimulator
beforeAll(async () => {
  stripe = await startStripeSimulator()
})
afterAll(() => stripe.close())

/** A process of the shop, with a memory of its own. */
function aProcess() {
  const { stripe: config, timeZone } = parseConfig({
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_API_BASE: stripe.address,
  })
  return stripePayments(config!, { now: () => new Date(), timeZone })
}

describe('the prices of the plans', () => {
  it('are made once, by however many processes start at once, and found ever after', async () => {
    const both = await Promise.all([aProcess().catalogue(), aProcess().catalogue()])
    expect(both[0]).toEqual(both[1])
    expect(await aProcess().catalogue()).toEqual(both[0])
    expect(stripe.prices().map((price) => [price.unit_amount, price.recurring?.interval_count])).toEqual([
      [6950, 1],
      [35700, 6],
      [59400, 12],
    ])
  })

  it('are replaced when they are not the plan any more, and the old ones stay for who has them', async () => {
    const [old] = stripe.prices()
    old!.unit_amount = 5950
    const { monthly } = await aProcess().catalogue()
    expect(monthly).not.toBe(old!.id)
    expect(stripe.prices().find((price) => price.id === monthly)?.product).toBe(old!.product)
    expect(stripe.prices()).toHaveLength(4)
  })
})

describe('an account', () => {
  it('without a registration for California is told so, with what else is missing', async () => {
    stripe.setTaxRegistrations(['NY'])
    const sentences = await aProcess().checkAccount()
    expect(sentences.join('\n')).toMatch(
      /no active registration for California[\s\S]*WEBHOOK[\s\S]*publishable key/,
    )
    stripe.setTaxRegistrations(['CA'])
    expect((await aProcess().checkAccount()).join('\n')).not.toMatch(/California/)
  })
})
