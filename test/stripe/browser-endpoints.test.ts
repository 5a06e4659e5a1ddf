import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from './connect.ts'
import { type StripeSimulator, startStripeSimulator } from './start-stripe-simulator.ts'

let simulator: StripeSimulator
let stripe: Stripe
let intent: Stripe.PaymentIntent

beforeEach(async () => {
  simulator = await startStripeSimulator({ now: new Date('2026-03-02T12:00:00Z') })
  stripe = connect(simulator)
  intent = await stripe.paymentIntents.create({ amount: 6950, currency: 'usd' })
})
afterEach(() => simulator.close())

type Answer = {
  status?: string
  error?: { message: string; payment_intent?: { status: string } }
  paymentIntent?: { id: string; status: string }
  next_action?: { type: string } | null
  last_payment_error?: { message: string }
}

async function post(path: string, body: object | URLSearchParams) {
  const isForm = body instanceof URLSearchParams
  const answer = await fetch(`${simulator.address}/browser${path}`, {
    method: 'POST',
    body: isForm ? body : JSON.stringify(body),
  })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  return { code: answer.status, body: (await answer.json()) as Answer }
}

test('a page pays with a client secret and no key, from any origin', async () => {
  const clientSecret = intent.client_secret!
  const preflight = await fetch(`${simulator.address}/browser/confirm`, { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  const refused = await post('/confirm', { clientSecret, number: '4000000000000002' })
  expect([refused.code, refused.body.error?.message]).toEqual([402, 'Your card was declined.'])
  expect(refused.body.error?.payment_intent?.status).toBe('requires_payment_method')
  const asks = await post('/confirm', { clientSecret, number: '4000002760003184' })
  expect(asks.body.status).toBe('requires_action')
  const paid = await post('/confirm', {
    clientSecret,
    number: '4000002760003184',
    authentication: 'completed',
    email: 'ann@example.com',
  })
  expect(paid.body.status).toBe('succeeded')
  expect((await post('/retrieve', { clientSecret })).body.paymentIntent?.status).toBe('succeeded')
})

test('a wrong secret gives no access', async () => {
  const clientSecret = `${intent.id}_secret_wrong`
  expect((await post('/retrieve', { clientSecret })).code).toBe(400)
  expect((await post('/confirm', { number: '4242424242424242' })).code).toBe(400)
  expect((await post('/confirm', { clientSecret: 'pi_none_secret_x', number: '1' })).code).toBe(404)
  expect(simulator.payments()[0]?.status).toBe('requires_payment_method')
})

test('Stripe.js form bodies are understood too', async () => {
  const path = `/v1/payment_intents/${intent.id}`
  const secret = { client_secret: intent.client_secret! }
  const form = new URLSearchParams({
    ...secret,
    receipt_email: 'ann@example.com',
    return_url: 'https://shop.example/',
    'payment_method_data[card][number]': '4000 0027 6000 3184',
    'payment_method_data[billing_details][email]': 'ann@example.com',
  })
  expect((await post(`${path}/confirm`, form)).body.next_action?.type).toBe('use_stripe_sdk')
  const failed = await post(`${path}/authenticate`, new URLSearchParams({ ...secret, outcome: 'failed' }))
  expect(failed.body.last_payment_error?.message).toMatch(/unable to authenticate/)
  await post(`${path}/confirm`, form)
  const outcome = new URLSearchParams({ ...secret, outcome: 'succeeded' })
  expect((await post(`${path}/authenticate`, outcome)).body.status).toBe('succeeded')
  const found = await fetch(`${simulator.address}/browser${path}?${new URLSearchParams(secret)}`)
  expect(await found.json()).toMatchObject({ status: 'succeeded', receipt_email: 'ann@example.com' })
})
