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

/** A request as no typed client would send it. */
async function raw(method: string, path: string, form: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${simulator.address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${simulator.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    ...(method === 'POST' ? { body: form } : {}),
  })
  const body = (await answer.json()) as {
    error: { type: string; param?: string; code?: string; message: string }
  }
  return { status: answer.status, error: body.error }
}

test.each([
  ['an unknown parameter', 'amount=100&currency=usd&color=red', 'parameter_unknown', 'color'],
  [
    'an unknown nested parameter',
    'amount=100&currency=usd&shipping[size]=1',
    'parameter_unknown',
    'shipping[size]',
  ],
  ['a missing parameter', 'amount=100', 'parameter_missing', 'currency'],
  [
    'a missing nested parameter',
    'amount=100&currency=usd&shipping[name]=A',
    'parameter_missing',
    'shipping[address]',
  ],
  ['a fraction of a cent', 'amount=99.5&currency=usd', 'parameter_invalid_integer', 'amount'],
  ['less than Stripe charges', 'amount=49&currency=usd', 'amount_too_small', 'amount'],
  [
    'a value outside the enumeration',
    'amount=100&currency=usd&setup_future_usage=always',
    undefined,
    'setup_future_usage',
  ],
  ['a list where one value belongs', 'amount=100&currency[]=usd', undefined, 'currency'],
  [
    'an empty value that can’t be unset',
    'amount=100&currency=usd&description=',
    'parameter_invalid_empty',
    'description',
  ],
  ['an unknown customer', 'amount=100&currency=usd&customer=cus_1', 'resource_missing', 'customer'],
  [
    'a parameter that isn’t modeled',
    'amount=100&currency=usd&transfer_group=a',
    'not_modelled',
    'transfer_group',
  ],
])('%s is refused, and nothing is created', async (_what, form, code, param) => {
  const { status, error } = await raw('POST', '/v1/payment_intents', form)
  expect(status).toBe(400)
  expect(error.type).toBe('invalid_request_error')
  expect([error.code, error.param]).toEqual([code, param])
  expect(simulator.payments()).toEqual([])
  expect(simulator.events()).toEqual([])
})

test('metadata is limited to 50 keys of 40 characters and values of 500', async () => {
  const keys = Object.fromEntries(Array.from({ length: 51 }, (_, place) => [`k${place}`, 'v']))
  await expect(stripe.customers.create({ metadata: keys })).rejects.toThrow(/50 keys/)
  await expect(stripe.customers.create({ metadata: { ['k'.repeat(41)]: 'v' } })).rejects.toThrow(
    /40 characters/,
  )
  await expect(stripe.customers.create({ metadata: { k: 'v'.repeat(501) } })).rejects.toThrow(
    /500 characters/,
  )
  const customer = await stripe.customers.create({ metadata: { a: '1', b: '2' } })
  const changed = await stripe.customers.update(customer.id, { metadata: { a: '', c: '3' } })
  expect(changed.metadata).toEqual({ b: '2', c: '3' })
})

test('fields that basil removed or that never existed can’t be expanded', async () => {
  const old = stripe.subscriptions.list({ expand: ['data.latest_invoice.payment_intent'] })
  await expect(old).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('cannot be expanded (data.latest_invoice.payment_intent)'),
  })
  await expect(stripe.invoices.list({ expand: ['data.charge'] })).rejects.toThrow(/cannot be expanded/)
  await expect(stripe.paymentIntents.list({ expand: ['data.invoice'] })).rejects.toThrow(/cannot be expanded/)
  const deep = ['data.latest_invoice.payments.data.payment.payment_intent']
  await expect(stripe.subscriptions.list({ expand: deep })).rejects.toThrow(/more than 4 levels/)
})

test('only a test key is accepted, and only on existing paths', async () => {
  expect((await raw('GET', '/v1/customers', '', { authorization: '' })).status).toBe(401)
  await expect(connect(simulator, 'sk_live_1').customers.list()).rejects.toMatchObject({ statusCode: 401 })
  const { status, error } = await raw('GET', '/v1/unicorns', '')
  expect(status).toBe(404)
  expect(error.message).toContain('Unrecognized request URL (GET: /v1/unicorns)')
  await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such customer: 'cus_none'",
  })
  const other = await raw('GET', '/v1/customers', '', { 'stripe-version': '2024-06-20' })
  expect(other.error.message).toContain('Invalid Stripe API version')
})

test('a simulator with its own key accepts no other', async () => {
  const strict = await startStripeSimulator({ secretKey: 'sk_test_mine' })
  await expect(connect(strict, 'sk_test_yours').customers.list()).rejects.toMatchObject({ statusCode: 401 })
  await expect(connect(strict).customers.list()).resolves.toMatchObject({ data: [] })
  await strict.close()
})

test('lists come newest first, in pages', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await stripe.customers.create({ name, email: 'x@example.com' })
  const first = await stripe.customers.list({ limit: 2 })
  expect(first.data.map(({ name }) => name)).toEqual(['e', 'd'])
  expect(first.has_more).toBe(true)
  const next = await stripe.customers.list({ limit: 3, starting_after: first.data[1]!.id })
  expect([next.data.map(({ name }) => name), next.has_more]).toEqual([['c', 'b', 'a'], false])
  const before = await stripe.customers.list({ limit: 2, ending_before: next.data[2]!.id })
  expect([before.data.map(({ name }) => name), before.has_more]).toEqual([['c', 'b'], true])
  const names: (string | null | undefined)[] = []
  for await (const customer of stripe.customers.list({ limit: 2, email: 'x@example.com' }))
    names.push(customer.name)
  expect(names).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect((await stripe.customers.list({ email: 'X@example.com' })).data).toEqual([])
  await expect(stripe.customers.list({ limit: 101 })).rejects.toThrow(/between 1 and 100/)
})

test('the catalog has each product and lookup key once', async () => {
  const product = await stripe.products.create({ id: 'belt-monthly', name: 'Monthly' })
  await expect(stripe.products.create({ id: 'belt-monthly', name: 'Again' })).rejects.toMatchObject({
    code: 'resource_already_exists',
  })
  const terms: Stripe.PriceCreateParams = {
    product: product.id,
    currency: 'usd',
    unit_amount: 6950,
    recurring: { interval: 'month' },
    lookup_key: 'monthly',
  }
  const first = await stripe.prices.create(terms)
  await expect(stripe.prices.create(terms)).rejects.toThrow(/already uses that lookup key/)
  const second = await stripe.prices.create({ ...terms, unit_amount: 7950, transfer_lookup_key: true })
  const found = await stripe.prices.list({ lookup_keys: ['monthly'], active: true, expand: ['data.product'] })
  expect(found.data.map(({ id }) => id)).toEqual([second.id])
  expect((found.data[0]!.product as Stripe.Product).name).toBe('Monthly')
  expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull()
  await stripe.coupons.create({ id: 'TEN', amount_off: 1000, currency: 'usd', duration: 'forever' })
  expect((await stripe.coupons.retrieve('TEN')).amount_off).toBe(1000)
  await expect(stripe.coupons.retrieve('NONE')).rejects.toMatchObject({ code: 'resource_missing' })
  await expect(stripe.coupons.create({ amount_off: 5, duration: 'once' })).rejects.toThrow(/currency/)
})
