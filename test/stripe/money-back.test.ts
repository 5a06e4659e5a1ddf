import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from './connect.ts'
import { type StripeSimulator, startStripeSimulator } from './start-stripe-simulator.ts'

let simulator: StripeSimulator
let stripe: Stripe

beforeEach(async () => {
  simulator = await startStripeSimulator({ now: new Date('2026-03-02T12:00:00Z') })
  stripe = connect(simulator)
})
afterEach(() => simulator.close())

async function paid(number = '4242424242424242') {
  const customer = await stripe.customers.create({})
  const intent = await stripe.paymentIntents.create({ amount: 10000, currency: 'usd', customer: customer.id })
  simulator.confirm(intent.client_secret!, { number })
  return { customer: customer.id, intent: intent.id }
}

const eventTypes = () => simulator.events().map(({ type }) => type)

test('partial refunds add up, never beyond what was paid', async () => {
  const { customer, intent } = await paid()
  const first = await stripe.refunds.create({
    payment_intent: intent,
    amount: 4000,
    metadata: { refund_id: 'r1' },
  })
  expect([first.status, first.amount]).toEqual(['succeeded', 4000])
  await expect(stripe.refunds.create({ payment_intent: intent, amount: 6001 })).rejects.toThrow(
    'Refund amount ($60.01) is greater than unrefunded amount on charge ($60.00)',
  )
  await stripe.refunds.create({ payment_intent: intent })
  await expect(stripe.refunds.create({ payment_intent: intent, amount: 1 })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  expect(simulator.totals(customer)).toEqual({ charged: 10000, refunded: 10000 })
  const charge = (await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] }))
    .latest_charge as Stripe.Charge
  expect([charge.refunded, charge.amount_refunded]).toEqual([true, 10000])
  expect((await stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount)).toEqual([
    6000, 4000,
  ])
  expect(eventTypes()).toContain('refund.created')
})

test('an unpaid payment can’t be refunded', async () => {
  const intent = await stripe.paymentIntents.create({ amount: 10000, currency: 'usd' })
  await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toThrow(/successful charge/)
  await expect(stripe.refunds.create({})).rejects.toThrow(/payment_intent or charge/)
  await expect(stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
    code: 'resource_missing',
  })
})

test('one test card delays a refund, another fails it', async () => {
  const waits = await paid('4000000000007726')
  const returns = await paid('4000000000005126')
  const pending = await stripe.refunds.create({ payment_intent: waits.intent, amount: 500 })
  const hopeful = await stripe.refunds.create({ payment_intent: returns.intent, amount: 500 })
  expect([pending.status, hopeful.status]).toEqual(['pending', 'succeeded'])
  await simulator.advanceTo('2026-03-02T14:00:00Z')
  expect((await stripe.refunds.retrieve(pending.id)).status).toBe('succeeded')
  expect(await stripe.refunds.retrieve(hopeful.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  })
  expect(simulator.totals(returns.customer)).toEqual({ charged: 10000, refunded: 0 })
  expect(eventTypes().filter((type) => type === 'refund.failed')).toHaveLength(1)
})

test('a disputed payment can’t be refunded until the bank decides', async () => {
  const { intent } = await paid('4000000000000259')
  const [opened] = simulator.disputes()
  const dispute = await stripe.disputes.retrieve(opened!.id)
  expect([dispute.payment_intent, dispute.status]).toEqual([intent, 'needs_response'])
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_disputed',
  })
  simulator.closeDispute(dispute.id, 'lost')
  expect((await stripe.disputes.retrieve(dispute.id)).status).toBe('lost')
  expect(eventTypes()).toEqual(expect.arrayContaining(['charge.dispute.created', 'charge.dispute.closed']))
})

test('an unpaid payment can be canceled, a paid one can’t', async () => {
  const open = await stripe.paymentIntents.create({ amount: 10000, currency: 'usd' })
  const changed = await stripe.paymentIntents.update(open.id, {
    amount: 12000,
    receipt_email: 'a@example.com',
  })
  expect([changed.amount, changed.receipt_email]).toEqual([12000, 'a@example.com'])
  const stopped = await stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' })
  expect([stopped.status, stopped.cancellation_reason]).toEqual(['canceled', 'abandoned'])
  expect(() => simulator.confirm(open.client_secret!, { number: '4242424242424242' })).toThrow(
    /cannot confirm/,
  )
  const { intent } = await paid()
  await expect(stripe.paymentIntents.cancel(intent)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  await expect(stripe.paymentIntents.update(intent, { amount: 5000 })).rejects.toThrow(/status of succeeded/)
  const setup = await stripe.setupIntents.create({})
  expect((await stripe.setupIntents.cancel(setup.id)).status).toBe('canceled')
  await expect(stripe.setupIntents.cancel(setup.id)).rejects.toMatchObject({
    code: 'setup_intent_unexpected_state',
  })
})

test('the portal has a card page for existing customers', async () => {
  const { customer } = await paid()
  const session = await stripe.billingPortal.sessions.create({
    customer,
    return_url: 'https://shop.example/',
    flow_data: { type: 'payment_method_update' },
  })
  expect(session.url).toMatch(/^https:\/\/billing\.stripe\.com\//)
  await expect(stripe.billingPortal.sessions.create({ customer: 'cus_none' })).rejects.toMatchObject({
    code: 'resource_missing',
  })
  const hosted = simulator.putCheckoutSession({ metadata: { checkout_id: 'c1' }, payment_status: 'paid' })
  expect((await stripe.checkout.sessions.retrieve(hosted.id)).metadata).toEqual({ checkout_id: 'c1' })
  await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({ statusCode: 404 })
})
