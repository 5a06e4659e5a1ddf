import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { rowsOf } from '../../db/database.ts'
import {
  auditLog,
  boxes,
  checkouts,
  creditUses,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  otherMailboxes,
  people,
  refunds,
  storeCredit,
} from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { join } from '../../test/members.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { readBooks } from '../books/books.ts'
import { settleCredit } from './renewal-credit.ts'
import { returnUnusedCredit } from './store-credit.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop({ connections: 10 })
})
afterAll(() => test.close())

/** A gift's recipient with credit for a belt that came back. */
async function recipientWith(...amounts: number[]) {
  const email = `${crypto.randomUUID()}@example.com`
  const gift = giftItem('6-months')
  const [membership] = await join(test, [
    { ...gift, giftDetails: { ...gift.giftDetails!, recipientEmail: email } },
  ])
  for (const amountCents of amounts) await write(membership!.personId, amountCents)
  return { email, personId: membership!.personId, page: await signInMember(test, email) }
}

async function personOf(email: string) {
  const [row] = await test.shop.db
    .select()
    .from(people)
    .where(eq(people.key, `email:${email}`))
  return row!
}

const write = (personId: string, amountCents: number) =>
  test.shop.db
    .insert(storeCredit)
    .values({ personId, amountCents, reason: 'return', reference: crypto.randomUUID() })

async function buy(email: string, promotionCode: string, planId: 'monthly' | '6-months' = 'monthly') {
  const own = selfItem(planId)
  const cart = [{ ...own, shippingDetails: { ...own.shippingDetails!, email } }]
  const started = await test.post('/api/create-payment-intent', { cartItems: cart, promotionCode })
  return { cart, started }
}

async function pay({ cart, started }: Awaited<ReturnType<typeof buy>>, email: string) {
  const paid = await test.pay(started.body.clientSecret, { email })
  return test.order(cart, paid.body.paymentIntentId, email)
}

const codeOf = async (page: Awaited<ReturnType<typeof signInMember>>) =>
  (await page.post('/api/account/credit/codes')).body.codes[0] as string

