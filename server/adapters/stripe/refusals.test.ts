import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type StripeSimulator, startStripeSimulator } from '../../../test/stripe/start-stripe-simulator.ts'
import { signWebhook } from '../../../test/stripe/webhooks.ts'
import { parseConfig } from '../../shop/config.ts'
import type { Payments, StartPayment } from '../../shop/payments.ts'
import { refundState } from './refunds.ts'
import { stripePayments } from './stripe-payments.ts'

let stripe: StripeSimulator
let payments: Payments
beforeAll(async () => {
  stripe = await startStripeSimulator()
  const env = { STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_API_BASE: stripe.address }
  const { stripe: config, timeZone } = parseConfig(env)
  payments = stripePayments(config!, { now: () => new Date(), timeZone })
})
afterEach(() => stripe.mend())
afterAll(() => stripe.close())

let checkouts = 0
function aGift(): StartPayment {
  const destination = { name: 'Maya', line1: '1 A', line2: null, city: 'B', state: 'OR', zipCode: '97209' }
  const item = { id: '0', planId: 'monthly', planName: 'Monthly', months: 1 } as const
  return {
    checkoutId: `checkout-${++checkouts}`,
    kind: 'payment',
    items: [
      { ...item, renews: false, amountCents: 6950, discountCents: 0, renewalDiscountCents: 0, destination },
    ],
    taxes: {},
    email: 'maya@example.com',
  }
}

it('a test event at a live shop is refused, with the fix', async () => {
  const webhookSecret = 'whsec_live'
  const env = {
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_live_1',
    PRODUCTION_HOST: 'localhost',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  }
  const { stripe: config, timeZone } = parseConfig({ ...env, STRIPE_API_BASE: stripe.address })
  const live = stripePayments(config!, { now: () => new Date(), timeZone })
  const event = {
    id: 'evt_1',
    object: 'event',
    created: 1,
    type: 'invoice.paid',
    data: { object: { id: 'in_1' } },
  }
  const read = (livemode: boolean) => {
    const body = JSON.stringify({ ...event, livemode })
    return live.readEvent(body, signWebhook(body, webhookSecret))
  }
  await expect(read(false)).rejects.toMatchObject({
    code: 'invalid_signature',
    message: expect.stringMatching(/live mode.*test mode.*STRIPE_WEBHOOK_SECRET/),
    // An error with a cause is logged where it is refused.
    cause: expect.objectContaining({ message: expect.stringContaining('evt_1') }),
  })
  expect(await read(true)).toMatchObject({ about: { id: 'in_1' } })
})

describe('a payment provider that', () => {
  it.each(['429', 'reset', '500'] as const)(
    'answers %s is shown as unavailable, and the cart is kept',
    async (how) => {
      stripe.fail({ path: '/v1/payment_intents', when: 'before', how, times: 20 })
      await expect(payments.start(aGift())).rejects.toMatchObject({
        code: 'payments_unavailable',
        message: expect.stringContaining('You haven’t been charged, and your cart is safe'),
      })
    },
  )

  it('doesn’t know an object returns null, not an error', async () => {
    expect(await payments.fetch('pi_unknown')).toBeNull()
    expect(await payments.fetch('seti_unknown')).toBeNull()
    expect(await payments.fetch('something else')).toBeNull()
    expect(await payments.fetchSession('cs_unknown')).toBeNull()
    expect(await payments.fetchSubscription('sub_unknown')).toBeNull()
    expect(await payments.fetchInvoice('in_unknown')).toBeNull()
    expect(await payments.fetchRefund('re_unknown')).toBeNull()
    expect(await payments.fetchDispute('dp_unknown')).toBeNull()
  })

  it('lost a tax calculation leaves it uncommitted, and the order finishes', async () => {
    const gone = { calculationId: 'taxcalc_gone', reference: 'a:0' }
    expect(await payments.commitTax(gone)).toMatchObject({ outcome: 'skipped' })
  })

  it('gets a second calculation under one reference commits only the first', async () => {
    const [item] = aGift().items
    const taxed = {
      ...item!,
      destination: { ...item!.destination, city: 'Los Angeles', state: 'CA', zipCode: '90012' },
    }
    const calculate = async () => (await payments.quoteTax([taxed]))['0']!.calculationId!
    const [first, second] = [await calculate(), await calculate()]
    const reference = 'another-calculation:0'
    const counted = await payments.commitTax({ calculationId: first, reference })
    expect(counted.transactionId).toMatch(/^tax_/)
    // Within the day the first key is remembered: no error, and nothing counted twice.
    expect(await payments.commitTax({ calculationId: second, reference })).toEqual({
      outcome: 'committed',
      transactionId: null,
    })
    expect(await payments.commitTax({ calculationId: first, reference })).toEqual(counted)
    // A key is one calculation's: with another one the provider answers with an error of keys, which says nothing of the tax.
    const asked = stripe.log.filter(({ path }) => path.endsWith('/create_from_calculation'))
    const calculationsOf = Map.groupBy(asked, ({ idempotencyKey }) => idempotencyKey)
    for (const [key, each] of calculationsOf)
      expect(new Set(each.map(({ form }) => form)).size, `${key}`).toBe(1)
    expect(stripe.taxTransactions().filter((each) => each.reference === reference)).toHaveLength(1)
  })

  it('lost the payment or customer still lets the order finish', async () => {
    const gone = {
      customerId: 'cus_gone',
      intentId: 'pi_gone',
      orderNumber: 'BC-1',
      email: null,
      name: 'Maya',
    }
    await expect(payments.nameOrder(gone)).resolves.toBeUndefined()
  })
})

describe('a Stripe Checkout session', () => {
  it('leads to its checkout once paid', async () => {
    const paid = stripe.putCheckoutSession({
      payment_status: 'paid',
      metadata: { checkout_id: 'c1' },
    })
    expect(await payments.fetchSession(paid.id)).toEqual({ intentId: null, checkoutId: 'c1' })
    const unpaid = stripe.putCheckoutSession({
      payment_status: 'unpaid',
      metadata: { checkout_id: 'c2' },
    })
    expect(await payments.fetchSession(unpaid.id)).toBeNull()
  })
})

it.each([
  ['succeeded', 'succeeded'],
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['failed', 'failed'],
  // Its money never left, so somebody has to be told.
  ['canceled', 'failed'],
])('a refund that is %s at Stripe has %s here', (status, state) => {
  const refund = { id: 're_1', status, payment_intent: 'pi_1', amount: 6950, metadata: null }
  expect(refundState(refund as unknown as Stripe.Refund)).toMatchObject({ status: state, intentId: 'pi_1' })
})
