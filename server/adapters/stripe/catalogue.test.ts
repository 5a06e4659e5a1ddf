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

const monthly = { planId: 'monthly', planName: 'Monthly', months: 1, amountCents: 6950 }

describe('the price of a plan', () => {
  it('is made once, by however many processes ask at once, and found ever after', async () => {
    const both = await Promise.all([aProcess().priceId(monthly), aProcess().priceId(monthly)])
    expect(both[0]).toBe(both[1])
    expect(await aProcess().priceId(monthly)).toBe(both[0])
    expect(stripe.prices().map((price) => [price.unit_amount, price.recurring?.interval_count])).toEqual([
      [6950, 1],
    ])
  })

  it('at another sum is another price of the same product, and the old one stays for who has it', async () => {
    const old = await aProcess().priceId(monthly)
    const dearer = await aProcess().priceId({ ...monthly, amountCents: 7450 })
    const [first, second] = stripe.prices()
    expect([first!.id, second!.id]).toEqual([old, dearer])
    expect(second!.product).toBe(first!.product)
    expect(first).toMatchObject({ active: true, unit_amount: 6950, lookup_key: 'belt-club-monthly-6950-1' })
    expect(await aProcess().priceId(monthly)).toBe(old)
  })

  it('that somebody archived is made anew within the same day, and a sale goes on', async () => {
    const own = aProcess()
    const old = await own.priceId(monthly)
    for (const price of stripe.prices()) price.active = false
    for (const product of stripe.products()) product.active = false
    const destination = {
      name: 'Ann',
      line1: '1 Main',
      line2: null,
      city: 'Dover',
      state: 'DE',
      zipCode: '19901',
    }
    const item = { id: '0', renews: true, discountCents: 0, renewalDiscountCents: 0, destination, ...monthly }
    const { subscriptionId } = await own.start({
      ...{ checkoutId: 'c1', kind: 'subscription', items: [item], email: 'ann@example.com' },
      taxes: { '0': { taxCents: 0, ratePercent: null, calculationId: null } },
    })
    const sold = stripe.subscriptions().find(({ id }) => id === subscriptionId)!.items.data[0]!.price
    expect([sold.active, sold.unit_amount]).toEqual([true, 6950])
    expect(sold.id).not.toBe(old)
    expect(await aProcess().priceId(monthly)).toBe(sold.id)
    // Archived once more on the same day: the keys of the first healing are remembered, and must not answer.
    for (const price of stripe.prices()) price.active = false
    for (const product of stripe.products()) product.active = false
    const again = await own.start({
      ...{ checkoutId: 'c2', kind: 'subscription', items: [item], email: 'ann@example.com' },
      taxes: { '0': { taxCents: 0, ratePercent: null, calculationId: null } },
    })
    const healed = stripe.subscriptions().find(({ id }) => id === again.subscriptionId)!.items.data[0]!.price
    expect([healed.active, healed.unit_amount]).toEqual([true, 6950])
    expect([old, sold.id]).not.toContain(healed.id)
  })

  it('has the name that the owner gives the plan', async () => {
    const own = aProcess()
    const id = await own.priceId(monthly)
    expect(await own.priceId({ ...monthly, planName: 'Month by Month' })).toBe(id)
    expect(stripe.products().map(({ name }) => name)).toEqual(['Belt Club, Month by Month'])
  })
})

describe('an account', () => {
  it('without a registration for California is told so, with what else is missing', async () => {
    stripe.setTaxRegistrations(['NY'])
    const sentences = await sentencesOf(aProcess())
    expect(sentences.join('\n')).toMatch(
      /publishable key[\s\S]*WEBHOOK[\s\S]*no active registration for California/,
    )
    stripe.setTaxRegistrations(['CA'])
    expect((await sentencesOf(aProcess())).join('\n')).not.toMatch(/California/)
  })
})

async function sentencesOf(payments: ReturnType<typeof aProcess>) {
  return (await payments.checkAccount('https://belts.example')).map((line) => line.advice)
}
