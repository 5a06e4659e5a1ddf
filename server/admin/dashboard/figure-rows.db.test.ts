import { parse } from 'csv-parse/sync'
import { and, eq, lte, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  boxes,
  boxFeedback,
  creditUses,
  membershipPayments,
  memberships,
  newsletterSubscribers,
  outbox,
  priceChanges,
  priceRunMembers,
  products,
  refundMoves,
  refunds,
  storeCredit,
} from '../../../db/schema.ts'
import type { FigureKind, Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { giftItem, selfItem, toCalifornia } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { signInMember } from '../../../test/member.ts'
import { bill, join, ledgerOf } from '../../../test/members.ts'
import { refundBoxes } from '../../billing/refund-boxes.ts'
import { syncDispute } from '../../billing/sync-dispute.ts'
import { readBooks } from '../../books/books.ts'
import { findMembership } from '../../ledger/find-membership.ts'
import { cancelRenewal } from '../../memberships/cancel-renewal.ts'
import { changePlan } from '../../memberships/change-plan.ts'
import { nextCharge } from '../../memberships/next-charge.ts'

let test: TestShop
let owner: SignedIn
let figures: Figures

// Four months of a club with all that can be counted in it.
beforeAll(async () => {
  test = await createTestShop({ now: '2026-08-15T15:00:00Z' })
  const { shop, clock } = test
  const cart = (plan: Parameters<typeof selfItem>[0], id: string) => selfItem(plan, { id })
  const [leaver] = await join(test, [cart('monthly', 'a')])
  const [year] = await join(test, [toCalifornia(cart('12-months', 'b'))])
  const [given] = await join(test, [giftItem('6-months', { id: 'c' })])
  clock.set('2026-09-20T15:00:00Z')
  await bill(test)
  const belts = await shop.db.select({ id: products.id }).from(products).limit(2)
  await shop.db
    .update(boxes)
    .set({ state: 'shipped', shippedAt: shop.now(), productId: belts[0]!.id })
    .where(and(eq(boxes.drop, '2026-09'), eq(boxes.membershipId, year!.id)))
  // As it was kept before it was kept when.
  await shop.db
    .update(boxes)
    .set({ state: 'shipped', updatedAt: shop.now() })
    .where(and(eq(boxes.drop, '2026-09'), eq(boxes.state, 'owed')))
  const [worn] = await shop.db
    .select()
    .from(boxes)
    .where(eq(boxes.membershipId, year!.id))
    .orderBy(boxes.drop)
  await shop.db.insert(boxFeedback).values({ boxId: worn!.id, fit: 'tight', at: shop.now() })
  await shop.db
    .insert(boxFeedback)
    .values({ boxId: worn!.id, fit: 'right', taste: 'love', at: shop.now() })
    .onConflictDoUpdate({ target: boxFeedback.boxId, set: { fit: 'right', taste: 'love' } })
  clock.set('2026-11-02T15:00:00Z')
  await bill(test)
  await cancelRenewal(shop, { membershipId: leaver!.id })
  const leaving = await signInMember(test, 'maya@example.com')
  expect(
    (await leaving.post(`/api/account/memberships/${leaver!.id}/cancel-reason`, { reason: 'price' })).status,
  ).toBe(200)
  const last = (await ledgerOf(test, year!.id)).boxes.slice(-2).map(({ id }) => id)
  await refundBoxes(shop, { membershipId: year!.id, boxIds: last })
  for (const [drop, day] of [
    ['2026-10', '2026-10-31T15:00:00Z'],
    ['2026-11', '2026-11-05T15:00:00Z'],
  ] as const)
    await shop.db
      .update(boxes)
      .set({ state: 'shipped', shippedAt: new Date(day), updatedAt: new Date(day) })
      .where(and(eq(boxes.drop, drop), eq(boxes.state, 'owed')))
  // One payment of two, which its bank takes back, tax and all.
  const disputed = await join(test, [toCalifornia(cart('monthly', 'g')), giftItem('6-months', { id: 'h' })])
  const [paid] = await shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, disputed[0]!.id))
  const [{ total }] = (await shop.db
    .select({ total: sql<string>`sum(amount + tax) * 100` })
    .from(membershipPayments)
    .where(eq(membershipPayments.intentId, paid!.intentId!))) as [{ total: string }]
  const about = {
    disputeId: 'dp_1',
    intentId: paid!.intentId!,
    amountCents: Number(total) - 7,
    reason: 'fraudulent',
  }
  for (const state of ['open', 'lost'] as const) {
    const { payments } = shop
    shop.payments = {
      ...payments,
      fetchDispute: async () => ({ ...about, state, dueBy: null, answer: null }),
    }
    await syncDispute(shop, 'dp_1')
    shop.payments = payments
  }
  // A refund that someone made at the provider, and that came back.
  const [giver] = await shop.db
    .select({ paymentId: membershipPayments.id })
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, given!.id))
  const [back] = await shop.db
    .insert(refunds)
    .values({ ...giver!, ...{ amountCents: 1000, madeBy: 'provider', status: 'failed', providerId: 're_1' } })
    .returning()
  await shop.db.insert(refundMoves).values({ refundId: back!.id, kind: 'failed', at: shop.now() })
  clock.set('2026-11-20T15:00:00Z')
  const [changer] = await join(test, [cart('monthly', 'd')])
  const [payer] = await join(test, [cart('monthly', 'e')])
  await changePlan(shop, { membershipId: changer!.id, planId: '6-months', username: 'ana' })
  clock.set('2026-11-21T15:00:00Z')
  await join(test, [giftItem('monthly', { id: 'f' })])
  await test.post('/api/newsletter/subscribe', { email: 'lee@example.com', source: 'footer' })
  const came = { source: 'Instagram', medium: 'social', campaign: '' }
  for (const step of [1, 2])
    await test.post('/api/quiz-step', { version: 1, step, recipientType: 'gift', came })
  owner = await signIn(test)
  const [paying] = await shop.db.select().from(memberships).where(eq(memberships.id, payer!.id))
  // Credit from before any of these memberships pays none of their renewals.
  const { personId } = paying!
  await shop.db.insert(storeCredit).values([
    { personId, amountCents: 700, reason: 'staff', reference: 'staff:1', createdAt: new Date('2026-08-01') },
    { personId, amountCents: 1000, reason: 'return', reference: 'exchange:1', createdAt: shop.now() },
  ])
  figures = (await owner.get('/api/admin/dashboard?again=1')).body.figures
})
afterAll(() => test.close())

