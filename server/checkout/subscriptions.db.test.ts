import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demoSubscriptions, memberships, orderItems, orders } from '../../db/schema.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { type FaultyPayments, faultyPayments } from '../../test/faulty-payments.ts'
import { checkoutOf, ordersOf } from '../../test/orders-of.ts'
import { untaxed } from '../ledger/snapshot.ts'
import { skipBox } from '../memberships/skip-box.ts'
import { reconcile } from './reconcile.ts'

let test: TestShop
let provider: FaultyPayments

beforeAll(async () => {
  test = await createTestShop()
  provider = faultyPayments(test.shop.payments)
  test.shop.payments = provider
})
beforeEach(() => test.clock.set('2026-11-21T15:00:00Z'))
afterAll(() => test.close())

/** Two own plans and a gift between them, paid. */
async function payForThree() {
  const cart = [selfItem('monthly'), giftItem('6-months'), selfItem('12-months')]
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
  const intentId = (await test.pay(clientSecret)).body.paymentIntentId as string
  return { cart, intentId, checkoutId: (await checkoutOf(test.shop.db, intentId)).id }
}

/** What renews at the provider for this checkout. */
async function renewals(checkoutId: string) {
  const rows = await test.shop.db
    .select()
    .from(demoSubscriptions)
    .where(eq(demoSubscriptions.checkoutId, checkoutId))
  return rows.map((row) => [row.planId, row.nextChargeOn, row.id]).sort()
}

async function membershipsOf(intentId: string) {
  const rows = await test.shop.db
    .select({
      plan: memberships.planId,
      renews: memberships.renews,
      subscription: memberships.stripeSubscriptionId,
    })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(orders.stripePaymentIntentId, intentId))
    .orderBy(orderItems.position)
  return rows
}

describe('the renewals of a multi-item cart', () => {
  it('are one per own plan, next charged at the end of the paid term, none for the gift', async () => {
    const { cart, intentId, checkoutId } = await payForThree()
    const asked = provider.arrived('fetchSubscription')
    await test.order(cart, intentId)
    expect(provider.arrived('fetchSubscription'), 'nothing can have happened to them').toBe(asked)
    expect((await renewals(checkoutId)).map((each) => each.slice(0, 2))).toEqual([
      ['12-months', '2027-11-21'],
      ['monthly', '2026-12-21'],
    ])
    expect((await membershipsOf(intentId)).map((each) => each.subscription !== null)).toEqual([
      true,
      false,
      true,
    ])
    expect((await checkoutOf(test.shop.db, intentId)).status).toBe('done')
  })

  it.each(['before', 'after'] as const)(
    'are made later when the provider fails %s making them, and the order stands meanwhile',
    async (fault) => {
      const { cart, intentId, checkoutId } = await payForThree()
      provider.fail('subscribe', fault)
      const { orderNumber } = (await test.order(cart, intentId)).body
      const open = await checkoutOf(test.shop.db, intentId)
      expect(open).toMatchObject({ status: 'completing', lastError: expect.stringContaining('provider') })
      const [order] = await ordersOf(test.shop.db, intentId)
      expect(order?.orderNumber).toBe(orderNumber)
      await test.work()
      test.clock.advance(6 * 60_000)
      await reconcile(test.shop)
      expect(await checkoutOf(test.shop.db, intentId)).toMatchObject({ status: 'done', lastError: null })
      const made = await renewals(checkoutId)
      expect(made.map((each) => each[0])).toEqual(['12-months', 'monthly'])
      const known = (await membershipsOf(intentId))
        .map((each) => each.subscription)
        .filter((id) => id !== null)
      expect(known.sort()).toEqual(made.map((each) => each[2]).sort())
      expect(test.mails.filter((mail) => mail.subject.includes(orderNumber))).toHaveLength(1)
    },
  )

  it('are charged after a month skipped while the shop didn’t know they were made', async () => {
    const { cart, intentId, checkoutId } = await payForThree()
    provider.fail('subscribe', 'after')
    await test.order(cart, intentId)
    const isIt = and(eq(memberships.planId, 'monthly'), eq(orders.stripePaymentIntentId, intentId))
    const [row] = await test.shop.db
      .select({ membershipId: memberships.id })
      .from(memberships)
      .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
      .innerJoin(orders, eq(orderItems.orderId, orders.id))
      .where(isIt)
    await skipBox(test.shop, { ...row!, drop: '2026-12' })
    test.clock.advance(6 * 60_000)
    await reconcile(test.shop)
    expect((await renewals(checkoutId)).map((each) => each.slice(0, 2))).toEqual([
      ['12-months', '2027-11-21'],
      ['monthly', '2027-01-21'],
    ])
  })

  it('keep the ones already made when a later one fails', async () => {
    const { cart, intentId, checkoutId } = await payForThree()
    const real = provider.subscribe
    provider.subscribe = (input) =>
      input.item.planId === '12-months' ? Promise.reject(new Error('no such price')) : real(input)
    await test.order(cart, intentId)
    expect((await renewals(checkoutId)).map((each) => each[0])).toEqual(['monthly'])
    provider.subscribe = real
    const before = provider.arrived('subscribe')
    test.clock.advance(6 * 60_000)
    await reconcile(test.shop)
    expect(provider.arrived('subscribe')).toBe(before + 1)
    expect(await renewals(checkoutId)).toHaveLength(2)
  })

  it('are made once by two processes', async () => {
    const { cart, intentId, checkoutId } = await payForThree()
    await Promise.all([
      test.order(cart, intentId),
      test.work(),
      reconcile(test.shop),
      test.order(cart, intentId),
    ])
    expect(await renewals(checkoutId)).toHaveLength(2)
    expect(await ordersOf(test.shop.db, intentId)).toHaveLength(1)
  })

  it('are the same when requested again with the same key', async () => {
    const { intentId, checkoutId } = await payForThree()
    const input = {
      checkoutId,
      customerId: 'cus_1',
      intentId,
      item: {
        id: '0',
        planId: 'monthly',
        planName: 'Monthly',
        months: 1,
        renews: true,
        amountCents: 6950,
        discountCents: 0,
        renewalDiscountCents: 0,
        destination: nowhere,
      },
      tax: untaxed,
      nextChargeOn: '2026-12-21',
    } as const
    const [first, second] = await Promise.all([provider.subscribe(input), provider.subscribe(input)])
    expect(second).toBe(first)
    await test.work()
    expect((await membershipsOf(intentId))[0]?.subscription).toBe(first)
  })
})

describe('an order with missing renewals', () => {
  it('shows its number while the provider is down', async () => {
    const { cart, intentId } = await payForThree()
    provider.fail('subscribe', 'before')
    const { orderNumber } = (await test.order(cart, intentId)).body
    provider.fetch = () => Promise.reject(new Error('no answer'))
    expect((await test.order(cart, intentId)).body.orderNumber).toBe(orderNumber)
    const session = await test.post('/api/checkout-session-complete', {
      sessionId: intentId.replace('pi_', 'cs_'),
    })
    expect(session.body.orderNumber).toBe(orderNumber)
  })
})

const nowhere = { name: '', line1: '', line2: null, city: '', state: 'OR', zipCode: '' }
