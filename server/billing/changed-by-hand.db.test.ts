import { asc, eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { boxes, membershipPayments, memberships } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { readHealth } from '../admin/health/read-health.ts'
import { cancelRenewal } from '../memberships/cancel-renewal.ts'
import { decidePayment } from './decide-payment.ts'

// Somebody changes prices and subscriptions on the provider's dashboard.

const minute = 60_000
const day = 24 * 60 * minute
const nothing = async () => {}

let test: StripeShop
let provider: Stripe
beforeAll(async () => {
  test = await createStripeShop()
  provider = new Stripe(test.stripe.secretKey, test.stripe.connection)
})
afterEach(async () => {
  test.stripe.mend()
  await test.stripe.webhooks.release()
})
afterAll(() => test.close())

async function join(planId: '12-months' | 'monthly' = 'monthly') {
  const { body } = await test.start([selfItem(planId)])
  await test.confirm(body.clientSecret)
  await test.work()
  test.mails.length = 0
  const subscriptionId = body.subscriptionId as string
  return { subscriptionId, id: (await rowOf(subscriptionId)).id }
}
/** As the dashboard sets it: another price of the same product and rhythm. */
async function changePrice(subscriptionId: string, cents: number) {
  const { items } = await provider.subscriptions.retrieve(subscriptionId)
  const [{ id, price }] = items.data as [Stripe.SubscriptionItem]
  const { interval, interval_count } = price.recurring!
  const another = await provider.prices.create({
    ...{ currency: 'usd', product: price.product as string, unit_amount: cents },
    recurring: { interval, interval_count },
  })
  await provider.subscriptions.update(subscriptionId, {
    ...{ items: [{ id, price: another.id }], proration_behavior: 'none' },
  })
}
async function rowOf(subscriptionId: string) {
  const isIt = eq(memberships.stripeSubscriptionId, subscriptionId)
  return (await test.shop.db.select().from(memberships).where(isIt))[0]!
}
const paymentsOf = (id: string) =>
  test.shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, id))
    .orderBy(asc(membershipPayments.paidAt))
const boxesOf = (id: string) => test.shop.db.$count(boxes, eq(boxes.membershipId, id))
const told = () => test.mails.map((mail) => [mail.kind, mail.to])
const owner = () => test.shop.config.supportEmail
const maya = 'maya@example.com'
const health = async (name: string) => {
  const { lines } = await readHealth(test.shop)
  return lines.find((line) => line.id === name)!
}

it('a $5 bill buys no 12 belts: it is booked as money, and the owner says what it buys', async () => {
  const member = await join('12-months')
  await changePrice(member.subscriptionId, 500)
  await test.pass(minute)
  expect(told()).toEqual([['price-differs', owner()]])
  expect(test.mails[0]!.text).toContain('$5.00 for 12 months')
  expect(await health('prices-differ')).toMatchObject({ state: 'bad' })
  test.mails.length = 0
  await test.pass(366 * day)
  const [, renewal] = await paymentsOf(member.id)
  expect(renewal).toMatchObject({ amountCents: 500, expectedCents: 59_400, boxCount: 0 })
  expect(await boxesOf(member.id)).toBe(12)
  expect(told()).toEqual(
    expect.arrayContaining([
      ['payment-differs', owner()],
      ['renewal-receipt', maya],
    ]),
  )
  const line = await health('payments-differ')
  expect(line).toMatchObject({ state: 'bad', link: { to: expect.stringContaining('/admin/orders/') } })
  test.mails.length = 0
  await decidePayment(test.shop, { paymentId: renewal!.id, boxes: 2 }, nothing)
  await test.work()
  const bought = await test.shop.db.select().from(boxes).where(eq(boxes.paymentId, renewal!.id))
  expect(bought.map((box) => box.valueCents)).toEqual([250, 250])
  expect(told()).toEqual([['renewal-receipt', maya]])
  expect(await health('payments-differ')).toMatchObject({ state: 'good' })
  await expect(
    decidePayment(test.shop, { paymentId: renewal!.id, boxes: 12 }, nothing),
  ).rejects.toMatchObject({ code: 'not_possible' })
})

it('a price set right again is forgotten, and the renewal buys its belt', async () => {
  const member = await join()
  await changePrice(member.subscriptionId, 100)
  await test.pass(minute)
  await changePrice(member.subscriptionId, 6950)
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ providerTerms: null })
  await test.pass(31 * day)
  expect((await paymentsOf(member.id)).map((each) => each.boxCount)).toEqual([1, 1])
})

it('a subscription that somebody ends there: the member and the owner hear of it', async () => {
  const member = await join()
  await provider.subscriptions.cancel(member.subscriptionId)
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ status: 'ended', renews: false })
  expect(told().sort()).toEqual([
    ['cancelled-at-provider', owner()],
    ['membership-cancelled-elsewhere', maya],
  ])
  expect(test.mails.find((mail) => mail.to === maya)!.text).not.toContain('as you asked')
})

it('one that somebody lets run out there, too', async () => {
  const member = await join()
  await provider.subscriptions.update(member.subscriptionId, { cancel_at_period_end: true })
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ status: 'cancelled' })
  expect(
    told()
      .map(([kind]) => kind)
      .sort(),
  ).toEqual(['cancelled-at-provider', 'membership-cancelled-elsewhere'])
})

it('a member who cancels here hears it once, as asked, though the news come first', async () => {
  const member = await join()
  await cancelRenewal(test.shop, { membershipId: member.id })
  await test.pass(minute)
  expect(told()).toEqual([['membership-cancelled', maya]])
})
