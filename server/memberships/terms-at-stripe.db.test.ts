import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { memberships, promotionCodes } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { selfItem } from '../../test/carts.ts'
import { ledgerOf } from '../../test/members.ts'
import { anyCode } from '../../test/promotions.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { stripeClient } from '../adapters/stripe/client.ts'
import { aggregateChanges } from '../figures/add-up.ts'
import { sumDue } from '../figures/due-charges.ts'
import { createPromotion } from '../promotions/promotions.ts'
import { changePlan, undoPlanChange } from './change-plan.ts'
import { extendMembership } from './extend-membership.ts'
import { nextTerms, syncAllTerms } from './next-terms.ts'

const test = stripeShopOfFile()

const hour = 60 * 60_000
/** The day after, when a bill of any hour of it has been a draft for its hour. */
const passTo = (day: string) =>
  test.pass(new Date(`${day}T23:00:00Z`).getTime() + 24 * hour - test.clock.now().getTime())
const succeeded = () =>
  [...test.stripe.world.paymentIntents.values()].filter(({ status }) => status === 'succeeded').length

async function member(planId: 'monthly' | '6-months' | '12-months' = 'monthly', code?: string) {
  const cart = [selfItem(planId)]
  const { clientSecret, subscriptionId } = (await test.start(cart, code)).body
  await test.confirm(clientSecret)
  await test.order(cart, clientSecret.split('_secret_')[0]!)
  await test.passAWhile()
  const [row] = await test.shop.db
    .select()
    .from(memberships)
    .where(eq(memberships.stripeSubscriptionId, subscriptionId))
  return { id: row!.id, subscriptionId: subscriptionId as string, paidUntil: row!.paidUntil }
}
const change = (membershipId: string, planId: string) =>
  changePlan(test.shop, { membershipId, planId, username: null })
const paid = async (id: string) =>
  (await ledgerOf(test, id)).payments.map(({ amountCents, boxCount }) => [amountCents, boxCount])

it('a charge moves at most two years ahead, and free months beyond that change nothing', async () => {
  const { id: membershipId } = await member('12-months')
  const termOf = async () => (await ledgerOf(test, membershipId)).membership
  const extend = async (boxes: number, reference: string) => {
    const { paidUntil: from } = await termOf()
    return extendMembership(test.shop, { membershipId, boxes, from, reference }, async () => {})
  }
  await extend(9, 'first')
  const before = await termOf()
  await expect(extend(12, 'second')).rejects.toMatchObject({
    code: 'not_possible',
    message: expect.stringContaining('two years'),
  })
  expect(await termOf()).toEqual(before)
})

