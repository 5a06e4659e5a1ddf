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

const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status

test('each month of a year is charged once, on the last day of a short month', async () => {
  const { customer, subscription } = await subscriber()
  await simulator.advanceTo('2027-01-31T14:00:00Z')
  const invoices = (await stripe.invoices.list({ subscription, limit: 24 })).data
  expect(invoices).toHaveLength(13)
  expect(invoices.every(({ status }) => status === 'paid')).toBe(true)
  expect(invoices.slice(0, 12).every(({ billing_reason }) => billing_reason === 'subscription_cycle')).toBe(
    true,
  )
  const terms = invoices.reverse().map(({ lines }) => dayOf(lines.data[0]!.period.end))
  expect(terms.slice(0, 4)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  expect(terms.at(-1)).toBe('2027-02-28')
  expect(simulator.totals(customer)).toEqual({ charged: 13 * 6950, refunded: 0 })
})

test('a renewal is a draft for an hour, and its tax can still change', async () => {
  const { subscription } = await subscriber()
  await simulator.advanceTo('2026-02-28T12:30:00Z')
  const [draft] = (await stripe.invoices.list({ subscription, limit: 1 })).data
  expect([draft!.status, draft!.billing_reason]).toEqual(['draft', 'subscription_cycle'])
  expect(await statusOf(subscription)).toBe('active')
  const rate = await stripe.taxRates.create({ display_name: 'CA 9.75%', inclusive: false, percentage: 9.75 })
  await stripe.invoices.update(draft!.id, { default_tax_rates: [rate.id] })
  await simulator.advanceTo('2026-02-28T13:00:00Z')
  const paid = await stripe.invoices.retrieve(draft!.id, { expand: ['payments'] })
  expect([paid.status, paid.total, paid.payments?.data[0]?.status]).toEqual(['paid', 7628, 'paid'])
  await expect(stripe.invoices.update(draft!.id, { default_tax_rates: '' })).rejects.toThrow(
    /can't be updated/,
  )
})

test('a refused renewal is retried after 3, 5 and 7 days, then stays past due', async () => {
  const { customer, subscription } = await subscriber()
  simulator.turnCards(customer, '4000000000000341')
  await simulator.advanceTo('2026-03-30T12:00:00Z')
  const failures = simulator.events().filter(({ type }) => type === 'invoice.payment_failed')
  expect(failures.map(({ created }) => dayOf(created))).toEqual([
    '2026-02-28',
    '2026-03-03',
    '2026-03-08',
    '2026-03-15',
  ])
  expect(await statusOf(subscription)).toBe('past_due')
  const [invoice] = (await stripe.invoices.list({ subscription, limit: 1 })).data
  expect([invoice!.status, invoice!.attempt_count, invoice!.next_payment_attempt]).toEqual(['open', 4, null])
  await expect(stripe.invoices.pay(invoice!.id)).rejects.toMatchObject({ statusCode: 402 })
  const { id } = simulator.changeCard(customer, '4242424242424242')
  // The subscription's own card wins over the customer's new one.
  await expect(stripe.invoices.pay(invoice!.id)).rejects.toMatchObject({ statusCode: 402 })
  await stripe.subscriptions.update(subscription, { default_payment_method: id })
  expect((await stripe.invoices.pay(invoice!.id)).status).toBe('paid')
  expect(await statusOf(subscription)).toBe('active')
})

test('a refused bill that’s voided or written off leaves the subscription active', async () => {
  const marks = ['voidInvoice', 'markUncollectible'] as const
  const members = [await subscriber(), await subscriber()]
  for (const { customer } of members) simulator.turnCards(customer, '4000000000000341')
  await simulator.advanceTo('2026-03-02T12:00:00Z')
  for (const [index, { subscription }] of members.entries()) {
    expect(await statusOf(subscription)).toBe('past_due')
    const [refused] = (await stripe.invoices.list({ subscription, limit: 1 })).data
    await stripe.invoices[marks[index]!](refused!.id)
    expect(await statusOf(subscription)).toBe('active')
  }
})

test('a card that always needs confirmation holds the renewal until its owner confirms', async () => {
  const { subscription } = await subscriber({ number: '4000002760003184' })
  expect(await statusOf(subscription)).toBe('active')
  await simulator.advanceTo('2026-02-28T14:00:00Z')
  expect(await statusOf(subscription)).toBe('past_due')
  const types = simulator.events().map(({ type }) => type)
  expect(types).toContain('invoice.payment_action_required')
  const [invoice] = (
    await stripe.invoices.list({ subscription, limit: 1, expand: ['data.confirmation_secret'] })
  ).data
  const secret = invoice!.confirmation_secret!.client_secret
  simulator.confirm(secret, { number: '4000002760003184', authentication: 'completed' })
  expect(await statusOf(subscription)).toBe('active')
})

test('a card that needs confirmation once is charged automatically afterward', async () => {
  const { subscription, customer } = await subscriber({ number: '4000002500003155' })
  await simulator.advanceTo('2026-03-01T00:00:00Z')
  expect(await statusOf(subscription)).toBe('active')
  expect(simulator.totals(customer).charged).toBe(2 * 6950)
})

test('a form left open overnight expires after 23 hours, with its bill and payment', async () => {
  const { customer, price } = await subscriber()
  const open = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  })
  const secret = (open.latest_invoice as Stripe.Invoice).confirmation_secret!.client_secret
  const refused = stripe.subscriptions.update(open.id, { cancel_at_period_end: true })
  await expect(refused).rejects.toThrow(/incomplete/)
  const intent = simulator.retrieve(secret)
  const id = 'paymentIntent' in intent ? intent.paymentIntent.id : ''
  await expect(stripe.paymentIntents.cancel(id)).rejects.toThrow(/created by an Invoice/)
  await simulator.advanceTo('2026-02-01T10:59:00Z')
  expect(await statusOf(open.id)).toBe('incomplete')
  await simulator.advanceTo('2026-02-01T11:00:00Z')
  expect(await statusOf(open.id)).toBe('incomplete_expired')
  expect(simulator.invoices().at(-1)?.status).toBe('void')
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('canceled')
  expect(() => simulator.confirm(secret, { number: '4242424242424242' })).toThrow(/cannot confirm/)
})