type Row = { id: string; to: string; cells: (string | number | null)[] }

/** All rows of a figure, some a page; the file has the very same. */
async function rowsOf(figure: FigureKind, of = '', by = '', aPage = 2) {
  const query = new URLSearchParams({ figure, of, by })
  const rows: Row[] = []
  let columns: { name: string; kind: string }[] = []
  let title = ''
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = new URLSearchParams({ figure, of, by, limit: `${aPage}`, ...(cursor ? { cursor } : {}) })
    const { status, body } = await owner.get(`/api/admin/dashboard/rows?${page}`)
    expect(status, JSON.stringify(body)).toBe(200)
    rows.push(...body.rows)
    ;({ columns, title } = body)
    cursor = body.nextCursor
    expect(rows.length, figure).toBeLessThan(500)
  }
  const file = await (await owner.request('GET', `/api/admin/dashboard/rows.csv?${query}`)).text()
  const lines = parse(file, { columns: true, bom: true }) as Record<string, string>[]
  expect(lines, `${figure} ${of} ${by} as a file`).toHaveLength(rows.length)
  const sum = (name: string) => {
    const index = columns.findIndex((column) => column.name === name)
    expect(index, `${figure} has ${name}`).toBeGreaterThanOrEqual(0)
    const cents = rows.reduce((total, { cells }) => total + Number(cells[index] ?? 0), 0)
    const inFile = lines.reduce((total, line) => total + Math.round(Number(line[name]) * 100), 0)
    if (columns[index]!.kind === 'cents') expect(inFile, `${figure} as a file`).toBe(cents)
    return cents
  }
  return { title, count: rows.length, sum, rows }
}

