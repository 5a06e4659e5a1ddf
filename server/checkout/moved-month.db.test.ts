import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { checkouts, dropNotices, drops, memberships, promotionCodes } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { ledgerOf } from '../../test/members.ts'
import { shopDay } from '../shop/shop.ts'
import { completeCheckout } from './complete-checkout.ts'

// The owner has moved December to January: who buys now is charged again a month later than the calendar says.
let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop()
  const { db } = test.shop
  await db.insert(promotionCodes).values({ code: 'FREE', percentOff: 100, duration: 'once' })
  await db
    .insert(drops)
    .values({ drop: '2026-12', cutOffAt: new Date('2026-12-01T04:59:59.999Z'), shipBy: '2026-12-05' })
  const move = { drop: '2026-12', kind: 'month', toDrop: '2027-01', words: 'It is late.', username: 'owner' }
  await db.insert(dropNotices).values(move)
})
afterAll(() => test.close())

async function buy(cart: CartItem[], code?: string) {
  const { body } = await test.start(cart, code)
  await test.confirm(body.clientSecret)
  const intentId = body.clientSecret.split('_secret_')[0]
  if (!code) await test.order(cart, intentId)
  await test.passAWhile()
  const { customerId } = body
  const theirs = await test.shop.db.select().from(memberships).where(eq(memberships.customerId, customerId))
  expect(theirs.length).toBe(cart.length)
  return theirs
}

it.each([
  ['one item', () => [selfItem('monthly')], undefined, false],
  ['one item, while the provider refuses once', () => [selfItem('6-months')], undefined, true],
  ['several', () => [selfItem('monthly'), giftItem('6-months'), selfItem('12-months')], undefined, false],
  ['nothing due now', () => [selfItem('monthly')], 'free', false],
] as const)('%s', async (_, cartOf, code, isRefused) => {
  if (isRefused)
    test.stripe.fail({
      method: 'POST',
      path: /^\/v1\/subscriptions\/sub_/,
      when: 'before',
      how: '500',
      times: 4,
    })
  const bought = await buy(cartOf(), code)
  for (const { id, planId, renews } of bought) {
    const { drops: months, membership } = await ledgerOf(test, id)
    expect(months[0]).toBe('2027-01')
    const next = { monthly: '2027-01-21', '6-months': '2027-06-21', '12-months': '2027-12-21' }[planId]
    expect(membership.paidUntil).toBe(next)
    if (!renews) continue
    const state = await test.shop.payments.fetchSubscription(membership.stripeSubscriptionId!)
    expect(state?.nextChargeAt && shopDay(test.shop, state.nextChargeAt)).toBe(next)
  }
})

it('a repeatedly finished checkout never moves a charge back to a past day', async () => {
  const [own] = await buy([selfItem('monthly')])
  const subscriptionId = own!.stripeSubscriptionId!
  // Charged a moment ago, which our row has not heard of yet.
  await test.shop.payments.moveNextCharge({ subscriptionId, to: '2027-04-21' })
  await test.shop.db.update(memberships).set({ paidUntil: '2027-03-21' }).where(eq(memberships.id, own!.id))
  const ofIt = eq(checkouts.subscriptionId, subscriptionId)
  const [checkout] = await test.shop.db
    .update(checkouts)
    .set({ status: 'completing' })
    .where(ofIt)
    .returning()
  await completeCheckout(test.shop, checkout!.id)
  const state = await test.shop.payments.fetchSubscription(subscriptionId)
  expect(shopDay(test.shop, state!.nextChargeAt!)).toBe('2027-04-21')
  expect((await test.shop.db.select().from(checkouts).where(ofIt))[0]!.status).toBe('done')
})

it('an order made while the owner moves a month puts its boxes in the new month', async () => {
  const { payments } = test.shop
  const ask = payments.fetchSubscription.bind(payments)
  // Its days are read by now, and its statement isn't sent yet.
  const asking = vi.spyOn(payments, 'fetchSubscription').mockImplementationOnce(async (id) => {
    const days = { drop: '2027-01', cutOffAt: new Date('2027-01-01T04:59:59.999Z'), shipBy: '2027-01-05' }
    await test.shop.db.insert(drops).values(days)
    const move = {
      drop: '2027-01',
      kind: 'month',
      toDrop: '2027-02',
      words: 'Later still.',
      username: 'owner',
    }
    await test.shop.db.insert(dropNotices).values(move)
    return ask(id)
  })
  const [own] = await buy([selfItem('6-months', { size: '38' })])
  expect(asking).toHaveBeenCalled()
  const { drops: months } = await ledgerOf(test, own!.id)
  expect(months).toEqual(['2027-02', '2027-03', '2027-04', '2027-05', '2027-06', '2027-07'])
})
