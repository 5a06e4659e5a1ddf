import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { boxes, checkouts, membershipPayments, memberships } from '../../db/schema.ts'
import { addMonths } from '../../domain/calendar-date.ts'
import { selfItem } from '../../test/carts.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { handleEvents } from '../events/handle-events.ts'
import { catchUpEvents } from '../events/store-events.ts'
import { nextDrop } from '../ledger/next-drop.ts'
import { cancelRenewal, undoCancel } from '../memberships/cancel-renewal.ts'
import { changePlan } from '../memberships/change-plan.ts'
import { skipBox } from '../memberships/skip-box.ts'
import { shopDay } from '../shop/shop.ts'

// News that overtake those that they build on, and acts at the provider that look like others of ours.

const minute = 60_000
const day = 24 * 60 * minute
const maya = 'maya@example.com'
const test = stripeShopOfFile()

async function buy() {
  const { body } = await test.start([selfItem('monthly')])
  await test.confirm(body.clientSecret)
  return {
    intentId: body.clientSecret.split('_secret_')[0] as string,
    ...{ subscriptionId: body.subscriptionId as string, customerId: body.customerId as string },
  }
}
async function join() {
  const bought = await buy()
  await test.work()
  test.mails.length = 0
  return bought
}
async function rowOf(subscriptionId: string) {
  const isIt = eq(memberships.stripeSubscriptionId, subscriptionId)
  return (await test.shop.db.select().from(memberships).where(isIt))[0]!
}
const boxesOf = async (subscriptionId: string) => {
  const { id } = await rowOf(subscriptionId)
  const rows = await test.shop.db.select().from(boxes).where(eq(boxes.membershipId, id)).orderBy(boxes.drop)
  return rows.map(({ state }) => state)
}
const paymentsOf = async (subscriptionId: string) =>
  test.shop.db.$count(
    membershipPayments,
    eq(membershipPayments.membershipId, (await rowOf(subscriptionId)).id),
  )
const owner = () => test.shop.config.supportEmail
const told = (kind: string) => test.mails.filter((mail) => mail.kind === kind).map(({ to }) => to)
const only = (begins: string) => (event: { type: string }) => event.type.startsWith(begins)

it.each([
  ['a dispute', 'dispute', 'charge.dispute', ['held']],
  ['a bank’s word of fraud', 'fraud-warning', 'radar', ['owed']],
])('%s that arrives before its order is reported with the order', async (_, kind, begins, states) => {
  test.stripe.webhooks.hold()
  const { intentId, subscriptionId } = await buy()
  if (kind === 'dispute') test.stripe.openDispute(intentId)
  else test.stripe.warnOfFraud(intentId)
  await test.stripe.webhooks.deliver(only(begins))
  await test.work()
  await test.stripe.webhooks.release()
  await test.pass(minute)
  expect([told(kind), await boxesOf(subscriptionId)]).toEqual([[owner()], states])
})

it('a dispute that arrives before its renewal holds that box and stops the next charge', async () => {
  const { subscriptionId, customerId } = await join()
  test.stripe.webhooks.hold()
  await test.stripe.advanceTo(new Date(test.clock.now().getTime() + 32 * day))
  const renewal = test.stripe.charges().findLast(({ customer }) => customer === customerId)!
  const { id } = test.stripe.openDispute(renewal.payment_intent!)
  await test.stripe.webhooks.deliver(only('charge.dispute'))
  await test.work()
  await test.stripe.webhooks.release()
  await test.pass(minute)
  expect([told('dispute'), (await boxesOf(subscriptionId)).at(-1)]).toEqual([[owner()], 'held'])
  await test.pass(32 * day)
  expect(await paymentsOf(subscriptionId)).toBe(2)
  test.stripe.closeDispute(id, 'lost')
  await test.pass(minute)
  expect(await rowOf(subscriptionId)).toMatchObject({ status: 'ended' })
})

it('an end set for after the next charge lets it renew, then tells the member', async () => {
  const { subscriptionId } = await join()
  const seconds = Math.floor((test.clock.now().getTime() + 45 * day) / 1000)
  await test.provider.subscriptions.update(subscriptionId, {
    ...{ cancel_at: seconds, proration_behavior: 'none' },
  })
  await test.pass(minute)
  expect([told('membership-cancelled-elsewhere'), await rowOf(subscriptionId)]).toMatchObject([
    [],
    { status: 'active', renews: true },
  ])
  await test.pass(32 * day)
  // The term that it pays for is its last: now nothing more is charged.
  expect(await paymentsOf(subscriptionId)).toBe(2)
  expect([told('membership-cancelled-elsewhere'), await rowOf(subscriptionId)]).toMatchObject([
    [maya],
    { status: 'cancelled', renews: false },
  ])
  await test.shop.payments.setRenewing(subscriptionId, true)
  await test.pass(minute)
  expect(await rowOf(subscriptionId)).toMatchObject({ status: 'active', renews: true })
  await test.pass(32 * day)
  expect(await paymentsOf(subscriptionId)).toBe(3)
})

it('a manual invoice is reported once as the charge it is', async () => {
  const { customerId } = await join()
  test.stripe.byHand.invoiceOnce(customerId, 3_300)
  await test.pass(minute)
  await test.pass(minute)
  expect(told('payment-without-order')).toEqual([owner()])
  expect(test.mails.at(-1)!.text).toContain('Someone charged $33.00 at the payment provider by hand')
})

