import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { memberships, orderItems, paymentEvents } from '../../db/schema.ts'
import { addDays, instantAt } from '../../domain/calendar-date.ts'
import { formatCents } from '../../domain/money.ts'
import { selfItem, toCalifornia } from '../../test/carts.ts'
import { signInMember } from '../../test/member.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { getOrder } from '../admin/orders/get-order.ts'
import { changePlan } from '../memberships/change-plan.ts'
import { quoteNextCharge } from '../memberships/next-charge.ts'
import { reconcileRenewals } from '../memberships/reconcile-renewals.ts'
import { sendNotices } from '../notifications/send-notices.ts'
import { shopDay } from '../shop/shop.ts'

// What the law has us name before a renewal is what the provider will charge.

const minute = 60_000
const day = 24 * 60 * minute

const test = stripeShopOfFile()

async function join() {
  const { body } = await test.start([toCalifornia(selfItem('monthly'))])
  await test.confirm(body.clientSecret)
  await test.work()
  const subscriptionId = body.subscriptionId as string
  const isIt = eq(memberships.stripeSubscriptionId, subscriptionId)
  const [row] = await test.shop.db.select().from(memberships).where(isIt)
  return { subscriptionId, isIt, paidUntil: row!.paidUntil }
}

/** As the dashboard sets it. @returns the price until now, in cents */
async function setPrice({ subscriptionId }: { subscriptionId: string }, cents: number): Promise<number> {
  const { id, price } = (await test.provider.subscriptions.retrieve(subscriptionId)).items.data[0]!
  const another = await test.provider.prices.create({
    ...{ currency: 'usd', product: price.product as string, unit_amount: cents },
    recurring: { interval: 'month' },
  })
  await test.provider.subscriptions.update(subscriptionId, {
    ...{ items: [{ id, price: another.id }], proration_behavior: 'none' },
  })
  return price.unit_amount!
}

/** The notice seven days ahead, with every other email of that check; changes at the provider meanwhile go unheard. */
async function notified({ paidUntil }: { paidUntil: string }) {
  await test.stripe.advanceTo(instantAt(addDays(paidUntil, -7), 10, test.shop.config.timeZone))
  test.mails.length = 0
  await sendNotices(test.shop)
  await test.work()
  await test.work()
  const notice = test.mails.find((mail) => mail.kind?.startsWith('renewal-notice'))?.text ?? ''
  return {
    named: /To be charged on [^$]*(\$[\d.,]+)/.exec(notice)?.[1],
    kinds: test.mails.map((mail) => mail.kind).filter((kind) => kind !== 'yearly-summary'),
  }
}

/** What the renewal took. */
async function charged({ subscriptionId, paidUntil }: { subscriptionId: string; paidUntil: string }) {
  await test.stripe.webhooks.release()
  await test.stripe.advanceTo(
    new Date(instantAt(paidUntil, 12, test.shop.config.timeZone).getTime() + 2 * day),
  )
  const isRenewal = (invoice: ReturnType<typeof test.stripe.invoices>[number]) =>
    invoice.parent.subscription_details.subscription === subscriptionId &&
    invoice.billing_reason === 'subscription_cycle'
  return formatCents(test.stripe.invoices().findLast(isRenewal)!.amount_paid)
}

it('a notice states the price, and the tax of the current address', async () => {
  const stays = await join()
  const moves = await join()
  const home = { address: '1 Main St', city: 'Dover', state: 'DE', zipCode: '19901', fullName: 'Maya Reyes' }
  await test.shop.db.update(memberships).set({ address: home }).where(moves.isIt)
  const { kinds } = await notified(stays)
  expect(kinds).toEqual(['renewal-notice-7', 'renewal-notice-7'])
  const totals = test.mails.map(({ text }) => /To be charged on [^$]*(\$[\d.,]+)/.exec(text)![1]).sort()
  const taxed = await charged(stays)
  expect(await charged(moves)).toBe('$69.50')
  expect(taxed).not.toBe('$69.50')
  expect(totals).toEqual(['$69.50', taxed].sort())
})