describe('store credit', () => {
  it('is never below zero, even with two writes at once', async () => {
    const { personId } = await recipientWith(5950)
    await expect(write(personId, -5951)).rejects.toThrow()
    const spent = await Promise.allSettled([write(personId, -5000), write(personId, -5000)])
    expect(spent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(
      test.shop.db.update(storeCredit).set({ amountCents: 1 }).where(eq(storeCredit.personId, personId)),
    ).rejects.toThrow()
    await expect(test.shop.db.delete(storeCredit).where(eq(storeCredit.personId, personId))).rejects.toThrow()
  })

  // On the embedded database one transaction follows the other.
  it.runIf(inject('databaseKind') === 'postgres')(
    'that is given back for a bill isn’t spent on it in the same moment',
    async () => {
      const { db } = test.shop
      const { email } = await recipientWith(2000)
      const [membership] = await db.select().from(memberships).where(eq(memberships.memberEmail, email))
      const [line] = await db.select().from(storeCredit).where(eq(storeCredit.personId, membership!.personId))
      const { personId } = line!
      await db.insert(storeCredit).values({
        ...{ personId, amountCents: -2000, reason: 'renewal', reference: `renewal:in_9:1:${personId}` },
      })
      await db
        .insert(creditUses)
        .values({ membershipId: membership!.id, invoiceId: 'in_9', amountCents: 2000 })
      const spend = () => db.transaction((tx) => settleCredit(tx, test.shop, 'in_9', 2000))
      const { spent } = await db.transaction(async (tx) => {
        await settleCredit(tx, test.shop, 'in_9', 0)
        const spent = spend()
        await vi.waitFor(async () => {
          const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          expect(await rowsOf(db, waiting)).toHaveLength(1)
        }, 60_000)
        return { spent }
      })
      expect(await spent).toBe(0)
      expect(await db.select().from(creditUses).where(eq(creditUses.invoiceId, 'in_9'))).toMatchObject([
        { state: 'returned' },
      ])
    },
  )

  it('left over from a bill comes back once, whoever it was taken from', async () => {
    const { db } = test.shop
    const from = [await recipientWith(1000), await recipientWith(1000)]
    for (const { personId } of from)
      await db.insert(storeCredit).values({
        ...{ personId, amountCents: -1000, reason: 'renewal', reference: `renewal:in_8:1:${personId}` },
      })
    const isTheirs = eq(memberships.memberEmail, from[0]!.email)
    const [membership] = await db.select().from(memberships).where(isTheirs)
    await db.insert(creditUses).values({ membershipId: membership!.id, invoiceId: 'in_8', amountCents: 2000 })
    expect(await db.transaction((tx) => settleCredit(tx, test.shop, 'in_8', 1500))).toBe(1500)
    const back = await db
      .select()
      .from(storeCredit)
      .where(like(storeCredit.reference, 'unused:renewal:in_8:%'))
    expect(back.map(({ amountCents }) => amountCents)).toEqual([500])
  })

  it('becomes one code, even when asked twice, and shows its amount only on request', async () => {
    const { page } = await recipientWith(5950, 5950)
    const before = await page.get('/api/account/credit')
    expect(before.body).toEqual({ isThere: true, codes: [] })
    const made = await Promise.all([codeOf(page), codeOf(page)])
    expect(made[0]).toBe(made[1])
    expect((await page.get('/api/account/credit')).body).toMatchObject({ isThere: false, codes: [made[0]] })
    expect((await page.get('/api/account/credit/amount')).body).toEqual({
      balanceCents: 0,
      codesCents: 11_900,
    })
  })

  it('works only for its own address, and survives an unfinished checkout', async () => {
    const { email, page } = await recipientWith(5950)
    const code = await codeOf(page)
    const strange = await buy('stranger@example.com', code)
    expect(strange.started.body).toMatchObject({ code: 'promotion_refused' })
    await buy(email, code)
    test.clock.advance(2 * 60 * 60_000)
    const bought = await buy(email, code)
    expect(bought.started.body.taxInfo).toMatchObject({ discount: 5950, total: 1000 })
    expect((await pay(bought, email)).status).toBe(200)
    expect((await page.get('/api/account/credit')).body).toEqual({ isThere: false, codes: [] })
    const again = await buy(email, code, '6-months')
    expect(again.started.body).toMatchObject({ code: 'promotion_refused' })
  })

  it('is shared by every address of one person', async () => {
    const [a, b] = [await recipientWith(3000), await recipientWith(1000)]
    await test.shop.db.insert(otherMailboxes).values({ email: b.email, firstEmail: a.email, username: 'ana' })
    const amounts = () => Promise.all([a, b].map(({ page }) => page.get('/api/account/credit/amount')))
    const all = { balanceCents: 4000, codesCents: 0 }
    expect((await amounts()).map(({ body }) => body)).toEqual([all, all])
    const { codes } = (await b.page.post('/api/account/credit/codes', { isForCheckout: true })).body
    expect((await a.page.get('/api/account/credit')).body.codes).toEqual(codes)
    expect((await buy('stranger@example.com', codes[0])).started.body.code).toBe('promotion_refused')
    const bought = await buy(a.email, codes[0])
    expect(bought.started.body.taxInfo).toMatchObject({ discount: 4000 })
    expect((await pay(bought, a.email)).status).toBe(200)
    const none = { balanceCents: 0, codesCents: 0 }
    expect((await amounts()).map(({ body }) => body)).toEqual([none, none])
  })

  it.each([
    [10_000, 1000, { a: 4050, b: 0 }],
    [1000, 10_000, { a: 1000, b: 3050 }],
  ])(
    'comes back to the address it was of: of %i and %i, whoever made the code spends theirs first',
    async (ofA, ofB, left) => {
      const [a, b] = [await recipientWith(ofA), await recipientWith(ofB)]
      await test.shop.db
        .insert(otherMailboxes)
        .values({ email: b.email, firstEmail: a.email, username: 'ana' })
      const code = await codeOf(b.page)
      expect((await pay(await buy(b.email, code), b.email)).status).toBe(200)
      await Promise.all([1, 2].map(() => returnUnusedCredit(test.shop)))
      await test.shop.db.delete(otherMailboxes)
      const amountOf = async ({ page }: typeof a) => (await page.get('/api/account/credit/amount')).body
      expect({ a: (await amountOf(a)).balanceCents, b: (await amountOf(b)).balanceCents }).toEqual(left)
    },
  )

  it('of another address in a code survives its maker’s deletion', async () => {
    const [a, b] = [await recipientWith(3000), await recipientWith(1000)]
    await test.shop.db.insert(otherMailboxes).values({ email: b.email, firstEmail: a.email, username: 'ana' })
    await codeOf(b.page)
    await test.shop.db.update(boxes).set({ state: 'delivered' })
    const asked = await b.page.post('/api/account/my-data/delete', {})
    expect(asked.body).toMatchObject({ details: { creditCents: '1000' } })
    expect((await b.page.post('/api/account/my-data/delete', { givesUpCreditCents: 1000 })).status).toBe(200)
    expect((await a.page.get('/api/account/credit/amount')).body).toEqual({
      balanceCents: 3000,
      codesCents: 0,
    })
  })

  it('is spent once, however many tabs use it and pay later', async () => {
    const { email, page } = await recipientWith(5950)
    const code = await codeOf(page)
    const left = await buy(email, code)
    test.clock.advance(61 * 60_000)
    const bought = await buy(email, code, '6-months')
    expect((await pay(bought, email)).status).toBe(200)
    expect((await test.pay(left.started.body.clientSecret, { email })).status).toBeGreaterThanOrEqual(400)
    expect((await buy(email, code)).started.body).toMatchObject({ code: 'promotion_refused' })
  })

  it('comes back when the purchase costs less', async () => {
    const { email, page } = await recipientWith(20_000)
    const code = await codeOf(page)
    const bought = await buy(email, code)
    expect((await pay(bought, email)).status).toBe(200)
    await page.get('/api/account/credit')
    expect((await page.get('/api/account/credit/amount')).body).toEqual({
      balanceCents: 20_000 - 6950,
      codesCents: 0,
    })
  })

  it('is used at checkout in one click, including unused codes', async () => {
    const { email, page } = await recipientWith(1000)
    const older = await codeOf(page)
    await write((await personOf(email)).id, 500)
    const atCheckout = () => page.post('/api/account/credit/codes', { isForCheckout: true })
    const made = await Promise.all([atCheckout(), atCheckout()])
    const [code] = made[0].body.codes
    expect(made.map(({ body }) => body.codes)).toEqual([[code], [code]])
    expect(code).not.toBe(older)
    expect((await buy(email, older)).started.body).toMatchObject({ code: 'promotion_refused' })
    const begun = await buy(email, code)
    expect(begun.started.body.taxInfo).toMatchObject({ discount: 1500, total: 5450 })
    // Someone is paying with it: a second click doesn’t take it away.
    expect((await atCheckout()).body.codes).toEqual([code])
    expect((await pay(begun, email)).status).toBe(200)
    await returnUnusedCredit(test.shop)
    expect((await page.get('/api/account/credit/amount')).body).toEqual({ balanceCents: 0, codesCents: 0 })
  })

  it('left at a checkout returns after a day, once', async () => {
    const { email, page } = await recipientWith(1200)
    const { codes } = (await page.post('/api/account/credit/codes', { isForCheckout: true })).body
    const amount = async () => (await page.get('/api/account/credit/amount')).body
    await returnUnusedCredit(test.shop)
    expect(await amount()).toEqual({ balanceCents: 0, codesCents: 1200 })
    test.clock.advance(24 * 60 * 60_000)
    await returnUnusedCredit(test.shop)
    expect(await amount(), 'all of the day after').toEqual({ balanceCents: 0, codesCents: 1200 })
    test.clock.advance(24 * 60 * 60_000)
    await Promise.all([1, 2].map(() => returnUnusedCredit(test.shop)))
    expect(await amount()).toEqual({ balanceCents: 1200, codesCents: 0 })
    expect((await buy(email, codes[0])).started.body).toMatchObject({ code: 'promotion_refused' })
    test.clock.set('2026-11-21T15:00:00Z')
  })

  it.each(['open', 'mismatched'] as const)(
    'in use stays with the payment, whose checkout is %s, however long that takes',
    async (status) => {
      const { email, page } = await recipientWith(1200)
      const { codes } = (await page.post('/api/account/credit/codes', { isForCheckout: true })).body
      await buy(email, codes[0])
      await test.shop.db.update(checkouts).set({ status }).where(eq(checkouts.promotionCode, codes[0]))
      test.clock.advance(2 * 24 * 60 * 60_000)
      await returnUnusedCredit(test.shop)
      expect((await page.get('/api/account/credit/amount')).body).toEqual({
        balanceCents: 0,
        codesCents: 1200,
      })
      test.clock.set('2026-11-21T15:00:00Z')
    },
  )

  it('leaves nothing to pay, or at least a chargeable amount', async () => {
    const { email, page } = await recipientWith(6930)
    const bought = await buy(email, await codeOf(page))
    expect(bought.started.body.taxInfo).toMatchObject({ discount: 6900, total: 50 })
    expect((await pay(bought, email)).status).toBe(200)
    await returnUnusedCredit(test.shop)
    expect((await page.get('/api/account/credit/amount')).body).toEqual({ balanceCents: 30, codesCents: 0 })
  })

  it('is hidden from anyone not signed in', async () => {
    const asked = await test.app.request('/api/account/credit')
    expect([asked.status, await asked.json()]).toEqual([200, { isThere: false, codes: [] }])
  })

  it('belongs to one person, and no code is made from nothing', async () => {
    const { page } = await recipientWith()
    expect((await page.get('/api/account/credit')).body).toEqual({ isThere: false, codes: [] })
    expect((await page.post('/api/account/credit/codes')).body).toMatchObject({ code: 'not_possible' })
  })

  it('pays for belts in the books, and is restored when they don’t ship', async () => {
    const { email, page } = await recipientWith(5950)
    const code = await codeOf(page)
    const before = await balances()
    const bought = await buy(email, code)
    expect((await pay(bought, email)).status).toBe(200)
    expect(await since(before)).toEqual({
      'Payment provider balance': 1000,
      'Store credit': 5950,
      'Deferred revenue': -6950,
    })
    const [membership] = await test.shop.db
      .select()
      .from(memberships)
      .where(and(eq(memberships.memberEmail, email), eq(memberships.renews, true)))
    await refundBoxes(test.shop, { membershipId: membership!.id })
    await refundBoxes(test.shop, { membershipId: membership!.id })
    expect((await page.get('/api/account/credit/amount')).body).toEqual({ balanceCents: 5950, codesCents: 0 })
    const [refund] = await test.shop.db
      .select({ amountCents: refunds.amountCents })
      .from(refunds)
      .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
      .where(eq(membershipPayments.membershipId, membership!.id))
    expect(refund).toEqual({ amountCents: 1000 })
    expect(await since(before)).toEqual({})
  })

  it('comes back once, however many of its belts are refunded one by one', async () => {
    const { email, page } = await recipientWith(1000)
    await pay(await buy(email, await codeOf(page), '6-months'), email)
    const [membership] = await test.shop.db
      .select()
      .from(memberships)
      .where(and(eq(memberships.memberEmail, email), eq(memberships.isGift, false)))
    const rows = await test.shop.db.select().from(boxes).where(eq(boxes.membershipId, membership!.id))
    expect(rows).toHaveLength(6)
    // A sixth of ten dollars is no whole cents.
    for (const { id } of rows) await refundBoxes(test.shop, { membershipId: membership!.id, boxIds: [id] })
    expect((await page.get('/api/account/credit/amount')).body).toEqual({ balanceCents: 1000, codesCents: 0 })
    const given = await test.shop.db
      .select({ amountCents: refunds.amountCents })
      .from(refunds)
      .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
      .where(eq(membershipPayments.membershipId, membership!.id))
    expect(given.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(34_700)
  })

  it('is given in the admin with a reason, once per form, emailed and logged', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const [own] = await join(test, [selfItem('monthly')])
    const [item] = await test.shop.db.select().from(orderItems).where(eq(orderItems.id, own!.orderItemId))
    const [order] = await test.shop.db
      .update(orders)
      .set({ purchaserEmail: email })
      .where(eq(orders.id, item!.orderId))
      .returning()
    const support = await signIn(test, 'support')
    const path = `/api/admin/orders/${order!.id}/credit`
    expect((await support.get(path)).body).toEqual({ email, balanceCents: 0, codesCents: 0 })
    const before = await balances()
    const form = { amountCents: 1500, reason: 'Your belt came late.', key: crypto.randomUUID() }
    await Promise.all([support.post(path, form), support.post(path, form)])
    await test.work()
    expect((await support.get(path)).body).toEqual({ email, balanceCents: 1500, codesCents: 0 })
    expect(await since(before)).toEqual({ 'Goodwill credit': 1500, 'Store credit': -1500 })
    const told = test.mails.filter((mail) => mail.to === email && mail.kind === 'credit-given')
    expect(told).toHaveLength(1)
    expect(told[0]!.text).toContain('Your belt came late.')
    const noted = await test.shop.db.select().from(auditLog).where(eq(auditLog.action, 'order.give-credit'))
    expect(noted).toMatchObject([{ username: support.username, entityId: order!.id }])
    expect((await support.post(path, { ...form, amountCents: 100_001 })).status).toBe(400)
  })
})

/** What each account comes to, by name. */
async function balances(): Promise<Record<string, number>> {
  const { accounts } = await readBooks(test.shop, { from: '2026-01-01', to: '2099-12-31' })
  return Object.fromEntries(accounts.map(({ name, closingCents }) => [name, closingCents]))
}

/** How they have moved since; those that have not are left out. */
async function since(before: Record<string, number>) {
  const moved = Object.entries(await balances()).map(([name, cents]) => [name, cents - (before[name] ?? 0)])
  return Object.fromEntries(moved.filter(([, cents]) => cents !== 0))
}
