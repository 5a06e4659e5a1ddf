import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { memberships, outbox, priceChanges, priceRunMembers } from '../../db/schema.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { signIn } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { handOver, handOverUpToCard } from '../../test/hand-over.ts'
import { ledgerOf } from '../../test/members.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { processPriceRuns } from '../billing/price-runs.ts'
import { changePlan } from '../memberships/change-plan.ts'
import { nextTerms, syncAllTerms } from '../memberships/next-terms.ts'
import { sendNotices } from '../notifications/send-notices.ts'
import { mailRow } from '../outbox/enqueue-mail.ts'
import { shopDay } from '../shop/shop.ts'
import { finishHandovers } from './finish-handover.ts'

const test = stripeShopOfFile()
const day = 24 * 60 * 60_000

it('a price that only the former payer was told of isn’t charged to the new one', async () => {
  const { body } = await test.start([selfItem('monthly')])
  await test.confirm(body.clientSecret)
  await test.passAWhile()
  const isIts = eq(memberships.stripeSubscriptionId, body.subscriptionId)
  const [{ id } = { id: '' }] = await test.shop.db
    .select({ id: memberships.id })
    .from(memberships)
    .where(isIts)
  const run = { planId: 'monthly', price: '74.50', effectiveOn: '2027-01-05' }
  const owner = await signIn(test)
  expect((await owner.post('/api/admin/price-runs', run)).status).toBe(200)
  // Told 32 days before the charge of January 21, and handed over before the one of December 21.
  await test.pass(29 * day)
  await sendNotices(test.shop)
  await test.work()
  await processPriceRuns(test.shop)
  expect(test.mails.map(({ kind }) => kind)).toContain('price-change')
  await handOver(test, id, { name: 'June Park', city: 'Salem' })
  await test.pass(5 * day)
  await processPriceRuns(test.shop)
  await syncAllTerms(test.shop)
  await test.pass(29 * day)
  const { payments } = await ledgerOf(test, id)
  expect(payments.map(({ amountCents }) => amountCents)).toEqual([6950, 6950, 6950])
})

async function join() {
  const item = selfItem('monthly')
  item.shippingDetails!.email = `${crypto.randomUUID()}@example.com`
  const { body } = await test.start([item])
  await test.confirm(body.clientSecret)
  await test.passAWhile()
  const isIts = eq(memberships.stripeSubscriptionId, body.subscriptionId)
  const [membership] = await test.shop.db.select().from(memberships).where(isIts)
  test.mails.length = 0
  return membership!
}

const june = { name: 'June Park', city: 'Salem' }
const call = (verb: string, body: object) => test.post(`/api/account/handover${verb}`, body)
const liveOf = (customerId: string | null) =>
  [...test.stripe.world.subscriptions.values()].filter(
    ({ customer, status }) => customer === customerId && status !== 'canceled',
  )
const yearly = (membershipId: string) =>
  changePlan(test.shop, { membershipId, planId: '12-months', username: null })

it('a new payer who agreed to another plan is asked again, and charged what they agree to then', async () => {
  const before = await join()
  const token = await handOverUpToCard(test, before.id, june)
  await yearly(before.id)
  await finishHandovers(test.shop)
  await finishHandovers(test.shop)
  expect((await ledgerOf(test, before.id)).membership.payerEmail, 'nobody agreed to $594').not.toBe(
    'june@example.com',
  )
  await test.work()
  const asked = test.mails.filter(({ to }) => to === 'june@example.com')
  expect(asked.map(({ kind }) => kind)).toEqual(['handover-terms'])
  expect(asked[0]!.text).toContain(token)

  const told = (await call('', { token })).body
  expect(told).toMatchObject({ step: 'card', card: { amountCents: 59_400, isGiven: true } })
  expect((await call('/take', { token })).body.code, 'not agreed to yet').toBe('payment_not_completed')
  expect((await call('/terms', { token, terms: told.card.terms })).status).toBe(200)
  expect((await call('/take', { token })).body).toMatchObject({ step: 'done' })
  await test.passDays(32)
  const { payments } = await ledgerOf(test, before.id)
  expect(payments.map(({ amountCents }) => amountCents)).toEqual([6950, 59_400])
})

it('a plan changed as the new card’s subscription is made leaves that card uncharged until they agree', async () => {
  const before = await join()
  const token = await handOverUpToCard(test, before.id, june)
  const { payments } = test.shop
  const { subscribe } = payments
  let customerId: string | null = null
  payments.subscribe = async (input) => {
    payments.subscribe = subscribe
    const made = await subscribe(input)
    customerId = input.customerId
    await yearly(before.id)
    return made
  }
  expect((await call('/take', { token })).body.code).toBe('price_changed')
  expect(liveOf(customerId)).toEqual([])
  const { membership } = await ledgerOf(test, before.id)
  expect(membership).toMatchObject({ payerEmail: before.payerEmail, customerId: before.customerId })
  expect((await withdraw(before.id)).status, 'it can be taken back while they are asked').toBe(200)
  expect((await call('', { token })).status).toBe(404)
  await test.work()
  expect(
    test.mails.map(({ kind }) => kind),
    'there is nothing to agree to',
  ).not.toContain('handover-terms')
})

async function withdraw(membershipId: string) {
  const act = { act: { act: 'end-hand-over' }, reason: 'They asked', askedAs: crypto.randomUUID() }
  return (await signIn(test)).post(`/api/admin/memberships/${membershipId}/acts`, act)
}

it('a price that the former payer is told of after the new one agreed to theirs isn’t charged', async () => {
  const before = await join()
  const token = await handOverUpToCard(test, before.id, june)
  const { db } = test.shop
  const today = shopDay(test.shop)
  const prices = { nowCents: 6950, thenCents: 7950 }
  await db.update(priceChanges).set({ finishedAt: test.clock.now() })
  const [run] = await db
    .insert(priceChanges)
    .values({ planId: 'monthly', ...prices, effectiveOn: today, announcedOn: addDays(today, -30) })
    .returning()
  const told = { runId: run!.id, membershipId: before.id }
  await db
    .insert(priceRunMembers)
    .values({ ...told, ...prices, chargeOn: before.paidUntil, tellOn: today, state: 'told' })
  const sentAt = new Date(test.clock.now().getTime() - 5 * day)
  await db.insert(outbox).values({ ...mailRow(sentAt, { kind: 'price-change', about: { ...told } }), sentAt })
  expect(await nextTerms(test.shop, before)).toMatchObject({ priceCents: 7950 })
  expect((await call('/take', { token })).body.step).toBe('done')
  await test.passDays(32)
  const { payments } = await ledgerOf(test, before.id)
  expect(payments.map(({ amountCents }) => amountCents)).toEqual([6950, 6950])
})