it.each([
  ['a price', '$5.00 for 1 month, before any discount'],
  ['a discount', '$39.50 for 1 month, after discounts and credit there'],
])(
  '%s changed at the provider is stated as it will be charged, and becomes the owner’s task',
  async (what, terms) => {
    const member = await join()
    test.stripe.webhooks.hold()
    if (what === 'a price') await setPrice(member, 500)
    else {
      const coupon = await test.provider.coupons.create({
        amount_off: 3000,
        currency: 'usd',
        duration: 'forever',
      })
      await test.provider.subscriptions.update(member.subscriptionId, { discounts: [{ coupon: coupon.id }] })
    }
    const { named, kinds } = await notified(member)
    expect(kinds.sort()).toEqual(['price-differs', 'renewal-notice-7'])
    const [row] = await test.shop.db.select().from(memberships).where(member.isIt)
    expect(row).toMatchObject({ providerTerms: terms })
    expect(test.mails.find((mail) => mail.kind === 'price-differs')!.text).toContain(terms)
    expect(named).toBe(await charged(member))
  },
)

it('an address that the provider can’t find doesn’t stop a notice: the tax stays as it was', async () => {
  const member = await join()
  const paid = test.stripe.charges().at(-1)!.amount
  const address = { ...toCalifornia(selfItem()).shippingDetails!, zipCode: 'unknown' }
  await test.shop.db.update(memberships).set({ address }).where(member.isIt)
  const { named, kinds } = await notified(member)
  expect(kinds).toEqual(['renewal-notice-7'])
  expect(named).toBe(formatCents(paid))
  expect(await charged(member)).toBe(named)
  await test.pass(minute)
  expect(await test.shop.db.$count(paymentEvents, isNull(paymentEvents.handledAt)), 'all heard').toBe(0)
})

it('an unreachable provider doesn’t delay a notice: it states the shop’s amount', async () => {
  const member = await join()
  const paid = test.stripe.charges().at(-1)!.amount
  test.stripe.fail({ path: /invoices|tax/, when: 'before', how: '500', times: 99 })
  const { named, kinds } = await notified(member)
  expect(kinds).toEqual(['renewal-notice-7'])
  expect(named).toBe(formatCents(paid))
  test.stripe.mend()
  expect(await charged(member)).toBe(named)
})

it('a renewal that the provider still hasn’t set up is announced, too', async () => {
  test.stripe.fail({ method: 'POST', path: '/v1/subscriptions', when: 'before', how: '500', times: 999 })
  const { body } = await test.start([toCalifornia(selfItem('monthly')), selfItem('12-months')])
  await test.confirm(body.clientSecret)
  await test.work()
  const isIt = and(eq(memberships.status, 'active'), eq(memberships.planId, 'monthly'))
  const [member] = await test.shop.db.select().from(memberships).where(isIt)
  expect(member).toMatchObject({ renews: true, stripeSubscriptionId: null })
  const { named, kinds } = await notified(member!)
  expect(kinds).toContain('renewal-notice-7')
  test.stripe.mend()
  await test.pass(6 * minute)
  const [made] = await test.shop.db.select().from(memberships).where(isIt)
  const { paidUntil } = member!
  expect(await charged({ subscriptionId: made!.stripeSubscriptionId!, paidUntil })).toBe(named)
})

