import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import type { FaultKind } from '../../test/stripe/faults.ts'

let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop()
})
afterEach(async () => {
  test.stripe.mend()
  await test.pass(24 * 60 * 60_000)
  test.mails.length = 0
})
afterAll(() => test.close())

const refusal = (status: 400 | 401 | 403, message: string, code?: string): FaultKind => ({
  status,
  error: { type: 'invalid_request_error', message, ...(code ? { code } : {}) },
})
const noMethod =
  'No valid payment method types for this Payment Intent. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard.'
const safe = expect.stringContaining('You haven’t been charged, and your cart is safe.')

const carts = {
  'an own plan': [selfItem('monthly')],
  'a gift': [giftItem('6-months')],
  California: [toCalifornia(selfItem('12-months'))],
}

it.each([
  ['restricted account', refusal(400, 'Your account cannot currently make live charges.'), 'an own plan'],
  ['no active method', refusal(400, noMethod, 'payment_intent_invalid_parameter'), 'a gift'],
  ['revoked key', refusal(401, 'Expired API Key provided: sk_test_****', 'api_key_expired'), 'a gift'],
  ['missing permission', refusal(403, 'The provided key does not have the required permissions.'), 'a gift'],
  ['API version', refusal(400, 'Invalid Stripe API version: 2026-10-28.endive'), 'an own plan'],
  ['tax', refusal(400, 'Your account has no head office address.', 'stripe_tax_inactive'), 'California'],
] as const)('%s: nobody is charged, and the owner hears of it once', async (_, how, cart) => {
  const { message } = (how as { error: { message: string } }).error
  test.stripe.fail({
    path: /^\/v1\/(payment_intents|subscriptions|tax\/calculations)$/,
    when: 'before',
    how,
    times: 20,
  })
  for (let round = 0; round < 3; round++) {
    const answer = await test.start(carts[cart])
    expect(answer).toMatchObject({ status: 503, body: { code: 'payments_refused', message: safe } })
    expect(answer.body.message).not.toContain(message)
  }
  await test.work()
  const told = test.mails.filter(({ kind }) => kind === 'payments-refused')
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({ to: test.shop.config.supportEmail })
  expect(told[0]!.text.replaceAll(/\s+/g, ' ')).toContain(message)
  // And once it's fixed, the same cart can be paid.
  test.stripe.mend()
  expect((await test.start(carts[cart])).status).toBe(200)
})

it.each(['429', '500', 'reset'] as const)('%s: nobody is charged, and only time is needed', async (how) => {
  test.stripe.fail({ path: /^\/v1\/(payment_intents|subscriptions)$/, when: 'before', how, times: 20 })
  const answer = await test.start([giftItem('monthly')])
  expect(answer).toMatchObject({ status: 503, body: { code: 'payments_unavailable', message: safe } })
  await test.work()
  expect(test.mails.filter(({ kind }) => kind === 'payments-refused')).toEqual([])
})

it('refused after the card was charged: says not to pay again, and the order follows', async () => {
  const cart = [giftItem('12-months')]
  const { clientSecret } = (await test.start(cart)).body
  test.stripe.fail({
    when: 'before',
    how: refusal(401, 'Expired API Key provided', 'api_key_expired'),
    times: 50,
  })
  await test.confirm(clientSecret)
  const answer = await test.order(cart, clientSecret.split('_secret_')[0])
  expect(answer).toMatchObject({ status: 503, body: { code: 'payments_refused' } })
  expect(answer.body.message).toContain('please don’t pay again')
  await test.work()
  expect(test.mails.filter(({ kind }) => kind === 'payments-refused')).toHaveLength(1)
  test.stripe.mend()
  await test.passAWhile()
  expect(await test.order(cart, clientSecret.split('_secret_')[0])).toMatchObject({ status: 200 })
})
