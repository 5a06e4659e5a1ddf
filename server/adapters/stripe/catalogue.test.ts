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

describe('a plan’s price at Stripe', () => {
  it('is created once by many processes, and found from then on', async () => {
    const both = await Promise.all([aProcess().priceId(monthly), aProcess().priceId(monthly)])
    expect(both[0]).toBe(both[1])
    expect(await aProcess().priceId(monthly)).toBe(both[0])
    expect(stripe.prices().map((price) => [price.unit_amount, price.recurring?.interval_count])).toEqual([
      [6950, 1],
    ])
  })

  it('at another amount is a new price of the same product, and the old one stays for members', async () => {
    const old = await aProcess().priceId(monthly)
    const dearer = await aProcess().priceId({ ...monthly, amountCents: 7450 })
    const [first, second] = stripe.prices()
    expect([first!.id, second!.id]).toEqual([old, dearer])
    expect(second!.product).toBe(first!.product)
    expect(first).toMatchObject({ active: true, unit_amount: 6950, lookup_key: 'belt-club-monthly-6950-1' })
    expect(await aProcess().priceId(monthly)).toBe(old)
  })

  it('archived at Stripe is recreated the same day, and the sale continues', async () => {
    const own = aProcess()
    const old = await own.priceId(monthly)
    for (const price of stripe.prices()) price.active = false
    for (const product of stripe.products()) product.active = false
    const { price: sold } = await sale(own, 'c1')
    expect([sold.active, sold.unit_amount]).toEqual([true, 6950])
    expect(sold.id).not.toBe(old)
    expect(await aProcess().priceId(monthly)).toBe(sold.id)
    // Archived once more on the same day: the keys of the first healing are remembered, and must not answer.
    for (const price of stripe.prices()) price.active = false
    for (const product of stripe.products()) product.active = false
    const { price: healed } = await sale(own, 'c2')
    expect([healed.active, healed.unit_amount]).toEqual([true, 6950])
    expect([old, sold.id]).not.toContain(healed.id)
  })

  it('archived without its lookup key is recreated too, several times a day', async () => {
    const refused: string[] = []
    for (const each of ['c3', 'c4', 'c5']) {
      // A process that has just begun remembers none: every key of the day before answers with what is archived.
      const { price: sold } = await sale(aProcess(), each)
      expect([sold.active, sold.unit_amount]).toEqual([true, 6950])
      expect(refused).not.toContain(sold.id)
      refused.push(sold.id)
      for (const price of stripe.prices()) Object.assign(price, { active: false, lookup_key: null })
    }
  })

  it('that could not be found is looked for again, by the same process', async () => {
    const own = aProcess()
    stripe.fail({ path: '/v1/prices', when: 'before', how: '429', times: 2 })
    await expect(own.priceId(monthly)).rejects.toMatchObject({ code: 'payments_unavailable' })
    stripe.mend()
    expect(await own.priceId(monthly)).toMatch(/^price_/)
  })

  it('uses the owner’s name for the plan', async () => {
    const own = aProcess()
    const id = await own.priceId(monthly)
    expect(await own.priceId({ ...monthly, planName: 'Month by Month' })).toBe(id)
    expect(stripe.products().map(({ name }) => name)).toEqual(['Belt Club, Month by Month'])
  })
})

it('an archived tax rate is recreated under another key, as often as needed', async () => {
  const paid = { number: '4242424242424242', email: 'ann@example.com', authentication: 'completed' } as const
  const { clientSecret, subscriptionId } = await sale(aProcess(), 'c6')
  stripe.confirm(clientSecret, paid)
  const used: string[] = []
  for (let times = 0; times < 3; times++) {
    const rate = { subscriptionId: subscriptionId!, invoiceId: null, ratePercent: '9.5', state: 'CA' }
    await aProcess().setTaxRate(rate)
    const [put] = stripe.subscriptions().find(({ id }) => id === subscriptionId)!.default_tax_rates
    expect([put!.active, put!.percentage, used.includes(put!.id)]).toEqual([true, 9.5, false])
    used.push(put!.id)
    for (const each of stripe.taxRates()) each.active = false
  }
})

