import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  boxes,
  curationRuns,
  loginAttempts,
  orders,
  outbox,
  paymentEvents,
  sessions,
} from '../../db/schema.ts'
import { signIn, testPassword } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { reconcile } from '../checkout/reconcile.ts'
import { beginRun } from '../curation/curation-run.ts'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { repairClockRollback } from './repair-clock-rollback.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(async () => {
  test.clock.set('2026-11-21T15:00:00Z')
  await drainOutbox(test.shop)
  test.mails.length = 0
})
afterAll(() => test.close())

let buyers = 0
const cartOf = (email: string) => [
  selfItem('monthly', { shippingDetails: { ...selfItem().shippingDetails!, email } }),
]
/** Begins to pay; the money is taken. */
async function paidCart() {
  const email = `clock${++buyers}@example.com`
  const cart = cartOf(email)
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
  const { paymentIntentId } = (await test.pay(clientSecret, { email })).body
  return { cart, intentId: paymentIntentId as string }
}
const ordersOf = (intentId: string) =>
  test.shop.db.select().from(orders).where(eq(orders.stripePaymentIntentId, intentId))
const mailOf = async (subjectId: string) =>
  (await test.shop.db.select().from(outbox).where(eq(outbox.subjectId, subjectId)))[0]!

describe('a clock jump during a purchase', () => {
  it.each([
    ['an hour ahead', hour],
    ['a day ahead', day],
    ['an hour back', -hour],
    ['a day back', -day],
  ])('%s leaves one order, one box and one email', async (_, jump) => {
    const { cart, intentId } = await paidCart()
    test.clock.advance(jump)
    await repairClockRollback(test.shop)
    const first = await test.order(cart, intentId)
    test.clock.advance(jump)
    const again = await test.order(cart, intentId)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body.orderNumber).toBe(first.body.orderNumber)
    await repairClockRollback(test.shop)
    await test.work()
    test.clock.advance(2 * minute)
    await test.work()
    const [order, ...more] = await ordersOf(intentId)
    expect(more).toEqual([])
    expect(test.mails.filter((mail) => mail.subject.includes(order!.orderNumber))).toHaveLength(1)
    const made = await test.shop.db.select().from(boxes)
    expect(made).toHaveLength(buyers)
  })

  it('back by a day while the tab was closed still makes the order at the next repair', async () => {
    test.clock.advance(day)
    const { intentId } = await paidCart()
    const fetch = test.shop.payments.fetch
    test.shop.payments.fetch = () => Promise.reject(new Error('away'))
    await reconcile(test.shop)
    test.shop.payments.fetch = fetch
    test.clock.advance(-day)
    await repairClockRollback(test.shop)
    await reconcile(test.shop)
    expect(await ordersOf(intentId)).toHaveLength(1)
  })
})