it('every figure has the rows it claims, and they add up', async () => {
  const f = figures
  expect((await rowsOf('running')).count).toBe(f.activeMemberships)
  const renewing = await rowsOf('renewing')
  expect(renewing.count).toBe(f.renewingMemberships)
  expect(Math.abs(renewing.sum('A month') - f.monthlyRecurringCents)).toBeLessThanOrEqual(renewing.count)
  expect(f.joined).toEqual({ self: 3, gift: 2 })
  expect((await rowsOf('joined', '', 'self')).count).toBe(f.joined.self)
  expect((await rowsOf('joined')).count).toBe(f.joined.self + f.joined.gift)
  expect(f.lost).toEqual([
    { why: 'bank', members: 1 },
    { why: 'price', members: 1 },
  ])
  expect((await rowsOf('lost', '', 'price')).rows[0]!.cells).toContain('It costs too much')
  expect((await rowsOf('lost', '', 'fit')).count).toBe(0)
  for (const stage of ['waiting', 'running', 'ended'] as const)
    expect((await rowsOf('gifts', stage)).count, stage).toBe(f.gifts[stage])
  const owed = await rowsOf('owed')
  expect([owed.count, owed.sum('Value')]).toEqual([f.owed.boxes, f.owed.valueCents])
  const order = await owner.get(owed.rows[0]!.to.replace('/admin/', '/api/admin/'))
  expect(order.body.memberships, 'behind its link').toContainEqual(
    expect.objectContaining({
      boxes: expect.arrayContaining([expect.objectContaining({ id: owed.rows[0]!.id })]),
    }),
  )
  expect(f.boxes.map(({ drop }) => drop)).toEqual(['2026-10', '2026-11', '2026-12'])
  for (const { drop, states } of f.boxes)
    for (const [state, count] of Object.entries(states))
      expect((await rowsOf('boxes', drop, state)).count, `${drop} ${state}`).toBe(count)
  const orders = await rowsOf('orders')
  expect(orders.count).toBe(f.ordersByDay.reduce((sum, day) => sum + day.orders, 0))
  expect(orders.sum('Total')).toBe(f.ordersByDay.reduce((sum, day) => sum + day.totalCents, 0))
  expect((await rowsOf('orders', '2026-11-20')).count).toBe(2)
  for (const { drop, kept } of f.cohorts)
    for (const [after, members] of kept.entries())
      if (after === 0 && members !== null)
        expect((await rowsOf('cohort', drop, drop)).count, drop).toBe(members)
  expect((await rowsOf('newsletter', '2026-11', 'joined')).count).toBe(f.newsletter.at(-1)!.joined)
  expect((await rowsOf('newsletter', '2026-11', 'left')).count).toBe(f.newsletter.at(-1)!.left)
  const evening = new Date('2026-11-22T03:00:00Z')
  await test.shop.db.update(newsletterSubscribers).set({ subscribedAt: evening })
  expect((await rowsOf('newsletter', '2026-11', 'joined')).rows[0]!.cells.at(-1)).toBe('2026-11-21')
  expect((await rowsOf('funnel')).sum('Reached')).toBe(
    f.funnel.reduce((sum, { reached }) => sum + reached, 0),
  )
  expect(f.sources).toEqual([{ source: 'instagram / social', reached: [1, 1, 0, 0, 0, 0, 0] }])
  const second = await rowsOf('funnel', 'instagram / social', '2')
  expect(second.sum('Reached')).toBe(1)
  expect(second.title).toBe('Through the quiz in 30 days: instagram / social: Men or women')
  expect(second.rows[0]!.cells).toContain('Men or women')
  expect(f.belts).toMatchObject([{ told: 1, fits: { right: 1 }, tastes: { love: 1 } }])
  expect(f.belts[0]!.fits.tight ?? 0).toBe(0)
  expect((await rowsOf('belt', f.belts[0]!.id, 'love')).count).toBe(1)
  expect((await rowsOf('belt', f.belts[0]!.id)).count).toBe(1)
})

