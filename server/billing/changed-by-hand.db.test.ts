import { asc, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { expect, it } from 'vitest'
import { boxes, membershipPayments, memberships } from '../../db/schema.ts'
import { addMonths } from '../../domain/calendar-date.ts'
import { dropsBetween } from '../../domain/drop.ts'
import { selfItem } from '../../test/carts.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { readHealth } from '../admin/health/read-health.ts'
import { readBooks } from '../books/books.ts'
import { findMembership } from '../ledger/find-membership.ts'
import { nextDrop } from '../ledger/next-drop.ts'
import { cancelRenewal, undoCancel } from '../memberships/cancel-renewal.ts'
import { reconcileRenewals } from '../memberships/reconcile-renewals.ts'
import { monthsToResume, skipBox } from '../memberships/skip-box.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { compareMoneyNow } from './compare-money.ts'
import { decidePayment } from './decide-payment.ts'

// Someone changes prices and subscriptions on the provider’s dashboard.

const minute = 60_000
const day = 24 * 60 * minute
const nothing = async () => {}

const test = stripeShopOfFile()

async function join(planId: '12-months' | 'monthly' = 'monthly') {
  const { body } = await test.start([selfItem(planId)])
  await test.confirm(body.clientSecret)
  await test.work()
  test.mails.length = 0
  const subscriptionId = body.subscriptionId as string
  return { subscriptionId, customerId: body.customerId as string, id: (await rowOf(subscriptionId)).id }
}
/** As the dashboard sets it: another price of the same product and rhythm. */
async function changePrice(subscriptionId: string, cents: number) {
  const { items } = await test.provider.subscriptions.retrieve(subscriptionId)
  const [{ id, price }] = items.data as [Stripe.SubscriptionItem]
  const { interval, interval_count } = price.recurring!
  const another = await test.provider.prices.create({
    ...{ currency: 'usd', product: price.product as string, unit_amount: cents },
    recurring: { interval, interval_count },
  })
  await test.provider.subscriptions.update(subscriptionId, {
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

it('a $5 bill doesn’t buy 12 belts: it is booked as money, and the owner decides', async () => {
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

it('a corrected price clears the report, and the renewal buys its belt', async () => {
  const member = await join()
  await changePrice(member.subscriptionId, 100)
  await test.pass(minute)
  await changePrice(member.subscriptionId, 6950)
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ providerTerms: null })
  await test.pass(31 * day)
  expect((await paymentsOf(member.id)).map((each) => each.boxCount)).toEqual([1, 1])
})

it('a subscription ended at the provider is reported to member and owner', async () => {
  const member = await join()
  await test.provider.subscriptions.cancel(member.subscriptionId)
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ status: 'ended', renews: false })
  expect(told().sort()).toEqual([
    ['cancelled-at-provider', owner()],
    ['membership-cancelled-elsewhere', maya],
  ])
  expect(test.mails.find((mail) => mail.to === maya)!.text).not.toContain('as you asked')
})

it('one ended at the provider while its renewal is unpaid is reported likewise, and its bill is void', async () => {
  const member = await join()
  test.stripe.turnCards(member.customerId, '4000000000000341')
  await test.pass(32 * day)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ status: 'past_due' })
  test.mails.length = 0
  await test.provider.subscriptions.cancel(member.subscriptionId)
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ status: 'ended', lostBy: 'provider' })
  expect(told().sort()).toEqual([
    ['cancelled-at-provider', owner()],
    ['membership-cancelled-elsewhere', maya],
  ])
  const bills = test.stripe.invoices().filter(({ customer }) => customer === member.customerId)
  expect(bills.map(({ status }) => status)).not.toContain('open')
})

it('a subscription set to lapse at the provider is reported too', async () => {
  const member = await join()
  await test.provider.subscriptions.update(member.subscriptionId, { cancel_at_period_end: true })
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ status: 'cancelled' })
  expect(
    told()
      .map(([kind]) => kind)
      .sort(),
  ).toEqual(['cancelled-at-provider', 'membership-cancelled-elsewhere'])
})

it('a member who cancels here gets one email, even if the event comes first', async () => {
  const member = await join()
  await cancelRenewal(test.shop, { membershipId: member.id })
  await test.pass(minute)
  expect(told()).toEqual([['membership-cancelled', maya]])
})

/** The comparison with the provider says nothing of this member's money. */
async function agrees(id: string) {
  await test.pass(30 * minute)
  const { found } = await compareMoneyNow(test.shop)
  return found.filter(({ membershipId }) => membershipId === id)
}
/** Cents of an account of the books; a debit is more than nothing. */
async function account(code: string) {
  const { accounts } = await readBooks(test.shop, { from: '2026-01-01', to: '2099-12-31' })
  return accounts.find((each) => each.code === code)?.closingCents ?? 0
}

