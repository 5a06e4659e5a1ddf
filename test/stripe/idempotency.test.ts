import Stripe from 'stripe'
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

const once = { idempotencyKey: 'checkout-1:pay' }
const terms = { amount: 6950, currency: 'usd' }

test('a repeated key returns the object as first created', async () => {
  const first = await stripe.paymentIntents.create(terms, once)
  simulator.confirm(first.client_secret!, { number: '4242424242424242' })
  const second = await stripe.paymentIntents.create(terms, once)
  expect([second.id, second.status]).toEqual([first.id, 'requires_payment_method'])
  expect(simulator.log.at(-1)).toMatchObject({ replayed: true, idempotencyKey: once.idempotencyKey })
  expect(simulator.payments()).toHaveLength(1)
})

test('a repeated key with other parameters is an error', async () => {
  await stripe.paymentIntents.create(terms, once)
  for (const other of [
    stripe.paymentIntents.create({ ...terms, amount: 7000 }, once),
    stripe.customers.create({}, once),
  ])
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
})

test('a failed validation is forgotten, a refused card is not', async () => {
  await expect(stripe.paymentIntents.create({ ...terms, amount: 1 }, once)).rejects.toThrow(/at least/)
  await expect(stripe.paymentIntents.create(terms, once)).resolves.toMatchObject({ amount: 6950 })
})

test('a key expires after a day', async () => {
  const first = await stripe.paymentIntents.create(terms, once)
  await simulator.advanceTo('2026-03-03T11:59:00Z')
  expect((await stripe.paymentIntents.create(terms, once)).id).toBe(first.id)
  await simulator.advanceTo('2026-03-03T12:00:00Z')
  expect((await stripe.paymentIntents.create(terms, once)).id).not.toBe(first.id)
})

test('an answer lost after the effect is found with the same key only', async () => {
  simulator.fail({ method: 'POST', path: '/v1/payment_intents', when: 'after', how: 'reset', times: 2 })
  await expect(stripe.paymentIntents.create(terms, once)).rejects.toBeInstanceOf(
    Stripe.errors.StripeConnectionError,
  )
  expect(simulator.payments()).toHaveLength(1)
  const again = await stripe.paymentIntents.create(terms, once)
  expect(again.id).toBe(simulator.payments()[0]!.id)
})

test('a 500 after the effect is replayed by its key, and the object is listed', async () => {
  simulator.fail({ path: /payment_intents$/, when: 'after', how: '500' })
  const customer = await stripe.customers.create({})
  const mine = { ...terms, customer: customer.id }
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(stripe.paymentIntents.create(mine, once)).rejects.toMatchObject({ statusCode: 500 })
  expect((await stripe.paymentIntents.list({ customer: customer.id })).data).toHaveLength(1)
})

test('a fault before the effect leaves nothing, and clearing it ends it', async () => {
  // The SDK itself repeats a request once when its connection is reset.
  simulator.fail({ when: 'before', how: 'reset', times: 2 })
  for (const how of ['500', '429'] as const) simulator.fail({ when: 'before', how })
  simulator.fail({ when: 'before', how: 'hang', times: 100 })
  await expect(stripe.paymentIntents.create(terms, once)).rejects.toThrow()
  await expect(stripe.paymentIntents.create(terms, once)).rejects.toThrow()
  await expect(stripe.paymentIntents.create(terms, once)).rejects.toThrow()
  const impatient = new Stripe(simulator.secretKey, {
    ...simulator.connection,
    maxNetworkRetries: 0,
    timeout: 50,
  })
  await expect(impatient.paymentIntents.create(terms, once)).rejects.toBeInstanceOf(
    Stripe.errors.StripeConnectionError,
  )
  expect(simulator.payments()).toEqual([])
  simulator.mend()
  await expect(stripe.paymentIntents.create(terms, once)).resolves.toMatchObject({ amount: 6950 })
})
