import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  balanceMovements,
  boxes,
  demoIntents,
  disputes,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  settings,
} from '../../db/schema.ts'
import { everyKindOfCart, selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { createTestShop } from '../../test/create-test-shop.ts'
import { readHealth } from '../admin/health/read-health.ts'
import { syncBalance } from '../books/payouts.ts'
import { commands } from '../cli/commands.ts'
import { writeSetting } from '../settings/settings.ts'
import type { Shop } from '../shop/shop.ts'
import { compareMoney, compareMoneyNow, lastComparison } from './compare-money.ts'

// The comparison names whatever happened unheard at the provider, and nothing else.

const minute = 60_000
const day = 24 * 60 * minute
let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop()
})
afterEach(async () => {
  test.stripe.mend()
  await test.stripe.webhooks.release()
  await test.pass(20 * minute)
})
afterAll(() => test.close())

async function join(cart = [selfItem('monthly')]) {
  const { body } = await test.start(cart)
  await test.confirm(body.clientSecret)
  await test.work()
  const intentId = body.clientSecret.split('_secret_')[0] as string
  const [row] = await test.shop.db
    .select({ payment: membershipPayments, membership: memberships, order: orders })
    .from(membershipPayments)
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(membershipPayments.intentId, intentId))
  return { intentId, subscriptionId: body.subscriptionId as string, ...row! }
}

/** No one is told, though the shop has had the time. */
async function unheard<Made>(act: () => Promise<Made>): Promise<Made> {
  test.stripe.webhooks.hold()
  const made = await act()
  await test.stripe.advanceTo(new Date(test.clock.now().getTime() + 20 * minute))
  return made
}

const names = async () => (await compareMoneyNow(test.shop)).found.map(({ kind, id }) => `${kind} ${id}`)
const chargeOf = (intentId: string) =>
  test.stripe.charges().find((charge) => charge.payment_intent === intentId)!.id

it('the comparison finds nothing when everything is booked: carts, renewals, refunds, disputes', async () => {
  for (const [, cart] of everyKindOfCart) await join(cart())
  const { payment, intentId } = await join()
  const disputed = await join()
  await test.pass(32 * day)
  await test.provider.refunds.create({ payment_intent: payment.intentId! })
  test.stripe.openDispute(disputed.intentId)
  expect(test.stripe.charges().length).toBeGreaterThan(6)
  await test.pass(20 * minute)
  expect(await names()).toEqual([])
  expect((await lastComparison(test.shop))!.compared).toBe(
    test.stripe.charges().length +
      test.stripe.refunds().length +
      test.stripe.disputes().length +
      test.stripe.subscriptions().length,
  )
  expect(intentId).toBe(payment.intentId)
})