it('a subscription with paused payments is a task until they resume', async () => {
  const member = await join()
  await test.provider.subscriptions.update(member.subscriptionId, { pause_collection: { behavior: 'void' } })
  await test.pass(minute)
  expect(told()).toEqual([['price-differs', owner()]])
  expect(test.mails[0]!.text).toContain('nothing, because somebody paused its payments there')
  expect(await health('prices-differ')).toMatchObject({ state: 'bad' })
  await test.provider.subscriptions.update(member.subscriptionId, { pause_collection: '' })
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ providerTerms: null })
})

it('an added coupon is reported before the charge', async () => {
  const member = await join()
  await test.provider.coupons.create({ id: 'HALF', percent_off: 50, duration: 'forever' })
  await test.provider.subscriptions.update(member.subscriptionId, { discounts: [{ coupon: 'HALF' }] })
  await test.pass(minute)
  expect(test.mails[0]!.text).toContain('$34.75 for 1 month')
  await test.provider.subscriptions.update(member.subscriptionId, { discounts: '' })
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ providerTerms: null })
})

it.each([
  ['credit', -2000],
  ['debt', 1500],
])('a %s on the customer is booked as charged, and the owner says what it buys', async (_, balance) => {
  const member = await join()
  test.stripe.world.customers.get(member.customerId)!.balance = balance
  await test.pass(32 * day)
  const [, renewal] = await paymentsOf(member.id)
  expect(renewal).toMatchObject({ amountCents: 6950 + balance, expectedCents: 6950, boxCount: 0 })
  expect(told()).toContainEqual(['payment-differs', owner()])
  expect(await agrees(member.id)).toEqual([])
  await decidePayment(test.shop, { paymentId: renewal!.id, boxes: 1 }, nothing)
  expect(await boxesOf(member.id)).toBe(2)
})

it('a bill marked as paid elsewhere buys its belt with money outside the provider', async () => {
  const member = await join()
  test.stripe.turnCards(member.customerId, '4000000000000341')
  await test.pass(32 * day)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ status: 'past_due' })
  const before = await account('1000')
  const open = test.stripe
    .invoices()
    .find(({ customer, status }) => customer === member.customerId && status === 'open')!
  await test.provider.invoices.pay(open.id, { paid_out_of_band: true })
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ status: 'active', pastDueSince: null })
  const [, renewal] = await paymentsOf(member.id)
  expect(renewal).toMatchObject({ amountCents: 6950, intentId: null, paidBy: 'transfer', boxCount: 1 })
  expect((await account('1000')) - before).toBe(6950)
  test.stripe.turnCards(member.customerId, '4242424242424242')
  expect(await agrees(member.id)).toEqual([])
})

const marks = Object.entries({ void: 'voidInvoice', uncollectible: 'markUncollectible' } as const)
it.each(marks)('a refused bill marked %s is forgiven: no belt or email, renewals resume', async (_, mark) => {
  const member = await join()
  test.stripe.turnCards(member.customerId, '4000000000000341')
  await test.pass(32 * day)
  const open = test.stripe
    .invoices()
    .find(({ customer, status }) => customer === member.customerId && status === 'open')!
  await test.provider.invoices[mark](open.id)
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ status: 'active', pastDueSince: null })
  expect(await boxesOf(member.id)).toBe(1)
  test.stripe.turnCards(member.customerId, '4242424242424242')
  test.mails.length = 0
  await test.pass(32 * day)
  expect(told().filter(([kind]) => kind?.startsWith('renewal-failed'))).toEqual([])
  expect((await paymentsOf(member.id)).map(({ boxCount }) => boxCount)).toEqual([1, 1])
})

it('a voided draft bill is nobody’s debt: no belt, and renewals continue', async () => {
  const member = await join()
  const draft = () =>
    test.stripe
      .invoices()
      .find(({ customer, status }) => customer === member.customerId && status === 'draft')
  // It lies there for an hour before it is tried.
  await test.pass(27 * day)
  while (!draft()) await test.pass(40 * minute)
  const { id } = draft()!
  await test.provider.invoices.finalizeInvoice(id, { auto_advance: false })
  const due = await rowOf(member.subscriptionId)
  await test.provider.invoices.voidInvoice(id)
  test.mails.length = 0
  // Its news say it, within minutes.
  await test.pass(minute)
  const next = await rowOf(member.subscriptionId)
  expect(next).toMatchObject({ status: 'active', renews: true, pastDueSince: null })
  expect(dropsBetween(due.paidUntil.slice(0, 7), next.paidUntil.slice(0, 7))).toBe(1)
  expect(await boxesOf(member.id)).toBe(1)
  expect(await agrees(member.id)).toEqual([])
  await test.pass(33 * day)
  expect((await paymentsOf(member.id)).map(({ boxCount }) => boxCount)).toEqual([1, 1])
  expect(told().filter(([kind]) => kind?.startsWith('renewal-failed'))).toEqual([])
})

it('a manual charge is reported within minutes, once', async () => {
  const member = await join()
  const made = await test.provider.paymentIntents.create({
    ...{ amount: 4200, currency: 'usd', customer: member.customerId },
  })
  test.stripe.confirm(made.client_secret!, { number: '4242424242424242' })
  await test.pass(minute)
  await test.stripe.webhooks.deliver()
  await test.pass(minute)
  expect(told()).toEqual([['payment-without-order', owner()]])
  expect(test.mails[0]!.text).toContain('Someone charged $42.00 at the payment provider by hand')
})

