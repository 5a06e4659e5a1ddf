import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkouts, orders } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { pruneUnpaidCarts } from './abandon-checkout.ts'
import { reconcile } from './reconcile.ts'

const day = 24 * 60 * 60_000
let test: TestShop
beforeEach(async () => {
  test = await createTestShop()
})
afterEach(() => test.close())

it('unpaid carts are deleted after 30 days, and paid ones stay', async () => {
  await join(test, [selfItem()])
  const unpaid = selfItem('6-months')
  unpaid.shippingDetails!.fullName = 'Nora Undecided'
  await test.post('/api/create-payment-intent', { cartItems: [unpaid] })
  const kept = async () => JSON.stringify(await test.shop.db.select().from(checkouts))
  expect(await kept()).toContain('Nora Undecided')
  // Its payment can’t be canceled at the provider: money may still arrive.
  const open = selfItem('12-months')
  open.shippingDetails!.fullName = 'Paul Pending'
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: [open] })).body
  const { cancel } = test.shop.payments
  test.shop.payments.cancel = async (payment) => {
    if (clientSecret.startsWith(payment.intentId)) throw new Error('no answer')
    return cancel(payment)
  }
  test.clock.advance(29 * day)
  await reconcile(test.shop)
  await pruneUnpaidCarts(test.shop)
  expect(await kept()).toContain('Nora Undecided')
  test.clock.advance(2 * day)
  await pruneUnpaidCarts(test.shop)
  expect(await kept()).not.toContain('Nora Undecided')
  expect(await kept()).toContain('Maya Ellison')
  expect(await kept()).toContain('Paul Pending')
  expect(await test.shop.db.$count(orders)).toBe(1)
})
