import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memberships, outbox, priceChanges, priceRunMembers } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { billOn, endMembers, join, ledgerOf } from '../../test/members.ts'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { syncAllTerms } from '../memberships/next-terms.ts'
import { skipBox } from '../memberships/skip-box.ts'
import { sendNotices } from '../notifications/send-notices.ts'
import { processPriceRuns } from './price-runs.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(async () => {
  await endMembers(test)
  test.clock.set('2026-11-21T15:00:00Z')
  await test.shop.db.update(memberships).set({ status: 'ended', renews: false })
  await test.shop.db.delete(priceRunMembers)
  await test.shop.db.delete(priceChanges)
  test.mails.length = 0
})
afterAll(() => test.close())

async function work() {
  await sendNotices(test.shop)
  await drainOutbox(test.shop)
  await processPriceRuns(test.shop)
  await syncAllTerms(test.shop)
}
async function on(day: string) {
  test.clock.set(`${day}T17:00:00Z`)
  await work()
}
// A session ends long before a price run does.
const admin = {
  get: async (path: string) => (await signIn(test)).get(path),
  post: async (path: string, body: unknown = {}) => (await signIn(test)).post(path, body),
}
const begin = (effectiveOn: string, price: string | number = '74.50', planId = 'monthly') =>
  admin.post('/api/admin/price-runs', { planId, price, effectiveOn })
const paid = async (id: string) => (await ledgerOf(test, id)).payments.map(({ amountCents }) => amountCents)
const subjects = () =>
  test.mails.filter(({ kind }) => kind.startsWith('price-')).map(({ subject }) => subject)
const nextOf = async () => {
  const member = await signInMember(test, 'maya@example.com')
  const { memberships: all } = (await member.get('/api/account')).body
  return all.find(({ status }: { status: string }) => status === 'active').money
}