it('a deleted customer ends the membership, and its emailed links still work', async () => {
  const member = await join()
  await test.provider.subscriptions.cancel(member.subscriptionId)
  test.stripe.world.customers.delete(member.customerId)
  await test.pass(minute)
  expect(await rowOf(member.subscriptionId)).toMatchObject({ status: 'ended' })
  const card = test.shop.payments.cardPage({
    customerId: member.customerId,
    returnTo: 'https://belts.example',
  })
  await expect(card).rejects.toMatchObject({ code: 'not_found' })
})

it('a charge put off at the provider is no pause that its member could end', async () => {
  const { id: membershipId, subscriptionId } = await join()
  for (const _ of ['once', 'twice']) {
    const row = await rowOf(subscriptionId)
    const drop = await nextDrop(test.shop.db, row, shopDay(test.shop), test.shop.config.timeZone)
    await skipBox(test.shop, { membershipId, drop: drop! })
  }
  const paused = await rowOf(subscriptionId)
  expect(paused.monthsMoved).toBe(2)
  const later = addMonths(paused.paidUntil, 4)
  await test.provider.subscriptions.update(subscriptionId, {
    ...{ trial_end: Date.parse(`${later}T15:00:00Z`) / 1000, proration_behavior: 'none' },
  })
  await test.pass(94 * day)
  await reconcileRenewals(test.shop)
  const now = await rowOf(subscriptionId)
  expect(now).toMatchObject({ paidUntil: later, monthsMoved: 0 })
  expect(await monthsToResume(test.shop, now)).toBe(0)
})

it('the comparison never takes a skip here for a moved day', async () => {
  const { id: membershipId, subscriptionId } = await join()
  await test.pass(20 * minute)
  const { payments } = test.shop
  const chargesOn = async () =>
    shopDay(test.shop, (await payments.fetchSubscription(subscriptionId))!.nextChargeAt!)
  const skip = async (shop: Shop) => {
    const drop = await nextDrop(shop.db, await rowOf(subscriptionId), shopDay(shop), shop.config.timeZone)
    await skipBox(shop, { membershipId, drop: drop! })
  }
  const foundBy = async (asking: Shop['payments']) => {
    const { found } = await compareMoneyNow({ ...test.shop, payments: asking })
    return found.filter(({ id }) => id === subscriptionId)
  }
  // The list was read before the skip: the ledger is ahead of it.
  const before = (await rowOf(subscriptionId)).paidUntil
  const listing: Shop['payments'] = {
    ...payments,
    async listSubscriptions(after) {
      const page = await payments.listSubscriptions(after)
      await skip(test.shop)
      return page
    },
  }
  expect(await foundBy(listing)).toEqual([])
  expect((await rowOf(subscriptionId)).paidUntil).toBe(addMonths(before, 1))
  // The provider has heard of it, the ledger has not yet: its row is written while the comparison asks again.
  const [told, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: Shop['payments'] = {
    ...payments,
    async moveNextCharge(input) {
      const state = await payments.moveNextCharge(input)
      told.resolve()
      await written.promise
      return state
    },
  }
  const skipping = skip({ ...test.shop, payments: slow })
  await told.promise
  expect(await chargesOn()).toBe(addMonths(before, 2))
  const asking: Shop['payments'] = {
    ...payments,
    async invoicesOf(id) {
      written.resolve()
      await skipping
      return payments.invoicesOf(id)
    },
  }
  expect(await foundBy(asking)).toEqual([])
  expect((await rowOf(subscriptionId)).paidUntil).toBe(await chargesOn())
})

it('a change that meets a subscription ended a moment before is refused, a cancellation is not', async () => {
  const changes = {
    skip: async (membershipId: string) => {
      const member = await findMembership(test.shop, membershipId)
      const drop = await nextDrop(test.shop.db, member, shopDay(test.shop), test.shop.config.timeZone)
      await skipBox(test.shop, { membershipId, drop: drop! })
    },
    undo: (membershipId: string) => undoCancel(test.shop, { membershipId }),
    cancel: (membershipId: string) => cancelRenewal(test.shop, { membershipId }),
  }
  for (const [name, change] of Object.entries(changes)) {
    const { subscriptionId, id } = await join()
    if (name === 'undo') await cancelRenewal(test.shop, { membershipId: id })
    const { payments } = test.shop
    const end = () => test.provider.subscriptions.cancel(subscriptionId)
    test.shop.payments = {
      ...payments,
      moveNextCharge: (input) => end().then(() => payments.moveNextCharge(input)),
      setRenewing: (...input) => end().then(() => payments.setRenewing(...input)),
    }
    const outcome = await change(id).catch(({ code }) => code)
    test.shop.payments = payments
    expect([name, outcome]).toEqual([name, name === 'cancel' ? undefined : 'not_possible'])
    expect(await rowOf(subscriptionId)).toMatchObject({ renews: false, status: 'ended' })
    expect(await boxesOf(id)).toBe(1)
  }
})