describe('the comparison reports, until fixed,', () => {
  it('a charge made by hand', async () => {
    const { membership } = await join()
    const charge = await unheard(async () => {
      const known = test.stripe.charges().at(-1)!
      const byHand = { ...known, id: 'ch_by_hand', payment_intent: 'pi_by_hand', amount: 1_234 }
      byHand.amount_captured = 1_234
      byHand.created = Math.floor(test.clock.now().getTime() / 1000)
      test.stripe.world.charges.set(byHand.id, byHand)
      return byHand
    })
    expect(charge.customer).toBe(membership.customerId)
    expect(await names()).toEqual(['charge-unknown ch_by_hand'])
    const { lines } = await readHealth(test.shop)
    expect(lines.find((line) => line.id === 'charge-unknown-ch_by_hand')).toMatchObject({
      label: 'A charge at the provider without an order here',
      value: '$12.34, ch_by_hand',
      state: 'bad',
    })
    charge.amount_refunded = 1_234
    expect(await names()).toEqual([])
  })

  it('a deleted subscription', async () => {
    const { subscriptionId, order } = await join()
    await unheard(() => test.provider.subscriptions.cancel(subscriptionId))
    expect(await names()).toEqual([`subscription-ended ${subscriptionId}`])
    const { lines } = await readHealth(test.shop)
    expect(lines.find((line) => line.id === `subscription-ended-${subscriptionId}`)).toMatchObject({
      link: { label: `Order ${order.orderNumber}`, to: `/admin/orders/${order.id}` },
    })
    await test.stripe.webhooks.release()
    await test.work()
    expect(await names()).toEqual([])
  })

  it('a lapsing subscription, a changed price, and an unknown subscription', async () => {
    const ends = await join()
    const dearer = await join()
    const { membership, subscriptionId } = await join()
    const isIt = eq(memberships.id, membership.id)
    await test.shop.db.update(memberships).set({ stripeSubscriptionId: null }).where(isIt)
    await unheard(async () => {
      await test.provider.subscriptions.update(ends.subscriptionId, { cancel_at_period_end: true })
      const { items } = await test.provider.subscriptions.retrieve(dearer.subscriptionId)
      const item = items.data[0]!
      const price = await test.provider.prices.create({
        ...{ unit_amount: 500, currency: 'usd', product: item.price.product as string },
        recurring: { interval: 'month' },
      })
      await test.provider.subscriptions.update(dearer.subscriptionId, {
        items: [{ id: item.id, price: price.id }],
        proration_behavior: 'none',
      })
    })
    const { found } = await compareMoneyNow(test.shop)
    expect(found).toMatchObject([
      { kind: 'subscription-unknown', id: subscriptionId, cents: 6950 },
      { kind: 'subscription-differs', id: dearer.subscriptionId, cents: 500 - 6950 },
      { kind: 'subscription-ended', id: ends.subscriptionId },
    ])
    const item = (await test.provider.subscriptions.retrieve(dearer.subscriptionId)).items.data[0]!
    const right = test.stripe.prices().find((each) => each.unit_amount === 6950)!.id
    await test.provider.subscriptions.update(dearer.subscriptionId, {
      items: [{ id: item.id, price: right }],
      proration_behavior: 'none',
    })
    await test.shop.db.update(memberships).set({ stripeSubscriptionId: subscriptionId }).where(isIt)
  })

  it('a charge day moved earlier or later than the member was told', async () => {
    const sooner = await join()
    const later = await join()
    const endOf = async ({ subscriptionId }: typeof sooner) =>
      (await test.provider.subscriptions.retrieve(subscriptionId)).items.data[0]!.current_period_end
    const move = ({ subscriptionId }: typeof sooner, trial_end: number) =>
      test.provider.subscriptions.update(subscriptionId, { trial_end, proration_behavior: 'none' })
    const [first, second] = [await endOf(sooner), await endOf(later)]
    await move(sooner, first - (10 * day) / 1000)
    await move(later, second + (10 * day) / 1000)
    // The shop hears of both: whose day it is, it can't know from the news.
    await test.pass(20 * minute)
    const { found } = await compareMoneyNow(test.shop)
    expect(found).toMatchObject([
      { kind: 'charge-day-differs', id: later.subscriptionId, cents: 6950, orderId: later.order.id },
      { kind: 'charge-day-differs', id: sooner.subscriptionId, cents: 6950, orderId: sooner.order.id },
    ])
    const { lines } = await readHealth(test.shop)
    expect(lines.find(({ id }) => id === `charge-day-differs-${sooner.subscriptionId}`)).toMatchObject({
      label: 'A subscription that charges on a different day than the member was told',
      state: 'bad',
    })
    await move(sooner, first)
    await move(later, second)
    await test.pass(20 * minute)
    expect(await names()).toEqual([])
  })

  it('a refund missing on either side', async () => {
    const { payment } = await join()
    const refund = await unheard(() =>
      test.provider.refunds.create({ payment_intent: payment.intentId!, amount: 500 }),
    )
    expect(await names()).toEqual([`refund-missing ${refund.id}`])
    await test.stripe.webhooks.release()
    await test.work()
    expect(await names()).toEqual([])
    const known = test.stripe.world.refunds.get(refund.id)!
    test.stripe.world.refunds.delete(refund.id)
    expect(await names()).toEqual([`refund-not-there ${refund.id}`])
    test.stripe.world.refunds.set(refund.id, known)
  })

  it('an unknown dispute and one closed here too early', async () => {
    const unknown = await join()
    const closed = await join()
    const { id } = test.stripe.openDispute(closed.intentId)
    await test.pass(minute)
    const dispute = await unheard(async () => {
      test.stripe.closeDispute(id, 'won')
      return test.stripe.openDispute(unknown.intentId)
    })
    expect(await names()).toEqual([`dispute-unknown ${dispute.id}`, `dispute-differs ${id}`])
    await test.stripe.webhooks.release()
    await test.work()
    expect(await names()).toEqual([])
    expect(await test.shop.db.$count(disputes, eq(disputes.id, dispute.id))).toBe(1)
  })

  it('a wrong amount, a lost payment and order, and an unheard renewal', async () => {
    const wrong = await join()
    const lost = await join()
    const { payment } = wrong
    await test.shop.db
      .update(membershipPayments)
      .set({ amountCents: payment.amountCents - 1 })
      .where(eq(membershipPayments.id, payment.id))
    await test.shop.db.delete(boxes).where(eq(boxes.paymentId, lost.payment.id))
    await test.shop.db.delete(membershipPayments).where(eq(membershipPayments.id, lost.payment.id))
    await test.pass(20 * minute)
    expect(await names()).toEqual([
      `checkout-not-booked ${chargeOf(lost.intentId)}`,
      `charge-differs ${chargeOf(wrong.intentId)}`,
      `order-without-payment ${lost.order.orderNumber}`,
    ])
    const { id: _, ...row } = lost.payment
    await test.shop.db.insert(membershipPayments).values(row)
    await test.shop.db
      .update(membershipPayments)
      .set({ amountCents: payment.amountCents })
      .where(eq(membershipPayments.id, payment.id))
    const before = test.stripe.charges().length
    test.stripe.webhooks.hold()
    await test.stripe.advanceTo(new Date(test.clock.now().getTime() + 32 * day))
    const renewals = test.stripe.charges().slice(before)
    expect(renewals.length).toBeGreaterThan(0)
    expect((await names()).sort()).toEqual(renewals.map(({ id }) => `renewal-not-booked ${id}`).sort())
  })

  it('a booked payment that was never made', async () => {
    const { payment, intentId } = await join()
    const [id, charge] = [...test.stripe.world.charges].find(([, each]) => each.payment_intent === intentId)!
    test.stripe.world.charges.delete(id)
    const intent = test.stripe.world.paymentIntents.get(intentId)!
    test.stripe.world.paymentIntents.delete(intentId)
    await test.pass(20 * minute)
    expect(await names()).toEqual([`payment-not-there ${payment.intentId}`])
    test.stripe.world.paymentIntents.set(intentId, intent)
    test.stripe.world.charges.set(id, charge)
  })
})

