import { afterAll, beforeAll, expect, it } from 'vitest'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { arePaymentsStopped, resumePayments, stopPayments } from './settings.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

const start = (cart = [selfItem()]) => test.post('/api/create-payment-intent', { cartItems: cart })

it('no payment starts while the owner has stopped them, and started ones still become orders', async () => {
  const cart = [selfItem()]
  const begun = await start(cart)
  await stopPayments(test.shop, 'We move house. Please come back on Monday.')
  expect(await arePaymentsStopped(test.shop)).toBe(true)
  expect(await start()).toEqual({
    status: 503,
    body: { code: 'payments_stopped', message: 'We move house. Please come back on Monday.', fields: {} },
  })
  const paid = await test.pay(begun.body.clientSecret)
  expect((await test.order(cart, paid.body.paymentIntentId)).status).toBe(200)

  await resumePayments(test.shop)
  await resumePayments(test.shop)
  expect(await arePaymentsStopped(test.shop)).toBe(false)
  expect((await start()).status).toBe(200)
})

it('the latest sentence counts, with a default when the owner gives none', async () => {
  await stopPayments(test.shop, 'Back at noon.')
  await stopPayments(test.shop)
  expect((await start()).body.message).toMatch(/You haven’t been charged.*try again a little later/)
  await resumePayments(test.shop)
})