it('a tax rate that could not be found is looked for again, by the same process', async () => {
  const own = aProcess()
  const paid = { number: '4242424242424242', email: 'ann@example.com', authentication: 'completed' } as const
  const { clientSecret, subscriptionId } = await sale(own, 'c8')
  stripe.confirm(clientSecret, paid)
  const rate = { subscriptionId: subscriptionId!, invoiceId: null, ratePercent: '8.25', state: 'CA' }
  stripe.fail({ path: '/v1/tax_rates', when: 'before', how: '429', times: 9 })
  await expect(own.setTaxRate(rate)).rejects.toMatchObject({ code: 'payments_unavailable' })
  stripe.mend()
  await own.setTaxRate(rate)
  const [put] = stripe.subscriptions().find(({ id }) => id === subscriptionId)!.default_tax_rates
  expect(put!.percentage).toBe(8.25)
})

it('a renewal that is drafted already is charged at the new tax rate', async () => {
  const paid = { number: '4242424242424242', email: 'ann@example.com', authentication: 'completed' } as const
  const { clientSecret, subscriptionId } = await sale(aProcess(), 'c7')
  stripe.confirm(clientSecret, paid)
  const { current_period_end } = stripe.subscriptions().find(({ id }) => id === subscriptionId)!.items
    .data[0]!
  await stripe.advanceTo(new Date((current_period_end + 60) * 1000).toISOString())
  const draft = () => stripe.invoices().find(({ id }) => id === drafted.id)!
  const drafted = stripe.invoices().find(({ status }) => status === 'draft')!
  const rate = { subscriptionId: subscriptionId!, invoiceId: drafted.id, ratePercent: '9.75', state: 'CA' }
  await aProcess().setTaxRate(rate)
  expect(draft().total).toBe(7628)
})

it('the tax of a refund that is a cent more than what is left takes back the rest', async () => {
  const own = aProcess()
  const place = { line1: '1 Main', line2: null, city: 'Los Angeles', state: 'CA', zipCode: '90012' }
  const item = { id: '0', renews: true, discountCents: 0, renewalDiscountCents: 0, ...monthly }
  const quote = (await own.quoteTax([{ ...item, destination: { name: 'Ann', ...place } }]))['0']!
  const { transactionId } = await own.commitTax({ calculationId: quote.calculationId!, reference: 'item-9' })
  const rest = { transactionId: transactionId!, reference: 'refund-9', amountCents: 6950 }
  expect(quote.taxCents).toBeGreaterThan(0)
  expect(await own.reverseTax({ ...rest, taxCents: quote.taxCents + 1 })).not.toBeNull()
  // A day later Stripe has forgotten its key, and the answer may have been lost.
  await stripe.advanceTo(new Date((stripe.world.now() + 25 * 60 * 60) * 1000).toISOString())
  expect(await own.reverseTax({ ...rest, taxCents: quote.taxCents })).toBe('refund-9')
  const lines = stripe.taxTransactions().flatMap(({ line_items }) => line_items.data)
  expect(lines.reduce((sum, line) => sum + line.amount_tax, 0)).toBe(0)
})

describe('a Stripe account', () => {
  it('without a California registration is told so, with whatever else is missing', async () => {
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

/** A new member's subscription, with the price that it was made with. */
async function sale(own: ReturnType<typeof aProcess>, checkoutId: string) {
  const place = { line1: '1 Main', line2: null, city: 'Dover', state: 'DE', zipCode: '19901' }
  const item = { id: '0', renews: true, discountCents: 0, renewalDiscountCents: 0, ...monthly }
  const started = await own.start({
    ...{ checkoutId, kind: 'subscription', email: 'ann@example.com' },
    items: [{ ...item, destination: { name: 'Ann', ...place } }],
    taxes: { '0': { taxCents: 0, ratePercent: null, calculationId: null } },
  })
  const made = stripe.subscriptions().find(({ id }) => id === started.subscriptionId)!
  return { ...started, price: made.items.data[0]!.price }
}
