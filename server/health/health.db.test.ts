import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  boxes,
  membershipPayments,
  memberships,
  orders,
  outbox,
  paymentEvents,
  refunds,
  settings,
} from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { mailsIn } from '../../test/mails-in.ts'
import { join } from '../../test/members.ts'
import { readHealth } from '../admin/health/read-health.ts'
import { receiveMails } from '../inbox/receive-mails.ts'
import { countAttackSign } from '../limits/proof-of-work.ts'

const start = '2026-11-21T15:00:00Z'
const day = 86_400_000
let test: TestShop
/** Two members who each bought a belt of December. */
let members: { id: string; orderId: string; paymentId: string }[]
beforeAll(async () => {
  test = await createTestShop({ now: start })
  await join(test, [selfItem('monthly')])
  await join(test, [selfItem('monthly')])
  const bought = await test.shop.db.select().from(orders).orderBy(orders.createdAt)
  const payments = await test.shop.db.select().from(membershipPayments).orderBy(membershipPayments.paidAt)
  members = payments.map(({ id: paymentId, membershipId: id, intentId }) => {
    const { id: orderId } = bought.find((order) => order.stripePaymentIntentId === intentId)!
    return { id, orderId, paymentId }
  })
})
afterAll(() => test.close())
beforeEach(() => test.clock.set(start))

const line = async (id: string) => (await readHealth(test.shop)).lines.find((each) => each.id === id)!
const ago = (milliseconds: number) => new Date(Date.parse(start) - milliseconds)
const orderLink = (member: number) => ({
  label: 'The order',
  to: `/admin/orders/${members[member]!.orderId}`,
})

it('names an order without a payment for three days', async () => {
  const { db } = test.shop
  expect(await line('orders-without-payment')).toMatchObject({ value: '0', state: 'good' })
  const [order] = await db.select().from(orders).limit(1)
  const { id: _, ...copy } = order!
  const unpaid = { orderNumber: 'BC-UNPA-ID00', isPaid: false, createdAt: ago(2 * day) }
  const none = { stripePaymentIntentId: null, stripeSubscriptionId: null }
  await db.insert(orders).values({ ...copy, ...none, ...unpaid })
  expect(await line('orders-without-payment')).toMatchObject({ value: '1', state: 'bad' })
  test.clock.advance(2 * day)
  expect(await line('orders-without-payment')).toMatchObject({ value: '0', state: 'good' })
  await db.delete(orders).where(eq(orders.orderNumber, unpaid.orderNumber))
})

it('expects a charge on its day from who renews, and counts it once it came; a first charge is no renewal', async () => {
  const { db } = test.shop
  const { id, paymentId } = members[0]!
  expect(await line('renewals-today')).toMatchObject({ value: '0 of 0', state: 'good' })
  const change = (changes: Partial<typeof memberships.$inferInsert>) =>
    db.update(memberships).set(changes).where(eq(memberships.id, id))
  const [before] = await db.select().from(memberships).where(eq(memberships.id, id))
  await change({ paidUntil: '2026-11-21' })
  expect(await line('renewals-today')).toMatchObject({ value: '0 of 1', state: 'watch' })
  await change({ renews: false })
  expect(await line('renewals-today')).toMatchObject({ value: '0 of 0', state: 'good' })
  await change({ renews: true, paidUntil: before!.paidUntil })
  const [first] = await db.select().from(membershipPayments).where(eq(membershipPayments.id, paymentId))
  const again = { ...first!, id: undefined, reference: 'in_again', intentId: 'pi_again' }
  await db.insert(membershipPayments).values({ ...again, paidAt: new Date(Date.parse(start) + 1_000) })
  expect(await line('renewals-today')).toMatchObject({ value: '1 of 1', state: 'good' })
  await db.delete(membershipPayments).where(eq(membershipPayments.reference, 'in_again'))
  await change({ status: 'past_due' })
  expect(await line('renewals-failing')).toMatchObject({ value: '1', state: 'watch' })
  await change({ status: 'active' })
  expect(await line('renewals-failing')).toMatchObject({ value: '0', state: 'good' })
})

it('leads to the buyer who has waited longest for a refund that failed', async () => {
  const { db } = test.shop
  const of = (member: number, days: number) => ({
    ...{ paymentId: members[member]!.paymentId, amountCents: 100, createdAt: ago(days * day) },
  })
  await db.insert(refunds).values({ ...of(0, 5), status: 'pending' })
  expect(await line('refunds-failed')).toMatchObject({ value: '0', state: 'good' })
  await db.insert(refunds).values([
    { ...of(0, 1), status: 'failed' },
    { ...of(1, 2), status: 'failed' },
  ])
  expect(await line('refunds-failed')).toMatchObject({ value: '2', state: 'bad', link: orderLink(1) })
  // Beside it a line that only asks for a look: the worst says how the shop does.
  expect(await line('refunds-open')).toMatchObject({ value: '1', state: 'watch' })
  expect((await readHealth(test.shop)).state).toBe('bad')
  await db.delete(refunds)
  expect((await readHealth(test.shop)).state).toBe('good')
})