test('canceling an unpaid subscription voids its bill and cancels its payment', async () => {
  const { customer, price } = await subscriber()
  const open = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
  })
  expect((await stripe.subscriptions.cancel(open.id)).status).toBe('incomplete_expired')
  expect([simulator.invoices().at(-1)?.status, simulator.payments().at(-1)?.status]).toEqual([
    'void',
    'canceled',
  ])
  expect(simulator.totals(customer).charged).toBe(6950)
})

test('what a bill took from the customer’s balance goes back when it’s voided, or as credit', async () => {
  const { customer, subscription } = await subscriber()
  const give = (cents: number, metadata = {}) =>
    stripe.customers.createBalanceTransaction(customer, { amount: -cents, currency: 'usd', metadata })
  await give(2000)
  simulator.turnCards(customer, '4000000000000341')
  await simulator.advanceTo('2026-03-01T12:00:00Z')
  const balance = async () => ((await stripe.customers.retrieve(customer)) as Stripe.Customer).balance
  const [bill] = (await stripe.invoices.list({ subscription, limit: 1 })).data
  expect([bill!.status, bill!.amount_due, await balance()]).toEqual(['open', 4950, 0])
  await stripe.invoices.voidInvoice(bill!.id)
  expect(await balance()).toBe(-2000)
  await give(500, { why: 'sorry' })
  const moved = (await stripe.customers.listBalanceTransactions(customer)).data
  expect(moved.map(({ amount, type, ending_balance }) => [amount, type, ending_balance])).toEqual([
    [-500, 'adjustment', -2500],
    [-2000, 'unapplied_from_invoice', -2000],
    [2000, 'applied_to_invoice', 0],
    [-2000, 'adjustment', -2000],
  ])
  expect(moved[0]!.metadata).toEqual({ why: 'sorry' })
})

test('moving the next charge creates a trial, and charges nothing until it ends', async () => {
  const { customer, subscription } = await subscriber()
  const later = secondsAt('2026-03-31T12:00:00Z')
  const moved = await stripe.subscriptions.update(subscription, {
    trial_end: later,
    proration_behavior: 'none',
  })
  expect([moved.status, dayOf(moved.items.data[0]!.current_period_end)]).toEqual(['trialing', '2026-03-31'])
  const [free] = (await stripe.invoices.list({ subscription, limit: 1 })).data
  expect([free!.billing_reason, free!.total, free!.status]).toEqual(['subscription_update', 0, 'paid'])
  await simulator.advanceTo('2026-03-31T12:30:00Z')
  const announced = simulator.events().filter(({ type }) => type === 'customer.subscription.trial_will_end')
  expect(announced.map(({ created }) => dayOf(created))).toEqual(['2026-03-28'])
  expect(simulator.totals(customer).charged).toBe(6950)
  await simulator.advanceTo('2026-04-30T14:00:00Z')
  expect(simulator.totals(customer).charged).toBe(3 * 6950)
  expect(await statusOf(subscription)).toBe('active')
})

test('moving the next charge with proration on credits the unused time', async () => {
  const { customer, subscription } = await subscriber()
  await simulator.advanceTo('2026-02-14T12:00:00Z')
  await stripe.subscriptions.update(subscription, { trial_end: secondsAt('2026-03-31T12:00:00Z') })
  expect((await stripe.customers.retrieve(customer)) as Stripe.Customer).toMatchObject({ balance: -3475 })
  await simulator.advanceTo('2026-04-01T00:00:00Z')
  expect(simulator.totals(customer).charged).toBe(6950 + 3475)
})

test('a trial ends at most two years ahead, and never in the past', async () => {
  const { subscription } = await subscriber()
  const endAt = (day: string) => stripe.subscriptions.update(subscription, { trial_end: secondsAt(day) })
  await expect(endAt('2026-01-31T11:00:00Z')).rejects.toMatchObject({ statusCode: 400, param: 'trial_end' })
  await endAt('2027-06-30T12:00:00Z')
  await expect(endAt('2028-03-01T12:00:00Z')).rejects.toThrow(/730/)
})