it('a renewal set up after its day is charged on a later one, which is announced again', async () => {
  test.stripe.fail({ method: 'POST', path: '/v1/subscriptions', when: 'before', how: '500', times: 999 })
  const { body } = await test.start([selfItem('monthly'), selfItem('12-months')])
  await test.confirm(body.clientSecret)
  await test.work()
  const isIt = and(eq(memberships.status, 'active'), eq(memberships.planId, 'monthly'))
  const memberNow = async () => (await test.shop.db.select().from(memberships).where(isIt))[0]!
  const { paidUntil } = await memberNow()
  await test.pass(32 * day)
  test.stripe.mend()
  await test.pass(6 * minute)
  await reconcileRenewals(test.shop)
  const made = await memberNow()
  expect(made.stripeSubscriptionId).not.toBeNull()
  expect(made.paidUntil).toBe(addDays(shopDay(test.shop), 7))
  expect(made.paidUntil > paidUntil).toBe(true)
  const { named, kinds } = await notified(made)
  expect(kinds).toEqual(['renewal-notice-7'])
  const bills = () => test.stripe.invoices().filter(({ amount_paid }) => amount_paid > 0)
  expect(bills()).toEqual([])
  const { stripeSubscriptionId: subscriptionId } = made
  expect(await charged({ subscriptionId: subscriptionId!, paidUntil: made.paidUntil })).toBe(named)
  expect(bills()).toHaveLength(1)
})

it('a subscription set to end at the provider is not announced as a charge', async () => {
  const member = await join()
  test.stripe.webhooks.hold()
  await test.provider.subscriptions.update(member.subscriptionId, { cancel_at_period_end: true })
  const { kinds } = await notified(member)
  expect(kinds.sort()).toEqual(['cancelled-at-provider', 'membership-cancelled-elsewhere'])
})

/** The next charge as the member's own page, the admin and the summary of the year name it. */
async function everywhere(isIt: SQL) {
  const [row] = await test.shop.db.select().from(memberships).where(isIt)
  const page = (await (await signInMember(test, 'maya@example.com')).get('/api/account')).body
  const [item] = await test.shop.db.select().from(orderItems).where(eq(orderItems.id, row!.orderItemId))
  const admin = await getOrder(test.shop, { orderId: item!.orderId })
  const { nextChargeOn, nextChargeCents } = page.memberships.find(
    ({ id }: { id: string }) => id === row!.id,
  ).money
  expect(nextChargeOn).toBe(row!.paidUntil)
  expect(admin.memberships[0]!.nextChargeCents).toBe(nextChargeCents)
  const quoted = await quoteNextCharge(test.shop, row!)
  return [nextChargeCents, quoted!.amountCents]
}

it('pages and emails show a price changed at the provider until fixed, and none while unknown', async () => {
  const member = await join()
  expect(await everywhere(member.isIt)).toEqual([6950, 6950])
  const sold = await setPrice(member, 9900)
  await test.pass(minute)
  expect(await everywhere(member.isIt)).toEqual([9900, 9900])
  // Another coupon on top changes the sum and not the words.
  const coupon = await test.provider.coupons.create({ amount_off: 900, currency: 'usd', duration: 'forever' })
  await test.provider.subscriptions.update(member.subscriptionId, { discounts: [{ coupon: coupon.id }] })
  await test.pass(minute)
  expect(await everywhere(member.isIt)).toEqual([9000, 9000])
  await test.provider.subscriptions.update(member.subscriptionId, {
    ...{ discounts: '', pause_collection: { behavior: 'void' } },
  })
  await test.pass(minute)
  expect((await everywhere(member.isIt))[0]).toBeNull()
  await test.provider.subscriptions.update(member.subscriptionId, { pause_collection: '' })
  await setPrice(member, sold)
  await test.pass(minute)
  expect(await everywhere(member.isIt)).toEqual([6950, 6950])
})

it('a plan chosen meanwhile brings its own price', async () => {
  const member = await join()
  await setPrice(member, 6050)
  await test.pass(minute)
  expect(await everywhere(member.isIt)).toEqual([6050, 6050])
  const [row] = await test.shop.db.select().from(memberships).where(member.isIt)
  test.mails.length = 0
  await changePlan(test.shop, { membershipId: row!.id, planId: '6-months', username: null })
  await test.pass(minute)
  expect(await everywhere(member.isIt)).toEqual([35_700, 35_700])
  expect(test.mails.find(({ kind }) => kind === 'plan-changed')!.text).toContain('$391.81')
  expect(await charged(member)).toBe('$391.81')
})