it('the comparison reports a fee that is wrong or missing in the books, which then reread it', async () => {
  const { intentId } = await join()
  const other = await join()
  await test.pass(20 * minute)
  expect(await names()).toEqual([])
  // So long ago that no look reads it again by itself.
  await test.pass(3 * day)
  await syncBalance(test.shop, 0)
  const movementOf = async (intent: string) => {
    const [row] = await test.shop.db
      .select()
      .from(balanceMovements)
      .where(eq(balanceMovements.sourceId, chargeOf(intent)))
    return row!
  }
  const [wrong, gone] = [await movementOf(intentId), await movementOf(other.intentId)]
  // 2.9 % of $69.50 and 30 cents.
  expect(wrong.feeCents).toBe(232)
  const isWrong = eq(balanceMovements.id, wrong.id)
  await test.shop.db.update(balanceMovements).set({ feeCents: 200 }).where(isWrong)
  await test.shop.db.delete(balanceMovements).where(eq(balanceMovements.id, gone.id))
  const found = (await compareMoneyNow(test.shop)).found.map(({ kind, id, cents }) => ({ kind, id, cents }))
  expect(found).toHaveLength(2)
  expect(found).toEqual(
    expect.arrayContaining([
      { kind: 'fee-differs', id: wrong.id, cents: 32 },
      { kind: 'movement-not-booked', id: gone.id, cents: 6950 - 232 },
    ]),
  )
  const { lines } = await readHealth(test.shop)
  expect(lines.find(({ id }) => id === `fee-differs-${wrong.id}`)).toMatchObject({
    ...{ label: 'A provider’s fee that differs in the books', value: `$0.32, ${wrong.id}` },
  })
  await syncBalance(test.shop)
  await test.pass(20 * minute)
  expect(await names()).toEqual([])
  expect((await movementOf(intentId)).feeCents).toBe(232)
  // Made just before the last read, it may not have been listed then.
  await test.shop.db.delete(balanceMovements).where(isWrong)
  const readAfter = (minutes: number) =>
    writeSetting(test.shop, 'balanceReadUntil', new Date(wrong.at.getTime() + minutes * minute).toISOString())
  await readAfter(9)
  expect(await names()).toEqual([])
  await readAfter(11)
  expect(await names()).toEqual([`movement-not-booked ${wrong.id}`])
  await syncBalance(test.shop)
})