test('canceling at the term’s end ends it there, unless undone', async () => {
  const first = await subscriber()
  const second = await subscriber()
  for (const { subscription } of [first, second]) {
    const ending = await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    expect([ending.status, dayOf(ending.cancel_at)]).toEqual(['active', '2026-02-28'])
  }
  await stripe.subscriptions.update(second.subscription, { cancel_at_period_end: false })
  await simulator.advanceTo('2026-03-01T00:00:00Z')
  expect([await statusOf(first.subscription), await statusOf(second.subscription)]).toEqual([
    'canceled',
    'active',
  ])
  const ended = simulator.events().filter(({ type }) => type === 'customer.subscription.deleted')
  expect(ended.map(({ data }) => data.object.id)).toEqual([first.subscription])
  await expect(stripe.subscriptions.cancel(first.subscription)).rejects.toMatchObject({ statusCode: 404 })
})

test('a day to end on is its own: renewing at the term’s end leaves it, and it stays when the term moves', async () => {
  const { subscription } = await subscriber()
  const update = (params: Stripe.SubscriptionUpdateParams) =>
    stripe.subscriptions.update(subscription, params)
  const day = secondsAt('2026-02-20T12:00:00Z')
  await update({ cancel_at: day })
  expect((await update({ cancel_at_period_end: false })).cancel_at).toBe(day)
  await update({ trial_end: secondsAt('2026-03-31T12:00:00Z'), proration_behavior: 'none' })
  expect((await stripe.subscriptions.retrieve(subscription)).cancel_at).toBe(day)
  expect((await update({ cancel_at: '' })).cancel_at).toBeNull()
  const ends = await update({ cancel_at_period_end: true })
  expect(dayOf(ends.cancel_at)).toBe('2026-03-31')
  expect((await update({ cancel_at_period_end: false })).cancel_at).toBeNull()
})

test('canceling now refunds nothing and leaves the open bill uncollected', async () => {
  const { customer, subscription } = await subscriber()
  simulator.turnCards(customer, '4000000000000341')
  await simulator.advanceTo('2026-02-28T14:00:00Z')
  expect((await stripe.subscriptions.cancel(subscription)).status).toBe('canceled')
  await simulator.advanceTo('2026-06-01T00:00:00Z')
  expect(simulator.invoices().map(({ status }) => status)).toEqual(['paid', 'open'])
  expect(simulator.totals(customer)).toEqual({ charged: 6950, refunded: 0 })
  expect((await stripe.subscriptions.list({ customer })).data).toEqual([])
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
})

test('a coupon applies once or forever, before tax', async () => {
  await stripe.coupons.create({ id: 'TEN', amount_off: 1000, currency: 'usd', duration: 'once' })
  await stripe.coupons.create({ id: 'HALF', percent_off: 50, duration: 'forever' })
  const rate = await stripe.taxRates.create({ display_name: 'CA 10%', inclusive: false, percentage: 10 })
  const extra = { default_tax_rates: [rate.id] }
  const once = await subscriber({ extra: { ...extra, discounts: [{ coupon: 'TEN' }] } })
  const always = await subscriber({ extra: { ...extra, discounts: [{ coupon: 'HALF' }] } })
  await simulator.advanceTo('2026-02-28T14:00:00Z')
  const totals = async (subscription: string) =>
    (await stripe.invoices.list({ subscription })).data.map(({ total }) => total).reverse()
  expect(await totals(once.subscription)).toEqual([6545, 7645])
  expect(await totals(always.subscription)).toEqual([3823, 3823])
})

/** A customer with a paid monthly subscription for $69.50, created as the shop does it. */
async function subscriber(options: { number?: string; extra?: Stripe.SubscriptionCreateParams } = {}) {
  const customer = await stripe.customers.create({ email: 'ann@example.com' })
  const known = await stripe.prices.list({ lookup_keys: ['monthly'] })
  const price = known.data[0]?.id ?? (await monthlyPrice()).id
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    metadata: { checkout_id: 'c1' },
    expand: ['latest_invoice.confirmation_secret'],
    ...options.extra,
  })
  const invoice = subscription.latest_invoice as Stripe.Invoice
  const number = options.number ?? '4242424242424242'
  if (invoice.confirmation_secret)
    simulator.confirm(invoice.confirmation_secret.client_secret, { number, authentication: 'completed' })
  return { customer: customer.id, subscription: subscription.id, price }
}

async function monthlyPrice(): Promise<Stripe.Price> {
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

/** The UTC day of a time in seconds since 1970. */
function dayOf(seconds: number | null | undefined): string | null {
  return seconds == null ? null : new Date(seconds * 1000).toISOString().slice(0, 10)
}

/** Seconds since 1970. */
function secondsAt(iso: string): number {
  return Date.parse(iso) / 1000
}
