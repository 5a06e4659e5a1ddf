import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkouts, memberships, orderItems, paymentEvents } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { expectOneOrder } from '../../test/expect-one-order.ts'
import { ledgerOf } from '../../test/members.ts'
import { checkoutOf } from '../../test/orders-of.ts'
import { storeEvents } from '../events/store-events.ts'

let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop()
})
afterAll(() => test.close())

const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0]!

/** Buys a renewing plan and a gift while an archived tax rate keeps the provider from setting the renewal up. */
async function buyRefused() {
  const rates = test.stripe.taxRates().filter((rate) => rate.active)
  for (const rate of rates) rate.active = false
  const { clientSecret, customerId } = (
    await test.start([toCalifornia(selfItem('12-months')), giftItem('monthly')])
  ).body
  await test.confirm(clientSecret)
  await test.passAWhile()
  const intentId = intentOf(clientSecret)
  const { orderId } = await checkoutOf(test.shop.db, intentId)
  const [own] = await test.shop.db
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(and(eq(orderItems.orderId, orderId!), eq(memberships.isGift, false)))
  const mend = () => {
    for (const rate of rates) rate.active = true
  }
  return { intentId, customerId, orderId, ownId: own!.id, mend }
}

describe('a paid order', () => {
  it('whose price was archived still gets its renewals, taxes and email', async () => {
    const cart = [selfItem('monthly'), toCalifornia(selfItem('6-months'))]
    const { clientSecret, customerId } = (await test.start(cart)).body
    const plan = { planId: 'monthly', planName: 'Monthly', months: 1, amountCents: 6950 }
    const id = await test.shop.payments.priceId(plan)
    test.stripe.prices().find((each) => each.id === id)!.active = false
    await test.confirm(clientSecret)
    expect((await test.order(cart, intentOf(clientSecret), 'new@example.com')).status).toBe(200)
    await test.passAWhile()
    const renewals = test.stripe.subscriptions().filter((each) => each.customer === customerId)
    expect(renewals).toHaveLength(2)
    expect(test.stripe.taxTransactions()).toHaveLength(1)
    expect(test.stripe.customers().find(({ id }) => id === customerId)?.email).toBe('new@example.com')
    expect((await checkoutOf(test.shop.db, intentOf(clientSecret))).status).toBe('done')
  })

  it('gets all other renewals while the provider refuses one for an archived tax rate', async () => {
    const cart = [
      toCalifornia(selfItem('6-months')),
      selfItem('monthly'),
      toCalifornia(selfItem('12-months')),
    ]
    const buy = async () => {
      const { clientSecret, customerId } = (await test.start(cart)).body
      await test.confirm(clientSecret)
      await test.order(cart, intentOf(clientSecret))
      await test.passAWhile()
      return { checkout: () => checkoutOf(test.shop.db, intentOf(clientSecret)), customerId }
    }
    await buy()
    const rates = test.stripe.taxRates().filter((rate) => rate.active)
    expect(rates).toHaveLength(1)
    rates[0]!.active = false
    const { checkout, customerId } = await buy()
    const plansOf = () =>
      test.stripe
        .subscriptions()
        .filter((each) => each.customer === customerId)
        .map((each) => each.items.data[0]!.price.unit_amount)
    const unfinished = await checkout()
    expect(plansOf()).toEqual([6950])
    expect([unfinished.status, unfinished.lastError]).toEqual([
      'completing',
      expect.stringContaining('archived'),
    ])
    const renews = selfItem('monthly', {
      shippingDetails: { ...cart[1]!.shippingDetails!, email: 'ida@example.com' },
    })
    // Nor does it keep anybody else waiting.
    const other = (await test.start([renews, { ...renews, id: 'cart-other' }])).body
    await test.confirm(other.clientSecret)
    await test.passAWhile()
    expect((await checkoutOf(test.shop.db, intentOf(other.clientSecret))).status).toBe('done')
    rates[0]!.active = true
    await test.passAWhile()
    expect(plansOf()).toHaveLength(3)
    expect((await checkout()).status).toBe('done')
  })

  it('can be cancelled and given back while the provider refuses its renewal, which then never charges', async () => {
    const { intentId, customerId, orderId, ownId, mend } = await buyRefused()
    const owner = await signIn(test)
    const { totalCents } = (await owner.get(`/api/admin/orders/${orderId}/give-back`)).body
    const form = { totalCents, isWhole: true, reason: 'They changed their mind', key: crypto.randomUUID() }
    const given = await owner.post(`/api/admin/orders/${orderId}/give-back`, form)
    expect(given.status, JSON.stringify(given.body)).toBe(200)
    mend()
    await test.passAWhile()
    const { membership, boxes: all } = await ledgerOf(test, ownId)
    expect(membership).toMatchObject({ status: 'ended', renews: false, lostBy: 'staff' })
    expect(all.every(({ state }) => state === 'refunded')).toBe(true)
    expect(test.stripe.subscriptions().filter((each) => each.customer === customerId)).toEqual([])
    expect((await checkoutOf(test.shop.db, intentId)).status).toBe('done')
  })

  it('whose payment the bank gives back before its renewal is set up never renews', async () => {
    const { intentId, customerId, ownId, mend } = await buyRefused()
    const { id } = test.stripe.openDispute(intentId)
    await test.pass(60_000)
    test.stripe.closeDispute(id, 'lost')
    await test.pass(60_000)
    mend()
    await test.passAWhile()
    expect((await ledgerOf(test, ownId)).membership).toMatchObject({ status: 'ended', lostBy: 'bank' })
    expect(test.stripe.subscriptions().filter((each) => each.customer === customerId)).toEqual([])
  })
})