describe('a comparison of many pages', () => {
  /** Another business’s charges on the same account, fully refunded: nobody’s loss. */
  function others(count: number) {
    const known = test.stripe.charges()[0]!
    for (let each = 0; each < count; each++) {
      const id = `ch_other_${each}`
      const created = Math.floor(test.clock.now().getTime() / 1000) - 3600
      const gone = { amount_refunded: known.amount, refunded: true }
      test.stripe.world.charges.set(id, {
        ...known,
        ...gone,
        id,
        payment_intent: `pi_other_${each}`,
        created,
      })
    }
  }
  const pagesOf = (from: number, path: string) =>
    test.stripe.log.slice(from).filter((each) => each.path === path && each.method === 'GET').length

  it('resumes at the failed page, by worker or by hand, and runs once a day', async () => {
    await join()
    others(250)
    await test.pass(day)
    const { listCharges } = test.shop.payments
    let asked = 0
    const failing: Shop = {
      ...test.shop,
      payments: {
        ...test.shop.payments,
        listCharges(after) {
          if (++asked > 2) throw new Error('the network is away')
          return listCharges(after)
        },
      },
    }
    const before = await lastComparison(test.shop)
    await expect(compareMoney(failing)).rejects.toThrow('the network is away')
    expect(await lastComparison(test.shop)).toEqual(before)
    const all = Math.ceil(test.stripe.charges().length / 100)
    const from = test.stripe.log.length
    await compareMoney(test.shop)
    expect(pagesOf(from, '/v1/charges')).toBe(all - 2)
    const done = (await lastComparison(test.shop))!
    expect(done).toMatchObject({ count: 0 })
    expect(done.compared).toBeGreaterThan(250)
    const again = test.stripe.log.length
    await compareMoney(test.shop)
    expect(test.stripe.log.length).toBe(again)
    await test.pass(day)
    await compareMoney(test.shop)
    expect(pagesOf(again, '/v1/charges')).toBe(Math.ceil(test.stripe.charges().length / 100))
  })

  it('runs in one process, and is taken over when that one dies', async () => {
    await test.pass(day)
    const until = new Date(test.clock.now().getTime() + 5 * minute).toISOString()
    const run = {
      ...{ startedAt: test.clock.now().toISOString(), part: 2, after: null, reached: null },
      ...{ compared: 7, count: 0, found: [] },
    }
    const killed = { lease: { id: 'of a killed process', until }, run, done: null }
    await test.shop.db.update(settings).set({ value: killed }).where(eq(settings.key, 'money-comparison'))
    await expect(compareMoneyNow(test.shop)).rejects.toMatchObject({ code: 'not_possible' })
    await compareMoney(test.shop)
    expect(await lastComparison(test.shop)).toBeNull()
    await test.pass(6 * minute)
    const from = test.stripe.log.length
    const lines = await commands['money:compare']!.run(test.shop, {})
    expect(pagesOf(from, '/v1/charges')).toBe(0)
    expect(lines).toEqual([expect.stringMatching(/^\d+ objects .*: the provider and the ledger agree\.$/)])
  })
})

it('the demo agrees with its ledger over many pages', async () => {
  const demo = await createTestShop()
  const cart = [selfItem('monthly')]
  const { body } = await demo.post('/api/create-payment-intent', { cartItems: cart })
  await demo.pay(body.clientSecret)
  await demo.work()
  expect(await compareMoneyNow(demo.shop)).toMatchObject({ compared: 2, count: 0 })
  const [known] = await demo.shop.db.select().from(demoIntents)
  await demo.shop.db.insert(demoIntents).values(
    Array.from({ length: 230 }, (_, each) => ({
      ...known!,
      ...{ id: `pi_demo_${each}`, clientSecret: `secret ${each}`, idempotencyKey: `key ${each}` },
    })),
  )
  demo.clock.advance(20 * minute)
  expect(await compareMoneyNow(demo.shop)).toMatchObject({ compared: 232, count: 230 })
  await demo.close()
})