it('asks for what a refund at the provider was, until boxes go with it or a week is over', async () => {
  const { db } = test.shop
  const { id, paymentId } = members[1]!
  const byHand = { paymentId, amountCents: 100, status: 'succeeded', madeBy: 'provider' } as const
  const [refund] = await db
    .insert(refunds)
    .values({ ...byHand, createdAt: ago(6 * day) })
    .returning()
  expect(await line('refunds-by-hand')).toMatchObject({ value: '1', state: 'watch', link: orderLink(1) })
  await db.update(boxes).set({ refundId: refund!.id }).where(eq(boxes.membershipId, id))
  expect(await line('refunds-by-hand')).toMatchObject({ value: '0', state: 'good' })
  await db.update(boxes).set({ refundId: null })
  test.clock.advance(2 * day)
  expect(await line('refunds-by-hand')).toMatchObject({ value: '0', state: 'good' })
  await db.delete(refunds)
})

it('counts this month’s boxes, and leads to the drop of those that are held or late', async () => {
  const { db } = test.shop
  test.clock.set('2026-12-01T15:00:00Z')
  expect(await line('boxes-of-the-month')).toMatchObject({ value: '0 of 2' })
  const change = (member: number, changes: Partial<typeof boxes.$inferInsert>) =>
    db.update(boxes).set(changes).where(eq(boxes.membershipId, members[member]!.id))
  await change(0, { state: 'delivered' })
  await change(1, { state: 'held', holdReason: 'size' })
  expect(await line('boxes-of-the-month')).toMatchObject({ value: '1 of 2' })
  expect(await line('boxes-held')).toMatchObject({
    value: '1',
    state: 'watch',
    link: { to: '/admin/drops/2026-12/curate' },
  })
  expect(await line('memberships-without-size')).toMatchObject({ value: '0', state: 'good' })
  for (const size of ['Unsure', 'Let Recipient Choose']) {
    await db.update(memberships).set({ size }).where(eq(memberships.id, members[1]!.id))
    expect(await line('memberships-without-size'), size).toMatchObject({ value: '1', state: 'watch' })
  }
  await change(1, { state: 'owed', holdReason: null })
  expect(await line('memberships-without-size')).toMatchObject({ value: '1' })
  expect(await line('drops-late')).toMatchObject({ value: '0', state: 'good' })
  test.clock.set('2026-12-06T17:00:00Z')
  const late = { value: '1', state: 'bad', link: { to: '/admin/drops/2026-12/pack' } }
  expect(await line('drops-late')).toMatchObject(late)
  await db.update(memberships).set({ size: '36' })
  await change(0, { state: 'owed' })
})

it('counts mails that left, not those that were dropped, and provider events that wait for minutes', async () => {
  const { db } = test.shop
  await db.delete(outbox)
  const mail = { kind: 'order-confirmation', runAt: ago(day), sentAt: ago(60_000) }
  await db.insert(outbox).values([
    { ...mail, subjectId: 'left' },
    { ...mail, subjectId: 'dropped', droppedBecause: 'The order was cancelled.' },
    { ...mail, subjectId: 'older', sentAt: ago(2 * day) },
  ])
  expect(await line('mails')).toMatchObject({ value: '1 sent, 0 waiting', state: 'good' })
  const event = { type: 'invoice.paid', payload: {}, receivedAt: ago(0), runAt: ago(0) }
  await db.insert(paymentEvents).values([
    { ...event, id: 'evt_waits' },
    { ...event, id: 'evt_done', handledAt: ago(0) },
  ])
  expect(await line('jobs-late')).toMatchObject({ value: '0', state: 'good' })
  test.clock.advance(6 * 60_000)
  expect(await line('jobs-late')).toMatchObject({ value: '1, the oldest for 6 minutes', state: 'bad' })
  await db.delete(paymentEvents)
})

it('says when the daily comparison with the provider has not been made for two days', async () => {
  const done = { at: start, count: 0, compared: {}, found: [] }
  await test.shop.db.insert(settings).values({ key: 'money-comparison', value: { done } })
  test.clock.advance(2 * day)
  expect(await line('money-compared')).toMatchObject({ value: '0', state: 'good', advice: '' })
  test.clock.advance(1_000)
  expect(await line('money-compared')).toMatchObject({
    state: 'bad',
    advice: expect.stringContaining('more than two days old'),
  })
  await test.shop.db.delete(settings).where(eq(settings.key, 'money-comparison'))
})

it('says which doors ask for work while the shop is attacked', async () => {
  expect(await line('proof-of-work')).toMatchObject({ value: 'off', state: 'good' })
  for (let count = 0; count < 300; count++) await countAttackSign(test.shop, 'signIns')
  expect(await line('proof-of-work')).toMatchObject({ value: 'on for sign-ins', state: 'watch' })
})

it('says when the mailbox hasn’t been read for a quarter of an hour', async () => {
  expect(await line('mailbox-read')).toBeUndefined()
  test.shop.config = { ...test.shop.config, imapUrl: 'imaps://belts:sesame@imap.example/INBOX' }
  const inbox = mailsIn(() => test.clock.now())
  expect(await line('mailbox-read')).toMatchObject({ value: 'no', state: 'watch' })
  await receiveMails(test.shop, inbox.source)
  test.clock.advance(10 * 60_000)
  expect(await line('mailbox-read')).toMatchObject({ value: 'yes', state: 'good' })
  const failing = { ...inbox.source, read: () => Promise.reject(new Error('Invalid credentials')) }
  await expect(receiveMails(test.shop, failing)).rejects.toThrow('Invalid credentials')
  test.clock.advance(6 * 60_000)
  expect(await line('mailbox-read')).toMatchObject({ value: 'no', state: 'bad' })
  test.shop.config = { ...test.shop.config, imapUrl: null }
})