it('lifetime value matches the books, by cohort and plan', async () => {
  const { accounts } = await readBooks(test.shop, { from: '2026-01-01', to: '2026-12-31' })
  // Money on hand, minus tax and open refunds: no fees or payouts in these books.
  const money = accounts
    .filter(({ code }) => /^(10|13|22|23)/.test(code))
    .reduce((sum, { closingCents }) => sum + closingCents, 0)
  const sums = figures.worth.cohorts.flatMap(({ plans }) => plans)
  expect(sums.reduce((sum, { cents }) => sum + cents, 0)).toBe(money)
  expect(sums.reduce((sum, { members }) => sum + members, 0)).toBe(8)
  expect((await rowsOf('worth')).sum('Brought in')).toBe(money)
  for (const { drop, plans } of figures.worth.cohorts)
    for (const { planId, members, cents } of plans) {
      const rows = await rowsOf('worth', drop, planId)
      expect([rows.count, rows.sum('Brought in')], `${drop} ${planId}`).toEqual([members, cents])
    }
})

it('revenue matches Belt sales by month, and deferred matches Deferred revenue', async () => {
  const of = async (from: string, to: string) =>
    Object.fromEntries(
      (await readBooks(test.shop, { from, to })).accounts.map(
        ({ name, debitCents, creditCents, closingCents }) => [
          name,
          { moved: creditCents - debitCents, closing: -closingCents },
        ],
      ),
    )
  const november = await of('2026-11-01', '2026-11-30')
  expect(figures.recognized.map(({ month }) => month)).toEqual(['2026-11', '2026-10'])
  expect(figures.recognized[0]!.cents).toBe(november['Belt sales']?.moved ?? 0)
  expect(figures.owed.valueCents).toBe(november['Deferred revenue']!.closing)
  const [year] = await test.shop.db.select().from(memberships).where(eq(memberships.planId, '12-months'))
  const { id: membershipId, personId } = year!
  const [replacement] = await test.shop.db
    .insert(boxes)
    .values({ membershipId, personId, kind: 'replacement', ordinal: 1, drop: '2026-12', valueCents: 0 })
    .returning()
  expect((await rowsOf('owed')).count, 'a replacement is not paid for').toBe(figures.owed.boxes)
  await test.shop.db.delete(boxes).where(eq(boxes.id, replacement!.id))
  for (const { month, boxes: count, cents } of figures.recognized) {
    const rows = await rowsOf('recognized', month)
    expect([rows.count, rows.sum('Value')], month).toEqual([count, cents])
  }
  const september = and(eq(boxes.drop, '2026-09'), eq(boxes.state, 'shipped'))
  expect((await rowsOf('recognized', '2026-09')).count, 'with and without the day that was kept').toBe(
    await test.shop.db.$count(boxes, september),
  )
})

it('the next 30 days’ charges match what each member is told', async () => {
  const all = await test.shop.db.select({ id: memberships.id }).from(memberships)
  const told = { charges: 0, amountCents: 0, creditCents: 0 }
  for (const { id } of all) {
    const charge = await nextCharge(test.shop, await findMembership(test.shop, id))
    if (!charge || charge.on < '2026-11-21' || charge.on > '2026-12-20') continue
    told.charges++
    told.amountCents += charge.amountCents
    told.creditCents += charge.creditCents
  }
  expect(told.charges).toBeGreaterThan(1)
  expect(told.creditCents).toBeGreaterThan(0)
  expect(figures.due).toEqual(told)
  const rows = await rowsOf('due', '', '', 1)
  expect([rows.count, rows.sum('Before tax'), rows.sum('From store credit')]).toEqual([
    told.charges,
    told.amountCents,
    told.creditCents,
  ])
})

