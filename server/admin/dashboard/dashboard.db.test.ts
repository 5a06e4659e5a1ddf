import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boxes, membershipPayments, memberships, newsletterSubscribers, orders } from '../../../db/schema.ts'
import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { giftItem, selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { bill, join, ledgerOf } from '../../../test/members.ts'
import { refundBoxes } from '../../billing/refund-boxes.ts'
import { cancelRenewal } from '../../memberships/cancel-renewal.ts'
import { skipBox } from '../../memberships/skip-box.ts'
import { writeSetting } from '../../settings/settings.ts'

let test: TestShop
let owner: SignedIn
let figures: Figures
let today: { orders: number; gifts: number; totalCents: number }

// Four months of a small club: joins, gifts, a skip, a cancellation, a refund, boxes shipped.
beforeAll(async () => {
  test = await createTestShop({ now: '2026-08-15T15:00:00Z' })
  const { shop, clock } = test
  const [early] = await join(test, [selfItem('monthly')])
  await join(test, [selfItem('12-months')])
  const [gift] = await join(test, [giftItem('6-months')])
  clock.set('2026-09-20T15:00:00Z')
  await bill(test)
  await shop.db.update(boxes).set({ state: 'shipped' }).where(eq(boxes.drop, '2026-09'))
  await join(test, [selfItem('6-months'), giftItem('12-months')])
  await skipBox(shop, { membershipId: early!.id, drop: '2026-10' })
  clock.set('2026-11-02T15:00:00Z')
  await bill(test)
  await cancelRenewal(shop, { membershipId: early!.id })
  await refundBoxes(shop, { membershipId: gift!.id })
  clock.set('2026-11-21T15:00:00Z')
  await join(test, [selfItem('monthly')])
  await join(test, [giftItem('monthly')])
  await test.post('/api/newsletter/subscribe', { email: 'maya@example.com', source: 'footer' })
  owner = await signIn(test)
  ;({ figures, today } = (await owner.get('/api/admin/dashboard')).body)
})
afterAll(() => test.close())

const cents = (rows: { cents: number }[]) => rows.reduce((sum, { cents: each }) => sum + each, 0)

describe('the dashboard', () => {
  it('counts today’s orders correctly', async () => {
    const all = await test.shop.db.select().from(orders)
    const ofToday = all.filter(({ createdAt }) => createdAt.toISOString().startsWith('2026-11-21'))
    expect(today).toEqual({
      orders: 2,
      gifts: 1,
      totalCents: cents(ofToday.map(({ totalCents }) => ({ cents: totalCents }))),
    })
  })

  it('adds up money and boxes to match the ledger', async () => {
    const rows = await test.shop.db.select().from(boxes)
    const owed = rows.filter(({ state }) => ['owed', 'assigned', 'packed', 'held'].includes(state))
    expect(figures.owed).toEqual({
      boxes: owed.length,
      valueCents: cents(owed.map(({ valueCents }) => ({ cents: valueCents }))),
    })
    const members = await test.shop.db.select().from(memberships)
    const active = members.filter(({ status }) => status === 'active')
    expect(figures.activeMemberships).toBe(active.length)
    const renewing = active.filter(({ renews }) => renews)
    expect(figures.renewingMemberships).toBe(renewing.length)
    const payments = await test.shop.db.select().from(membershipPayments)
    const lastOf = ({ id }: { id: string }) =>
      payments
        .filter(({ membershipId }) => membershipId === id)
        .sort((one, other) => other.paidAt.getTime() - one.paidAt.getTime())[0]!
    const monthly = renewing.map(lastOf).map((last) => ({ cents: last.amountCents / last.boxCount }))
    expect(figures.monthlyRecurringCents).toBe(Math.round(cents(monthly)))
    // What credit paid of a term renews as well as money.
    const { id } = lastOf(renewing[0]!)
    const credit = { amountCents: sql`amount - 10`, creditCents: 1000 }
    await test.shop.db.update(membershipPayments).set(credit).where(eq(membershipPayments.id, id))
    const again = (await owner.get('/api/admin/dashboard?again=1')).body.figures
    expect(again.monthlyRecurringCents).toBe(figures.monthlyRecurringCents)
  })

  it('shows orders by day that add up to thirty days of orders', async () => {
    expect(figures.ordersByDay).toHaveLength(30)
    expect(figures.ordersByDay.at(-1)).toMatchObject({ day: '2026-11-21', orders: 2, gifts: 1 })
    const recent = (await test.shop.db.select().from(orders)).filter(
      ({ createdAt }) => createdAt >= new Date('2026-10-23T04:00:00Z'),
    )
    expect(figures.ordersByDay.reduce((sum, day) => sum + day.totalCents, 0)).toBe(
      cents(recent.map(({ totalCents }) => ({ cents: totalCents }))),
    )
  })

  it('shows who left, what became of gifts, and who stayed', async () => {
    expect(figures.churn).toEqual({ left: 1, before: 3 })
    expect(figures.gifts).toEqual({ waiting: 2, running: 0, ended: 1 })
    // The skip leaves a hole in the second month of the first cohort.
    const early = figures.cohorts.find(({ drop }) => drop === '2026-09')!
    expect(early.members).toBe(2)
    expect(early.kept[0]).toBe(2)
    const known = early.kept.filter((kept) => kept !== null)
    expect(Math.min(...known)).toBe(1)
    // Renewals for the current drop are still to come: no one counts as lost.
    expect(early.kept.at(-1)).toBeNull()
    const joined = await test.shop.db.select().from(newsletterSubscribers)
    expect(figures.newsletter.at(-1)).toEqual({ month: '2026-11', joined: joined.length, left: 0 })
  })

  it('shows earlier sums while recounting is slow, until asked', async () => {
    await writeSetting(test.shop, 'figures', { ...figures, took: 1000 })
    await join(test, [selfItem('monthly', { id: 'cart-9' })])
    const later = (await owner.get('/api/admin/dashboard')).body
    expect(later.today.orders).toBe(3)
    expect(later.figures.activeMemberships).toBe(figures.activeMemberships)
    const again = (await owner.get('/api/admin/dashboard?again=1')).body
    expect(again.figures.activeMemberships).toBe(figures.activeMemberships + 1)
    const [newest] = await test.shop.db.select().from(memberships).where(eq(memberships.planId, 'monthly'))
    expect((await ledgerOf(test, newest!.id)).payments.length).toBeGreaterThan(0)
    // Half past eleven of the evening before, where the shop is.
    await test.shop.db.update(orders).set({ createdAt: new Date('2026-11-21T04:30:00Z') })
    expect((await owner.get('/api/admin/dashboard')).body.today.orders).toBe(0)
  })
})
