import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { boxes, memberships } from '../../db/schema.ts'
import { addMonths, type CalendarDate } from '../../domain/calendar-date.ts'
import { selfItem } from '../../test/carts.ts'
import { signInMember } from '../../test/member.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { reconcileRenewals } from '../memberships/reconcile-renewals.ts'
import { sendNotices } from '../notifications/send-notices.ts'
import { shopDay } from '../shop/shop.ts'

// Someone pauses a subscription's payments on the provider's dashboard: nothing says that a charge is coming.

const minute = 60_000
const maya = 'maya@example.com'
const test = stripeShopOfFile()

async function join() {
  const { body } = await test.start([selfItem('monthly')])
  await test.confirm(body.clientSecret)
  const intentId = body.clientSecret.split('_secret_')[0] as string
  await test.order([selfItem('monthly')], intentId, maya)
  await test.work()
  test.mails.length = 0
  const subscriptionId = body.subscriptionId as string
  const isIt = eq(memberships.stripeSubscriptionId, subscriptionId)
  const rowOf = async () => (await test.shop.db.select().from(memberships).where(isIt))[0]!
  const { id } = await rowOf()
  const page = await signInMember(test, maya)
  const seen = async () =>
    (await page.get('/api/account')).body.memberships.find((each: { id: string }) => each.id === id)
  return { id, subscriptionId, intentId, rowOf, page, seen }
}

/** Passes time until this many days after a day. */
const passUntil = (days: number, day: CalendarDate) =>
  test.passDays((Date.parse(day) - Date.parse(shopDay(test.shop))) / 86_400_000 + days)

/** How many announcements of a charge have gone out by tomorrow. */
async function notices() {
  await sendNotices(test.shop)
  await test.passDays(1)
  await test.work()
  return test.mails.filter(({ kind }) => kind.startsWith('renewal-notice')).length
}

const pauses = ['void', 'mark_uncollectible', 'keep_as_draft'] as const

it.each(pauses)(
  'while payments are paused there (%s), no charge is announced, and months still move',
  async (behavior) => {
    const member = await join()
    const pause = (pause_collection: { behavior: (typeof pauses)[number] } | '') =>
      test.provider.subscriptions.update(member.subscriptionId, { pause_collection })
    await pause({ behavior })
    await test.pass(minute)
    const { paidUntil } = await member.rowOf()
    expect((await member.seen()).money).toMatchObject({ nextChargeCents: null, isChargingPaused: true })
    await passUntil(-5, paidUntil)
    expect(await notices()).toBe(0)
    // The day of the charge passes.
    await passUntil(1, paidUntil)
    await reconcileRenewals(test.shop)
    expect(await member.rowOf()).toMatchObject({ status: 'active', paidUntil: addMonths(paidUntil, 1) })
    const { next } = await member.seen()
    const skipped = await member.page.post(`/api/account/memberships/${member.id}/skip`, { drop: next.drop })
    expect(skipped.status, JSON.stringify(skipped.body)).toBe(200)
    expect(await member.rowOf()).toMatchObject({ paidUntil: addMonths(paidUntil, 2) })
    await pause('')
    await test.pass(minute)
    expect((await member.seen()).money.isChargingPaused).toBeFalsy()
  },
)

it.each(['pause', 'dispute'])(
  'a charge that a %s held back is announced once it comes after all',
  async (what) => {
    const { subscriptionId, intentId, rowOf } = await join()
    const update = (pause_collection: { behavior: 'void' } | '') =>
      test.provider.subscriptions.update(subscriptionId, { pause_collection })
    const dispute = what === 'dispute' ? test.stripe.openDispute(intentId) : null
    if (!dispute) await update({ behavior: 'void' })
    await passUntil(-5, (await rowOf()).paidUntil)
    expect(await notices()).toBe(0)
    if (dispute) test.stripe.closeDispute(dispute.id, 'won')
    else await update('')
    await test.pass(minute)
    expect(await notices()).toBe(1)
  },
)

it('a bill kept as a draft buys its belt once somebody collects it', async () => {
  const { id, subscriptionId } = await join()
  await test.provider.subscriptions.update(subscriptionId, {
    pause_collection: { behavior: 'keep_as_draft' },
  })
  await test.passDays(34)
  const count = () => test.shop.db.$count(boxes, eq(boxes.membershipId, id))
  expect(await count()).toBe(1)
  const [draft] = (await test.provider.invoices.list({ subscription: subscriptionId, status: 'draft' })).data
  await test.provider.invoices.pay(draft!.id)
  await test.pass(minute)
  expect(await count()).toBe(2)
})

it('a pause set there before a dispute, with the bills it kept, is still theirs after the dispute is won', async () => {
  const { subscriptionId, intentId, seen } = await join()
  await test.provider.subscriptions.update(subscriptionId, {
    pause_collection: { behavior: 'keep_as_draft' },
  })
  await test.passDays(34)
  const drafts = async () =>
    (await test.provider.invoices.list({ subscription: subscriptionId, status: 'draft' })).data.length
  expect(await drafts()).toBe(1)
  const dispute = test.stripe.openDispute(intentId)
  await test.pass(minute)
  test.stripe.closeDispute(dispute.id, 'won')
  await test.pass(minute)
  const { pause_collection } = await test.provider.subscriptions.retrieve(subscriptionId)
  expect(pause_collection).toMatchObject({ behavior: 'keep_as_draft' })
  expect(await drafts()).toBe(1)
  expect((await seen()).money).toMatchObject({ isChargingPaused: true })
})

it('while a mailed bill is unpaid, no one reads that a card is being charged', async () => {
  const { id, subscriptionId, page, rowOf, seen } = await join()
  test.stripe.byHand.sendInvoices(subscriptionId)
  await test.pass(minute)
  await passUntil(2, (await rowOf()).paidUntil)
  const { next } = await seen()
  const path = `/api/account/memberships/${id}`
  const answers = [
    await page.post(`${path}/skip`, { drop: next.drop }),
    await page.post(`${path}/plan`, { planId: '6-months', terms: 'Any' }),
  ]
  for (const { body } of answers) expect(body.message).toMatch(/^Your renewal isn’t paid yet/)
})
