import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from './connect.ts'
import { type StripeSimulator, startStripeSimulator } from './start-stripe-simulator.ts'

let simulator: StripeSimulator
let stripe: Stripe

beforeEach(async () => {
  simulator = await startStripeSimulator({ now: new Date('2026-01-31T12:00:00Z') })
  stripe = connect(simulator)
})
afterEach(() => simulator.close())

async function monthly() {
  const product = await stripe.products.create({ id: 'belt-monthly', name: 'A belt each month' })
  return stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 6950,
    recurring: { interval: 'month' },
    lookup_key: 'monthly',
    tax_behavior: 'exclusive',
  })
}

async function subscribe(extra: Stripe.SubscriptionCreateParams = {}) {
  const customer = await stripe.customers.create({ email: 'ann@example.com' })
  const price = await monthly()
  return stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    metadata: { checkout_id: 'c1' },
    expand: ['latest_invoice.confirmation_secret', 'pending_setup_intent'],
    ...extra,
  })
}

function secretOf(subscription: Stripe.Subscription): string {
  return (subscription.latest_invoice as Stripe.Invoice).confirmation_secret!.client_secret
}

test('a buyer subscribes, pays in the browser, and gets an active subscription with a saved card', async () => {
  const rate = await stripe.taxRates.create({ display_name: 'CA 9.75%', inclusive: false, percentage: 9.75 })
  const subscription = await subscribe({ default_tax_rates: [rate.id] })
  expect(subscription.status).toBe('incomplete')
  const paid = simulator.confirm(secretOf(subscription), {
    number: '4242 4242 4242 4242',
    email: 'b@example.com',
  })
  expect(paid.status).toBe('succeeded')
  const after = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice.payments'] })
  expect(after.status).toBe('active')
  expect(after.default_payment_method).toMatch(/^pm_/)
  expect(new Date(after.items.data[0]!.current_period_end * 1000).toISOString()).toBe(
    '2026-02-28T12:00:00.000Z',
  )
  expect(after).not.toHaveProperty('current_period_end')
  const invoice = after.latest_invoice as Stripe.Invoice
  expect([invoice.status, invoice.total, invoice.total_taxes?.[0]?.amount]).toEqual(['paid', 7628, 678])
  expect(invoice.parent?.subscription_details?.metadata).toEqual({ checkout_id: 'c1' })
  const intentId = String(invoice.payments?.data[0]?.payment.payment_intent)
  const links = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intentId },
  })
  expect(links.data[0]?.invoice).toBe(invoice.id)
  const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
  expect(intent).not.toHaveProperty('invoice')
  expect(intent.metadata).toEqual({})
  expect((intent.latest_charge as Stripe.Charge).billing_details.email).toBe('b@example.com')
  expect(simulator.totals(subscription.customer as string)).toEqual({ charged: 7628, refunded: 0 })
})

test('one payment saves the card for subscriptions that charge later', async () => {
  const price = await monthly()
  const customer = await stripe.customers.create({})
  const intent = await stripe.paymentIntents.create({
    amount: 13900,
    currency: 'usd',
    customer: customer.id,
    setup_future_usage: 'off_session',
    automatic_payment_methods: { enabled: true },
    metadata: { checkout_id: 'c2' },
  })
  simulator.confirm(intent.client_secret!, { number: '4242424242424242', receiptEmail: 'ann@example.com' })
  const paid = await stripe.paymentIntents.retrieve(intent.id)
  expect([paid.status, paid.amount_received, paid.receipt_email]).toEqual([
    'succeeded',
    13900,
    'ann@example.com',
  ])
  const trialEnd = Date.parse('2026-02-28T12:00:00Z') / 1000
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: String(paid.payment_method),
    trial_end: trialEnd,
    off_session: true,
    payment_behavior: 'error_if_incomplete',
  })
  expect([subscription.status, subscription.trial_end]).toEqual(['trialing', trialEnd])
  expect(subscription.pending_setup_intent).toBeNull()
  expect(simulator.totals().charged).toBe(13900)
})

test('nothing due means a set-up instead of a payment, and an active subscription at once', async () => {
  await stripe.coupons.create({ id: 'FREE', percent_off: 100, duration: 'once' })
  const subscription = await subscribe({ discounts: [{ coupon: 'FREE' }] })
  expect(subscription.status).toBe('active')
  expect((subscription.latest_invoice as Stripe.Invoice).confirmation_secret).toBeNull()
  const setup = subscription.pending_setup_intent as Stripe.SetupIntent
  expect(simulator.confirm(setup.client_secret!, { number: '4242424242424242' }).status).toBe('succeeded')
  const after = await stripe.subscriptions.retrieve(subscription.id)
  expect(after.pending_setup_intent).toBeNull()
  expect(after.default_payment_method).toMatch(/^pm_/)
  expect(simulator.payments()).toEqual([])
})

test('a card that passed set-up may still be refused, leaving no subscription', async () => {
  const price = await monthly()
  const customer = await stripe.customers.create({})
  const setup = await stripe.setupIntents.create({ customer: customer.id })
  const confirmed = simulator.confirm(setup.client_secret!, { number: '4000000000000341' })
  expect(confirmed.status).toBe('succeeded')
  const kept = await stripe.setupIntents.retrieve(setup.id, { expand: ['latest_attempt', 'payment_method'] })
  expect((kept.latest_attempt as Stripe.SetupAttempt).status).toBe('succeeded')
  const creation = stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: (kept.payment_method as Stripe.PaymentMethod).id,
    off_session: true,
    payment_behavior: 'error_if_incomplete',
  })
  await expect(creation).rejects.toMatchObject({ statusCode: 402, message: 'Your card was declined.' })
  expect(simulator.subscriptions()).toEqual([])
})

test('a bank’s question is answered: paid when completed, refused when not', async () => {
  const subscription = await subscribe()
  const secret = secretOf(subscription)
  const number = '4000002500003155'
  expect(simulator.confirm(secret, { number }).status).toBe('requires_action')
  expect(() => simulator.confirm(secret, { number, authentication: 'failed' })).toThrow(
    /unable to authenticate/,
  )
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  expect(simulator.confirm(secret, { number, authentication: 'completed' }).status).toBe('succeeded')
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test.each([
  ['4000000000000002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
  ['4000000000009987', 'Your card was declined.'],
  ['4000000000000069', 'Your card has expired.'],
  ['4000000000000127', "Your card's security code is incorrect."],
  ['4000000000000119', 'An error occurred while processing your card. Try again in a little bit.'],
])('the card %s is refused with "%s", and another one still pays', async (number, message) => {
  const secret = secretOf(await subscribe())
  expect(() => simulator.confirm(secret, { number })).toThrow(message)
  expect(simulator.totals().charged).toBe(0)
  expect(simulator.confirm(secret, { number: '4242424242424242' }).status).toBe('succeeded')
})

test('every change sends a signed event that the SDK accepts', async () => {
  const got: Stripe.Event[] = []
  simulator.webhooks.sendTo(async (rawBody, signature) => {
    got.push(stripe.webhooks.constructEvent(rawBody, signature, simulator.webhooks.secret))
  })
  const subscription = await subscribe()
  simulator.confirm(secretOf(subscription), { number: '4242424242424242' })
  await simulator.webhooks.settled()
  const types = got.map((event) => event.type)
  for (const type of ['invoice.paid', 'payment_intent.succeeded', 'customer.subscription.updated'])
    expect(types).toContain(type)
  expect(got[0]).toMatchObject({ livemode: false, api_version: '2026-10-28.endive' })
})
