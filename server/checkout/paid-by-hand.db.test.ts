import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { checkouts, membershipPayments, memberships, paymentEvents } from '../../db/schema.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { signIn } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { listPromises } from '../promises/list-promises.ts'
import { openPromises } from '../promises/shop-promises.ts'

let test: StripeShop
beforeAll(async () => {
  test = await createStripeShop()
})
afterEach(async () => {
  await test.endAll()
  test.mails.length = 0
})
afterAll(() => test.close())

const hour = 60 * 60_000

async function begin(planId: 'monthly' | '6-months' | '12-months') {
  const cart = [selfItem(planId)]
  const { clientSecret, subscriptionId } = (await test.start(cart)).body
  const bill = test.stripe.invoices().findLast((each) => each.status === 'open')!
  return { cart, intentId: clientSecret.split('_secret_')[0] as string, subscriptionId, bill }
}
async function bought(subscriptionId: string) {
  const { db } = test.shop
  const isIt = eq(memberships.stripeSubscriptionId, subscriptionId)
  const [row] = await db
    .select()
    .from(memberships)
    .innerJoin(membershipPayments, eq(membershipPayments.membershipId, memberships.id))
    .where(isIt)
  return row
}
const unhandled = async () =>
  (await test.shop.db.select().from(paymentEvents)).filter(
    ({ handledAt, attempts }) => handledAt === null && attempts > 0,
  )
const kinds = () => test.mails.map(({ kind }) => kind)

it.each([true, false])(
  'a first bill marked as paid elsewhere is an order within the hour (events: %s)',
  async (hears) => {
    const { cart, intentId, subscriptionId, bill } = await begin('monthly')
    if (!hears) test.stripe.webhooks.hold()
    await test.provider.invoices.pay(bill.id, { paid_out_of_band: true })
    if (hears) await test.stripe.webhooks.settled()
    await test.pass(hour)
    const { memberships: member, membership_payments: payment } = (await bought(subscriptionId))!
    expect(member).toMatchObject({ status: 'active', renews: true, planId: 'monthly' })
    expect(payment).toMatchObject({ amountCents: 6950, paidBy: 'transfer', intentId: null, boxCount: 1 })
    expect(kinds()).toContain('order-confirmation')
    expect(await unhandled()).toEqual([])
    // The buyer's tab can't pay again, and shows the order.
    expect((await test.start(cart)).body.code).toBe('already_ordered')
    expect(await test.order(cart, intentId)).toMatchObject({ status: 200 })
    if (!hears) test.stripe.webhooks.release()
  },
)

it('a bill of another sum is a task for the owner, and nothing is tried for ever', async () => {
  const { intentId, subscriptionId, bill } = await begin('12-months')
  const owed = test.stripe.world.invoices.get(bill.id)!
  Object.assign(owed, { total: 100, amount_due: 100, total_excluding_tax: 100 })
  await test.provider.invoices.pay(bill.id, { paid_out_of_band: true })
  await test.pass(hour)
  expect(await bought(subscriptionId)).toBeUndefined()
  const [row] = await test.shop.db.select().from(checkouts).where(eq(checkouts.intentId, intentId))
  expect(row).toMatchObject({ status: 'mismatched', lastError: expect.stringContaining('$1.00') })
  expect(kinds().filter((kind) => kind === 'payment-without-order')).toHaveLength(1)
  expect(await unhandled()).toEqual([])
})

it.each(['order', 'nothing'] as const)('the owner decides that such a payment becomes: %s', async (as) => {
  const { subscriptionId, intentId, bill } = await begin('monthly')
  Object.assign(test.stripe.world.invoices.get(bill.id)!, { total: 5000, amount_due: 5000 })
  await test.provider.invoices.pay(bill.id, { paid_out_of_band: true })
  await test.pass(hour)
  const owner = await signIn(test)
  const { body } = await owner.get('/api/admin/books/strays')
  const payment = body.unmatched.find(({ why }: { why: string }) => why.includes(bill.id))
  expect(payment).toMatchObject({ askedCents: 6950, why: expect.stringContaining('$50.00') })
  const tasks = async () =>
    (await listPromises(test.shop, { kind: 'unmatched' })).promises.map(({ id }) => id)
  expect(await tasks()).toContain(payment.id)
  const decide = () =>
    owner.post(`/api/admin/books/unmatched/${payment.id}`, { as, reason: 'Agreed by phone.' })
  expect(await decide()).toMatchObject({ status: 200 })
  expect(await decide()).toMatchObject({ status: 409 })
  expect(await tasks()).not.toContain(payment.id)
  await test.pass(hour)
  expect(await unhandled()).toEqual([])
  if (as === 'nothing') {
    expect(await bought(subscriptionId)).toBeUndefined()
    expect(test.stripe.world.subscriptions.get(subscriptionId)!.status).toBe('canceled')
    const [row] = await test.shop.db.select().from(checkouts).where(eq(checkouts.intentId, intentId))
    expect(row).toMatchObject({ status: 'settled', owedSince: null })
    return
  }
  const { memberships: member, membership_payments: paid } = (await bought(subscriptionId))!
  expect(member).toMatchObject({ status: 'active', renews: true })
  expect(paid).toMatchObject({ amountCents: 5000, taxCents: 0, paidBy: 'transfer', boxCount: 1 })
  expect(kinds()).toContain('order-confirmation')
})

it('an event whose handling keeps failing is a task, with its age, tries and reason', async () => {
  const { bill } = await begin('monthly')
  test.stripe.fail({ path: `/v1/invoices/${bill.id}`, when: 'before', how: '500', times: 500 })
  await test.provider.invoices.pay(bill.id, { paid_out_of_band: true })
  await test.stripe.webhooks.settled()
  for (let hours = 0; hours < 26; hours++) await test.pass(hour)
  const { pages } = await openPromises(test.shop)
  const { owed } = await pages.find(({ kind }) => kind === 'event')!.page({ after: null, limit: 10 })
  const [row] = owed.filter(({ what }) => what.includes(bill.id))
  expect(row?.what).toMatch(/failed (1\d|2\d) times since .*: We can’t reach our payment provider/)
  expect(String(row?.dueOn) < calendarDateIn('America/New_York', test.clock.now())).toBe(true)
  test.stripe.mend()
  await test.pass(2 * hour)
  expect(await unhandled()).toEqual([])
})