it('store credit pays the charge that comes first, whichever membership is older', async () => {
  const isDue = and(eq(memberships.renews, true), eq(memberships.paidUntil, '2026-12-20'))
  const [one] = await test.shop.db.select().from(memberships).where(isDue).orderBy(memberships.id).limit(1)
  const chargeOn = async (paidUntil: string) => {
    await test.shop.db.update(memberships).set({ paidUntil }).where(eq(memberships.id, one!.id))
    return (await owner.get('/api/admin/dashboard?again=1')).body.figures.due
  }
  const later = await chargeOn('2027-03-20')
  expect(later).toEqual({ ...figures.due, charges: figures.due.charges - 1, amountCents: expect.any(Number) })
  expect(await chargeOn('2026-12-20')).toEqual(figures.due)
})

it('what credit was reserved for a bill is not taken from the next one too', async () => {
  const { db } = test.shop
  const isDue = and(eq(memberships.renews, true), lte(memberships.paidUntil, '2026-12-20'))
  const due = await db.select().from(memberships).where(isDue).orderBy(memberships.paidUntil, memberships.id)
  const recount = async () => (await owner.get('/api/admin/dashboard?again=1')).body.figures.due
  const [first] = due
  await db.insert(creditUses).values({ membershipId: first!.id, invoiceId: 'in_1', amountCents: 250 })
  const credits = []
  for (const { id } of due)
    credits.push((await nextCharge(test.shop, await findMembership(test.shop, id)))!.creditCents)
  expect(credits.slice(0, 2)).toEqual([250, 1000])
  expect((await recount()).creditCents).toBe(1250)
  const setDay = (paidUntil: string) =>
    db.update(memberships).set({ paidUntil }).where(eq(memberships.id, first!.id))
  await setDay('2027-03-20')
  expect((await recount()).creditCents, 'a later bill is not of these days').toBe(1000)
  await setDay(first!.paidUntil)
  await db.delete(creditUses)

  // A new price that was announced in time, then taken back.
  const at = new Date('2026-11-01T15:00:00Z')
  const [run] = await db
    .insert(priceChanges)
    .values({
      ...{ planId: 'monthly', nowCents: 6950, thenCents: 7950 },
      ...{ announcedOn: '2026-11-01', effectiveOn: '2026-12-01', withdrawnAt: test.shop.now() },
    })
    .returning()
  for (const { id: membershipId } of due) {
    const told = { runId: run!.id, membershipId, nowCents: 6950, thenCents: 7950, state: 'told' } as const
    await db.insert(priceRunMembers).values({ ...told, chargeOn: '2026-12-20', tellOn: '2026-11-01' })
    await db
      .insert(outbox)
      .values({ kind: 'price-change', subjectId: `${membershipId}:${run!.id}`, sentAt: at, createdAt: at })
  }
  expect(await recount()).toEqual(figures.due)
})

it('an incremental recount matches a full one', async () => {
  const { shop } = test
  const sums = async () => (await owner.get('/api/admin/dashboard?again=1')).body.figures
  const { at, took, ...before } = await sums()
  await shop.db.execute("delete from figure_lines where kind <> 'belt'")
  await shop.db.execute('delete from membership_figures')
  await shop.db.execute('insert into changed_memberships (membership_id) select id from memberships')
  const { at: later, took: again, ...after } = await sums()
  expect(after).toEqual(before)
  expect([at, took, later, again]).toHaveLength(4)
})

it('rows contain names: viewers see only sums, and a bad cursor is refused', async () => {
  const viewer = await signIn(test, 'viewer')
  expect((await viewer.get('/api/admin/dashboard/rows?figure=running')).status).toBe(403)
  for (const query of ['figure=nothing', 'figure=running&cursor=x', "figure=running&cursor='~1"])
    expect((await owner.get(`/api/admin/dashboard/rows?${query}`)).status, query).toBe(400)
})
