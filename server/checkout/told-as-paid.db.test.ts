import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { guestOrder } from '../../test/guest-order.ts'

let test: TestShop
let db: TestShop['shop']['db']
beforeAll(async () => {
  test = await createTestShop()
  db = test.shop.db
})
afterAll(() => test.close())

/** A database whose statements all fail from now on. */
function failing(error: Error): TestShop['shop']['db'] {
  const fail = (): unknown =>
    new Proxy(() => {}, {
      get: (_, key) =>
        key === 'then' ? (_done: unknown, failed: (why: Error) => void) => failed(error) : fail(),
      apply: fail,
    })
  return new Proxy(db, { get: fail })
}

const lost = new Error('Connection terminated unexpectedly')
const exhausted = new Error('timeout exceeded when trying to connect')
const refused = Object.assign(new Error('permission denied for table checkouts'), { code: '42501' })
const late = Object.assign(new Error('The database did not answer within 8 seconds.'), { code: 'ETIMEDOUT' })

let carts = 0
let cart: ReturnType<typeof selfItem>[]
// Another cart each time: the same one again would be the same checkout.
beforeEach(() => {
  cart = Array.from({ length: ++carts }, () => selfItem('monthly'))
})
async function paid() {
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
  return (await test.pay(clientSecret)).body.paymentIntentId as string
}
async function orderWhile(error: Error, intentId: string) {
  test.shop.db = failing(error)
  try {
    return await test.post('/api/orders/guest', guestOrder(cart, intentId, 'maya@example.com'))
  } finally {
    test.shop.db = db
  }
}

it.each([
  ['the connection is lost', lost, 'database_away'],
  ['no connection is free', exhausted, 'database_away'],
  ['the server refuses', refused, 'order_delayed'],
  ['the server says nothing', late, 'database_away'],
])('a buyer reads that they’ve paid when %s at the very first statement', async (_, error, code) => {
  const intentId = await paid()
  const { status, body } = await orderWhile(error, intentId)
  expect([status, body.code]).toEqual([503, code])
  expect(body.message).toContain('You’ve paid, and your payment is safe. Please don’t pay again.')
  const { status: then } = await test.order(cart, intentId)
  expect(then).toBe(200)
})

it('is told not to pay again when the provider can’t be asked either', async () => {
  const intentId = await paid()
  const { payments } = test.shop
  test.shop.payments = { ...payments, fetch: () => Promise.reject(new Error('socket hang up')) }
  const { body } = await orderWhile(lost, intentId)
  test.shop.payments = payments
  expect(body.message).toContain('If you’ve paid, please don’t pay again.')
})

it('isn’t told so of a payment that never went through', async () => {
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
  const { body } = await orderWhile(lost, clientSecret.split('_secret_')[0])
  expect(body.message).toContain('Nothing is lost. Please try again')
})