describe('an order that can’t be made yet', () => {
  it('because the provider is down says not to pay again, and follows later', async () => {
    const cart = [selfItem('monthly')]
    const { clientSecret } = (await test.start(cart)).body
    test.stripe.webhooks.hold()
    await test.confirm(clientSecret)
    test.stripe.fail({ path: /payment_intents/, when: 'before', how: '500', times: 2 })
    const answer = await test.order(cart, intentOf(clientSecret))
    expect(answer).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
    expect(answer.body.message).toContain('please don’t pay again')
    await test.stripe.webhooks.release()
    await test.passAWhile()
    await expectOneOrder(test, cart, intentOf(clientSecret))
  })

  it('because the bank is still deciding says not to pay again', async () => {
    const cart = [selfItem('monthly')]
    const { clientSecret, subscriptionId } = (await test.start(cart)).body
    const intent = test.stripe.payments().find(({ id }) => id === intentOf(clientSecret))!
    intent.status = 'processing'
    const answer = await test.order(cart, intent.id)
    expect(answer).toMatchObject({ status: 402, body: { code: 'payment_not_completed' } })
    expect(answer.body.message).toContain('Please don’t pay again')
    // Given up by the shop, it may still succeed: its cart has to exist then.
    await test.shop.payments.cancel({ intentId: intent.id, subscriptionId })
    expect(test.stripe.subscriptions().find(({ id }) => id === subscriptionId)?.status).toBe('incomplete')
  })
})

describe('webhook events', () => {
  it('of a bill made by another system in the same account are put away', async () => {
    const { clientSecret } = (await test.start([selfItem('monthly')])).body
    const details = test.stripe.invoices().at(-1)!.parent!.subscription_details!
    details.metadata = { checkout_id: 'another-shop' }
    await test.shop.db.delete(checkouts).where(eq(checkouts.intentId, intentOf(clientSecret)))
    await test.confirm(clientSecret)
    await test.work()
    const waiting = await test.shop.db.select().from(paymentEvents).where(sql`handled_at is null`)
    expect(waiting).toEqual([])
  })

  it('of a long outage are all kept', async () => {
    const about = { kind: 'other' as const, id: 'x' }
    const events = Array.from({ length: 15_000 }, (_, index) => ({
      id: `evt_many_${index}`,
      type: 'account.updated',
      createdAt: test.clock.now(),
      about,
    }))
    await storeEvents(test.shop, events)
    await storeEvents(test.shop, events.slice(-1_500))
    const kept = await test.shop.db.$count(paymentEvents, sql`id like 'evt_many_%'`)
    expect(kept).toBe(15_000)
  })
})