describe('a clock corrected from a day ahead', () => {
  it('delays no email that was due or failed meanwhile', async () => {
    const failed = await paidCart()
    await test.order(failed.cart, failed.intentId)
    test.clock.advance(day)
    test.mailbox.refuse(new Error('certificate has expired'))
    await drainOutbox(test.shop)
    const fresh = await paidCart()
    await test.order(fresh.cart, fresh.intentId)
    test.clock.advance(-day)
    test.mailbox.refuse(null)
    expect(await drainOutbox(test.shop)).toBe(0)
    await repairClockRollback(test.shop)
    expect(await drainOutbox(test.shop)).toBe(2)
  })

  it('leaves an email scheduled for later alone', async () => {
    const later = new Date('2026-12-24T14:00:00Z')
    await enqueueMail(test.shop.db, test.shop, {
      kind: 'gift-notice',
      about: { membershipId: 'clock-later' },
      runAt: later,
    })
    await repairClockRollback(test.shop)
    expect((await mailOf('clock-later')).runAt).toEqual(later)
    await test.shop.db.delete(outbox).where(eq(outbox.subjectId, 'clock-later'))
  })

  it('tells no recipient before their gift is announced', async () => {
    test.clock.advance(day)
    const known = new Date('2026-12-24T14:05:00Z')
    await enqueueMail(test.shop.db, test.shop, {
      kind: 'box-shipped',
      about: { boxId: 'clock-gift', trackingNumber: '1Z' },
      runAt: known,
    })
    test.clock.advance(-day)
    await repairClockRollback(test.shop)
    expect(await mailOf('clock-gift:1Z')).toMatchObject({ runAt: known, createdAt: test.shop.now() })
    await test.shop.db.delete(outbox).where(eq(outbox.subjectId, 'clock-gift:1Z'))
  })

  it('emails another sign-in link and newsletter confirmation at once', async () => {
    const { intentId } = await paidCart()
    await reconcile(test.shop)
    const [order] = await ordersOf(intentId)
    const email = order!.purchaserEmail!
    const ask = async () => {
      test.mails.length = 0
      await test.post('/api/account/link', { email })
      await test.post('/api/newsletter/subscribe', { email, source: 'footer' })
      await drainOutbox(test.shop)
      return test.mails.map(({ kind }) => kind).sort()
    }
    const both = ['magic-link', 'newsletter-confirmation']
    await drainOutbox(test.shop)
    test.clock.advance(day)
    expect(await ask()).toEqual(both)
    test.clock.advance(-day)
    expect(await ask()).toEqual(both)
    expect(await ask()).toEqual([])
  })

  it('processes new provider events at once, and keeps a failed one’s delay', async () => {
    const { db } = test.shop
    const runAt = new Date(test.clock.now().getTime() + 30 * minute)
    const news = { type: 'clock', payload: {}, runAt }
    await db.insert(paymentEvents).values([
      { ...news, id: 'clock-new' },
      { ...news, id: 'clock-failed', attempts: 3 },
    ])
    await repairClockRollback(test.shop)
    const rows = await db.select().from(paymentEvents).where(eq(paymentEvents.type, 'clock'))
    const due = Object.fromEntries(rows.map((row) => [row.id, row.runAt]))
    expect(due).toEqual({ 'clock-new': test.clock.now(), 'clock-failed': runAt })
    await db.delete(paymentEvents).where(eq(paymentEvents.type, 'clock'))
  })

  it('keeps no member signed in beyond ninety days', async () => {
    test.clock.advance(60 * day)
    const member = await signInMember(test, 'maya@example.com')
    test.clock.advance(-60 * day)
    await repairClockRollback(test.shop)
    test.clock.advance(89 * day)
    const other = await signInMember(test, 'maya@example.com')
    test.clock.advance(2 * day)
    expect((await other.get('/api/account/credit/amount')).status).toBe(200)
    expect((await member.get('/api/account/credit/amount')).status).toBe(401)
  })

  it('locks nobody out longer than the lock', async () => {
    await signIn(test, 'owner', 'clock-owner')
    await test.shop.db.delete(loginAttempts)
    test.clock.advance(day)
    const login = (password: string) => test.post('/api/auth/login', { username: 'clock-owner', password })
    for (let wrong = 0; wrong < 10; wrong++) await login(`wrong ${wrong}`)
    expect((await login(testPassword)).status).toBe(429)
    test.clock.advance(-day)
    await repairClockRollback(test.shop)
    test.clock.advance(16 * minute)
    expect((await login(testPassword)).status).toBe(200)
  })

  it('counts only fifteen minutes of guessed codes', async () => {
    test.clock.advance(day)
    const guess = () =>
      test.post('/api/promotion', { promotionCode: 'NOPE', cartItems: cartOf('g@example.com') })
    for (let tries = 0; tries < 30; tries++) await guess()
    expect((await guess()).status).toBe(429)
    test.clock.advance(-day)
    expect((await guess()).status).toBe(400)
  })

  it('extends no admin session, and keeps members signed in', async () => {
    test.clock.advance(day)
    const admin = await signIn(test, 'owner', 'clock-admin')
    const member = await signInMember(test, 'maya@example.com')
    test.clock.advance(-day)
    await repairClockRollback(test.shop)
    expect((await admin.get('/api/auth/me')).status).toBe(200)
    const rotated = (await test.shop.db.select().from(sessions)).map(({ rotatedAt }) => +rotatedAt)
    expect(Math.max(...rotated), 'so that its cookie is changed in time').toBe(+test.clock.now())
    test.clock.advance(31 * minute)
    expect((await admin.get('/api/auth/me')).status).toBe(401)
    expect((await member.get('/api/account/credit/amount')).status).toBe(200)
  })

  it('takes over a curation killed meanwhile', async () => {
    test.clock.advance(day)
    await beginRun(test.shop, '2027-03', true)
    test.clock.advance(-day)
    await expect(beginRun(test.shop, '2027-03', true)).rejects.toThrow(/is being curated/)
    await repairClockRollback(test.shop)
    test.clock.advance(2 * minute)
    expect((await beginRun(test.shop, '2027-03', true)).state).toBe('running')
    await test.shop.db.delete(curationRuns)
  })
})

it('a clock that jumps an hour ahead signs the admin out, and keeps members signed in', async () => {
  const admin = await signIn(test, 'owner', 'clock-ahead')
  const member = await signInMember(test, 'maya@example.com')
  test.clock.advance(hour)
  expect(await admin.get('/api/auth/me')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  expect((await member.get('/api/account/credit/amount')).status).toBe(200)
})