describe('a price run', () => {
  it('previews whom it affects, when each is told, and each new price with tax', async () => {
    await join(test, [toCalifornia(selfItem('monthly')), selfItem('6-months'), giftItem('monthly')])
    const seen = await admin.get('/api/admin/plans/monthly/price-run?price=74.50&effectiveOn=2027-01-01')
    expect(seen.body).toMatchObject({
      total: 1,
      members: [
        {
          email: 'maya@example.com',
          nowCents: 6950,
          thenCents: 7450,
          taxCents: 540,
          totalCents: 7990,
          tellOn: '2026-12-20',
          chargeOn: '2027-01-21',
        },
      ],
    })
    expect(await test.shop.db.$count(priceRunMembers)).toBe(0)
  })

  it('sends the notice on its day, charges the new price from then, and ends', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const { run } = (await begin('2027-01-01', 74.5)).body
    expect(run).toMatchObject({ state: 'running', price: '74.50', counts: { waiting: 1 } })
    await on('2026-12-19')
    expect(subjects()).toEqual([])
    await on('2026-12-20')
    await on('2026-12-20')
    expect(subjects()).toEqual(['A new price for your Monthly membership, from January 21, 2027'])
    await billOn(test, '2026-12-21')
    await work()
    expect((await nextOf()).nextChargeCents).toBe(7450)
    expect((await admin.get(`/api/admin/price-runs/${run.id}`)).body.run.members).toMatchObject([
      { state: 'told', isMoved: true, nowCents: 6950, thenCents: 7450 },
    ])
    for (const day of ['2027-01-21', '2027-02-21']) await billOn(test, day)
    expect(await paid(member!.id)).toEqual([6950, 6950, 7450, 7450])
    await work()
    expect((await admin.get(`/api/admin/price-runs/${run.id}`)).body.run).toMatchObject({
      state: 'done',
      counts: { charged: 1, waiting: 0, told: 0 },
    })
    expect((await nextOf()).nextChargeCents).toBe(7450)
  })

  it('follows a charge that a skip delays, and sends one notice', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const { id } = member!
    await begin('2027-01-15')
    await billOn(test, '2026-12-21')
    test.clock.set('2026-12-22T17:00:00Z')
    await skipBox(test.shop, { membershipId: id, drop: '2027-01' })
    await on('2026-12-22')
    expect(subjects()).toEqual([])
    await on('2027-01-20')
    await on('2027-01-21')
    expect(subjects()).toEqual(['A new price for your Monthly membership, from February 21, 2027'])
    expect((await nextOf()).nextChargeCents).toBe(7450)
    await billOn(test, '2027-02-21')
    expect(await paid(id)).toEqual([6950, 6950, 7450])
  })

  it('stopped midway is undone for uncharged members, and those who knew are told', async () => {
    const [early, late] = await join(test, [selfItem('monthly'), selfItem('monthly')])
    const { run } = (await begin('2026-12-22')).body
    await on('2026-12-20')
    await billOn(test, '2026-12-21')
    await work()
    await skipBox(test.shop, { membershipId: late!.id, drop: '2027-01' })
    await billOn(test, '2027-01-21')
    const stopped = await admin.post(`/api/admin/price-runs/${run.id}/stop`)
    expect(stopped.body.run).toMatchObject({ state: 'stopped', counts: { charged: 1, undone: 1, told: 0 } })
    expect((await admin.post(`/api/admin/price-runs/${run.id}/stop`)).status).toBe(200)
    await work()
    expect(subjects().at(-1)).toBe('Your Monthly membership keeps its price')
    await billOn(test, '2027-02-21')
    expect([(await paid(early!.id)).at(-1), (await paid(late!.id)).at(-1)]).toEqual([7450, 6950])
  })

  it('stopped before any notice sends nothing', async () => {
    await join(test, [selfItem('monthly')])
    const { run } = (await begin('2027-01-01')).body
    const stopped = await admin.post(`/api/admin/price-runs/${run.id}/stop`)
    expect(stopped.body.run).toMatchObject({ state: 'stopped', counts: { undone: 1, waiting: 0 } })
    await on('2026-12-20')
    expect(subjects()).toEqual([])
    expect((await nextOf()).nextChargeCents).toBe(6950)
  })

  it('drops members who changed plans, and sends no unsent notice', async () => {
    const [member, other] = await join(test, [selfItem('monthly'), selfItem('monthly')])
    await begin('2027-01-01')
    const { db } = test.shop
    await db.update(memberships).set({ planId: '6-months' }).where(eq(memberships.id, member!.id))
    test.clock.set('2026-12-20T17:00:00Z')
    await sendNotices(test.shop)
    const now = test.clock.now()
    await db
      .update(outbox)
      .set({ sentAt: now, droppedBecause: 'the address is gone' })
      .where(eq(outbox.kind, 'price-change'))
    await processPriceRuns(test.shop)
    const rows = await db.select().from(priceRunMembers)
    const stateOf = (id: string) => rows.find(({ membershipId }) => membershipId === id)?.state
    expect([stateOf(member!.id), stateOf(other!.id)]).toEqual(['left', 'waiting'])
  })

  it('continues after the provider fails, and charges nobody twice', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    await begin('2026-12-21')
    const { setTerms } = test.shop.payments
    test.shop.payments.setTerms = async (input) => {
      await setTerms(input)
      throw new Error('the answer was lost')
    }
    await on('2026-12-20')
    await billOn(test, '2026-12-21')
    await work()
    test.shop.payments.setTerms = setTerms
    await work()
    await billOn(test, '2027-01-21')
    await billOn(test, '2027-01-21')
    expect(await paid(member!.id)).toEqual([6950, 6950, 7450])
  })

  it.each<[string, string, Record<string, unknown>]>([
    ['starting 29 days ahead, naming the first possible day,', 'effectiveOn', { effectiveOn: '2026-12-20' }],
    ['for an unknown plan', 'planId', { planId: 'weekly' }],
    ['at $0', 'price', { price: '0' }],
    ['at less than a card can charge', 'price', { price: '0.49' }],
    ['above ten thousand dollars', 'price', { price: '10000.01' }],
    ['at an invalid price', 'price', { price: 'much' }],
  ])('%s is refused', async (_, field, change) => {
    const body = { planId: 'monthly', price: '74.50', effectiveOn: '2027-03-01', ...change }
    const refused = await admin.post('/api/admin/price-runs', body)
    expect(refused.status).toBe(400)
    expect(refused.body.fields[field]).toBeTruthy()
    if (field === 'effectiveOn') expect(refused.body.message).toContain('2026-12-21')
  })

  it('runs one at a time per plan, and skips members already at that price', async () => {
    await join(test, [selfItem('monthly')])
    const { run } = (await begin('2027-03-01', '69.50')).body
    expect(run.counts.waiting).toBe(0)
    expect((await begin('2027-04-01')).body.code).toBe('not_possible')
    expect((await begin('2027-04-01', 400, '6-months')).status).toBe(200)
    // With no one left to tell, it ends on the day it takes effect.
    const stateOn = async (day: string) => {
      await on(day)
      return (await admin.get(`/api/admin/price-runs/${run.id}`)).body.run.state
    }
    expect([await stateOn('2027-02-28'), await stateOn('2027-03-01')]).toEqual(['running', 'done'])
  })
})