describe('a plan change at Stripe', () => {
  it('is charged at the end of the paid term, not before, whatever its length', async () => {
    const { id, paidUntil } = await member()
    const before = succeeded()
    await change(id, '12-months')
    await test.pass(hour)
    expect(succeeded()).toBe(before)
    expect((await ledgerOf(test, id)).membership.paidUntil).toBe(paidUntil)
    await passTo(paidUntil)
    expect(await paid(id)).toEqual([
      [6950, 1],
      [59_400, 12],
    ])
    expect((await ledgerOf(test, id)).membership).toMatchObject({
      planId: '12-months',
      paidUntil: '2027-12-21',
    })
  })

  it.each([
    ['less 20%', 'a code for every plan', null, 5560],
    ['in full', 'a code for the old plan only', ['6-months'], 6950],
  ])('is charged %s with %s that takes 20%% off forever', async (how, _, plans, cents) => {
    const code = how.replaceAll(/\W/g, '-').toUpperCase()
    const twenty = { ...anyCode, code, percentOff: 20, duration: 'forever', plans } as const
    await createPromotion(test.shop, twenty)
    const { id, paidUntil } = await member('6-months', code)
    await change(id, 'monthly')
    await aggregateChanges(test.shop)
    expect((await sumDue(test.shop, { from: paidUntil, to: paidUntil })).amountCents).toBe(cents)
    await passTo(paidUntil)
    expect(await paid(id)).toEqual([
      [28_560, 6],
      [cents, 1],
    ])
    const { paidUntil: next, providerTerms } = (await ledgerOf(test, id)).membership
    expect(providerTerms).toBeNull()
    await aggregateChanges(test.shop)
    expect((await sumDue(test.shop, { from: next, to: next })).amountCents).toBe(cents)
  })

  it('that left such a rest at the provider before is found, and told again', async () => {
    const most = { ...anyCode, code: 'MOST-BEFORE', amountOffCents: 6920, duration: 'forever' } as const
    await createPromotion(test.shop, { ...most, plans: ['6-months'] })
    await test.shop.db.update(promotionCodes).set({ plans: null }).where(eq(promotionCodes.code, most.code))
    const { id, subscriptionId } = await member('6-months', most.code)
    await change(id, 'monthly')
    await passTo((await ledgerOf(test, id)).membership.paidUntil)
    // As an earlier version told it: 30 cents are left.
    const coupon = await test.provider.coupons.create({
      amount_off: 6920,
      currency: 'usd',
      duration: 'forever',
    })
    await test.provider.subscriptions.update(subscriptionId, { discounts: [{ coupon: coupon.id }] })
    const due = async () =>
      (await test.provider.invoices.createPreview({ subscription: subscriptionId })).total
    expect(await due()).toBe(30)
    await test.shop.db.execute(readFileSync('db/migrations/0097_small-rests.sql', 'utf8'))
    await syncAllTerms(test.shop)
    expect(await due()).toBe(0)
    const { membership } = await ledgerOf(test, id)
    expect(membership).toMatchObject({ providerPlanId: 'monthly', providerPriceCents: 6950 })
  })

  it('that leaves less of it than a card can be charged costs nothing, month after month', async () => {
    const most = { ...anyCode, code: 'MOST-FOREVER', amountOffCents: 6920, duration: 'forever' } as const
    await createPromotion(test.shop, { ...most, plans: ['6-months'] })
    await test.shop.db.update(promotionCodes).set({ plans: null }).where(eq(promotionCodes.code, most.code))
    const { id, paidUntil } = await member('6-months', most.code)
    await change(id, 'monthly')
    await aggregateChanges(test.shop)
    expect((await sumDue(test.shop, { from: paidUntil, to: paidUntil })).amountCents).toBe(0)
    const before = succeeded()
    for (let month = 0; month < 4; month++) await passTo((await ledgerOf(test, id)).membership.paidUntil)
    expect(await paid(id)).toEqual([[28_780, 6], ...Array(4).fill([0, 1])])
    expect(succeeded()).toBe(before)
    const { providerTerms } = (await ledgerOf(test, id)).membership
    expect(providerTerms).toBeNull()
  })

  it('that is undone leaves the old charge on its day', async () => {
    const { id, paidUntil } = await member()
    await change(id, '6-months')
    await undoPlanChange(test.shop, id)
    await passTo(paidUntil)
    expect(await paid(id)).toEqual([
      [6950, 1],
      [6950, 1],
    ])
  })

  it('that is undone but charged anyway, because Stripe couldn’t be told, is the owner’s to decide', async () => {
    const { id, paidUntil } = await member()
    await change(id, '6-months')
    const { payments } = test.shop
    const { setTerms } = payments
    payments.setTerms = async () => {
      throw new ShopError('payments_unavailable', 'away')
    }
    await undoPlanChange(test.shop, id)
    await passTo(paidUntil)
    payments.setTerms = setTerms
    await test.pass(hour)
    const { membership, payments: booked } = await ledgerOf(test, id)
    expect(booked.at(-1)).toMatchObject({ amountCents: 35_700, boxCount: 0, expectedCents: 6950 })
    expect(membership.planId).toBe('monthly')
    const { plan, priceCents } = await nextTerms(test.shop, membership)
    expect([plan.id, priceCents]).toEqual(['monthly', 6950])
  })

  it('happens once when the answer was lost', async () => {
    const { id, paidUntil } = await member()
    test.stripe.fail({ path: '/v1/subscriptions/', when: 'after', how: 'reset', times: 4 })
    await change(id, '6-months')
    test.stripe.mend()
    await syncAllTerms(test.shop)
    await passTo(paidUntil)
    expect(await paid(id)).toEqual([
      [6950, 1],
      [35_700, 6],
    ])
  })

  it('would bill at once without a trial to the end of the paid term', async () => {
    const { subscriptionId } = await member()
    const stripe = stripeClient(test.stripe.secretKey, test.stripe.address)
    const price = await test.shop.payments.priceId({
      ...{ planId: '6-months', planName: '6 Months', months: 6, amountCents: 35_700 },
    })
    const before = succeeded()
    const { items } = await stripe.subscriptions.retrieve(subscriptionId)
    await stripe.subscriptions.update(subscriptionId, {
      items: [{ id: items.data[0]!.id, price }],
      proration_behavior: 'none',
    })
    expect(succeeded()).toBe(before + 1)
  })
})