it('a subscription made by hand for a member is reported with each of its charges, and buys no belts', async () => {
  const { subscriptionId, customerId } = await join()
  const own = await test.provider.subscriptions.retrieve(subscriptionId)
  const price = await test.provider.prices.create({
    ...{ currency: 'usd', unit_amount: 2_000, recurring: { interval: 'month' } },
    product: own.items.data[0]!.price.product as string,
  })
  await test.provider.subscriptions.create({
    ...{ customer: customerId, items: [{ price: price.id }] },
    default_payment_method: own.default_payment_method as string,
  })
  await test.pass(minute)
  await test.pass(minute)
  expect(told('payment-without-order')).toEqual([owner()])
  expect(test.mails.at(-1)!.text).toContain('Someone charged $20.00 at the payment provider by hand')
  await test.passDays(32)
  expect(told('payment-without-order')).toEqual([owner(), owner()])
  expect(await boxesOf(subscriptionId)).toHaveLength(2)
})

it('a payment with a lost event and a late listing still becomes an order', async () => {
  test.stripe.webhooks.hold()
  const { subscriptionId } = await buy()
  test.clock.advance(10 * minute)
  const { payments } = test.shop
  test.shop.payments = { ...payments, eventsSince: async () => [] }
  await catchUpEvents(test.shop)
  test.shop.payments = payments
  test.clock.advance(10 * minute)
  await catchUpEvents(test.shop)
  await handleEvents(test.shop)
  expect(await boxesOf(subscriptionId)).toEqual(['owed'])
  await test.stripe.webhooks.release()
})

it('who cancels on the portal, skips and renews here is charged after the skipped month', async () => {
  const { subscriptionId } = await join()
  const { id: membershipId, paidUntil } = await rowOf(subscriptionId)
  test.stripe.byHand.cancelOnPortal(subscriptionId)
  await test.pass(minute)
  const cancelled = await rowOf(subscriptionId)
  expect(cancelled).toMatchObject({ status: 'cancelled', lostBy: 'provider' })
  const drop = await nextDrop(test.shop.db, cancelled, shopDay(test.shop), test.shop.config.timeZone)
  await skipBox(test.shop, { membershipId, drop: drop! })
  await undoCancel(test.shop, { membershipId })
  await test.pass(minute)
  expect(await rowOf(subscriptionId)).toMatchObject({ status: 'active', paidUntil: addMonths(paidUntil, 1) })
  await test.passDays(35)
  expect(await paymentsOf(subscriptionId)).toBe(1)
  await test.passDays(30)
  expect(await paymentsOf(subscriptionId)).toBe(2)
})

it('a member changes plan, cancels, and renews again, whatever someone scheduled there for later terms', async () => {
  const { subscriptionId } = await join()
  const { id: membershipId } = await rowOf(subscriptionId)
  for (const [act, status] of [
    [cancelRenewal, 'cancelled'],
    [undoCancel, 'active'],
  ] as const) {
    test.stripe.byHand.schedule(subscriptionId)
    await test.pass(minute)
    await act(test.shop, { membershipId })
    expect(await rowOf(subscriptionId)).toMatchObject({ status })
  }
  test.stripe.byHand.schedule(subscriptionId)
  await changePlan(test.shop, { membershipId, planId: '6-months', username: null })
  expect((await test.provider.subscriptions.retrieve(subscriptionId)).schedule).toBeNull()
  test.stripe.byHand.schedule(subscriptionId)
  await cancelRenewal(test.shop, { membershipId })
  await test.passDays(34)
  expect(await paymentsOf(subscriptionId)).toBe(1)
})

it('a subscription that someone cancels before the shop knows of it is reported, and its order finished', async () => {
  const path = '/v1/subscriptions'
  test.stripe.fail({ method: 'POST', path, when: 'after', how: '500', times: 999 })
  const { body } = await test.start([selfItem('monthly'), selfItem('monthly')])
  await test.confirm(body.clientSecret)
  await test.work()
  const theirs = test.stripe.subscriptions().filter(({ customer }) => customer === body.customerId)
  expect(theirs.length).toBeGreaterThan(0)
  test.stripe.mend()
  for (const { id } of theirs) await test.provider.subscriptions.cancel(id)
  await test.passAWhile()
  await test.passAWhile()
  for (const { id } of theirs)
    expect(await rowOf(id)).toMatchObject({ status: 'ended', renews: false, lostBy: 'provider' })
  expect(told('cancelled-at-provider')).toHaveLength(theirs.length)
  expect(await test.shop.db.$count(checkouts, eq(checkouts.status, 'completing'))).toBe(0)
})

it('a month skipped past the day someone set as the end ends it, and it can be renewed here', async () => {
  const { subscriptionId } = await join()
  const { id: membershipId } = await rowOf(subscriptionId)
  const cancel_at = Math.floor((test.clock.now().getTime() + 45 * day) / 1000)
  await test.provider.subscriptions.update(subscriptionId, { cancel_at, proration_behavior: 'none' })
  await test.pass(minute)
  const member = await rowOf(subscriptionId)
  const drop = await nextDrop(test.shop.db, member, shopDay(test.shop), test.shop.config.timeZone)
  await skipBox(test.shop, { membershipId, drop: drop! })
  await test.pass(minute)
  expect(await rowOf(subscriptionId)).toMatchObject({ status: 'cancelled', renews: false })
  await undoCancel(test.shop, { membershipId })
  await test.pass(minute)
  expect(await rowOf(subscriptionId)).toMatchObject({ status: 'active', renews: true })
  await test.passDays(64)
  expect(await paymentsOf(subscriptionId)).toBe(2)
})
