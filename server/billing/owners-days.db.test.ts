import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxes, outbox, products } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { billOn, join, ledgerOf } from '../../test/members.ts'
import { pageContextOf } from '../http/page-context.ts'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { shopDay } from '../shop/shop.ts'

// One shop and one winter: the owner moves December to January, packs March early, and ships May late.
let test: TestShop
beforeAll(async () => {
  test = await createTestShop({ now: '2026-10-12T15:00:00Z' })
})
afterAll(() => test.close())

const setDays = async (path: string, days: object) =>
  expect((await (await signIn(test)).patch(path, days)).status).toBe(200)

/** The day of the next charge at the provider. */
async function chargedOn(subscriptionId: string | null) {
  const state = await test.shop.payments.fetchSubscription(subscriptionId!)
  return state?.nextChargeAt && shopDay(test.shop, state.nextChargeAt)
}

/** The last email containing these words. */
async function mailOf(words: string): Promise<string> {
  await drainOutbox(test.shop)
  const texts = test.mails.map(({ subject, text }) => `${subject} ${text}`.replaceAll(/\s+/g, ' '))
  return texts.findLast((text) => text.includes(words)) ?? ''
}

/** Chooses a belt for the box, as curation does, and another size, as its member does. */
async function chosenThenResized(id: string, drop: string, nth: number) {
  const [belt] = await test.shop.db.select().from(products).orderBy(products.id).offset(nth).limit(1)
  const isThis = and(eq(boxes.membershipId, id), eq(boxes.drop, drop))
  await test.shop.db.update(boxes).set({ state: 'assigned', productId: belt!.id }).where(isThis)
  const page = await signInMember(test, 'maya@example.com')
  expect((await page.post(`/api/account/memberships/${id}/size`, { size: '40' })).status).toBe(200)
  const [box] = await test.shop.db.select().from(boxes).where(isThis)
  return box!.state
}

async function expectEachIsPaid(id: string) {
  const { boxes: all, payments, drops } = await ledgerOf(test, id)
  expect(new Set(drops).size).toBe(drops.length)
  for (const payment of payments) {
    const bought = all.filter((box) => box.paymentId === payment.id)
    expect(bought.map((box) => box.valueCents).reduce((sum, cents) => sum + cents, 0)).toBe(
      payment.amountCents,
    )
    expect(bought).toHaveLength(payment.boxCount)
  }
}

let early: string

it('a purchase after a moved month joins the new month, and its next charge moves too', async () => {
  const [atOnce] = await join(test, [selfItem('monthly')])
  test.clock.set('2026-10-25T15:00:00Z')
  const [before] = await join(test, [selfItem('monthly')])
  early = before!.id
  test.clock.set('2026-11-10T15:00:00Z')
  const [found] = await join(test, [selfItem('6-months')])
  const owner = await signIn(test)
  const move = { kind: 'month', months: 1, words: 'The buckles are late.' }
  const { body } = await owner.post('/api/admin/drops/2026-12/change', move)
  // A renewal that beat the move of its own charge.
  await billOn(test, '2026-11-12')
  expect(await mailOf('is renewed')).toContain('The January 2027 belt ships by January 5')
  const again = await signIn(test)
  const moved = await again.post('/api/admin/drops/2026-12/move-some', { noticeId: body.noticeId })
  expect(moved.body).toMatchObject({ moved: 2, stayed: [], left: 0 })
  // What pages say to who has not bought yet.
  expect(Object.keys(await pageContextOf(test.shop).calendar())).toEqual(['2026-12'])
  const [alone] = await join(test, [selfItem('6-months')])
  expect(await mailOf('Order BC-')).toContain('first belt is in the January drop and ships by January 5')
  expect(await mailOf('Order BC-')).toContain('Renews June 12, 2027')
  const [year, gift] = await join(test, [selfItem('12-months'), giftItem('12-months')])
  // The same as for members the move found.
  for (const [membership, first, last, charge] of [
    [atOnce, '2026-11', '2027-01', '2027-01-12'],
    [found, '2027-01', '2027-06', '2027-06-10'],
    [alone, '2027-01', '2027-06', '2027-06-12'],
    [year, '2027-01', '2027-12', '2027-12-12'],
    [gift, '2027-01', '2027-12', null],
  ] as const) {
    const { drops, membership: now } = await ledgerOf(test, membership!.id)
    expect([drops[0], drops.at(-1)]).toEqual([first, last])
    if (charge) expect([now.paidUntil, await chargedOn(now.stripeSubscriptionId)]).toEqual([charge, charge])
    await expectEachIsPaid(membership!.id)
  }
})

it('a member due to pay for the moved month pays a month later, and is told first', async () => {
  expect(await mailOf('comes in the January drop')).toContain('so does your next charge')
  const told = await test.shop.db
    .select()
    .from(outbox)
    .where(like(outbox.subjectId, `${early}:%:member`))
  expect(told.map(({ kind, sentAt }) => [kind, sentAt !== null])).toEqual([['drop-notice', true]])
  const page = await signInMember(test, 'maya@example.com')
  const view = async () =>
    (await page.get('/api/account')).body.memberships.find(({ id }: { id: string }) => id === early)
  expect((await view()).next).toMatchObject({ drop: '2027-01', changeUntil: '2026-12-31', isPaid: false })
  expect((await view()).taste.resume).toBeNull()
  await billOn(test, '2026-11-25')
  expect((await ledgerOf(test, early)).payments).toHaveLength(1)
  await billOn(test, '2026-12-25')
  const { membership, drops } = await ledgerOf(test, early)
  expect([drops, membership.paidUntil]).toEqual([['2026-11', '2027-01'], '2027-01-25'])
  await billOn(test, '2027-01-25')
  expect((await ledgerOf(test, early)).drops).toEqual(['2026-11', '2027-01', '2027-02'])
  await expectEachIsPaid(early)
})

it('a payment after an earlier cutoff joins the next drop, and no later charge moves', async () => {
  const days = { cutOffDay: '2027-02-20', shipBy: '2027-02-26' }
  await setDays('/api/admin/drops/2027-03', days)
  test.clock.set('2027-02-20T22:00:00Z')
  const [inTime] = await join(test, [selfItem('monthly')])
  expect(await mailOf('Order BC-')).toContain('first belt is in the March drop and ships by February 26')
  test.clock.set('2027-02-21T15:00:00Z')
  expect(await chosenThenResized(inTime!.id, '2027-03', 0)).toBe('assigned')
  const [late] = await join(test, [selfItem('6-months')])
  expect(await mailOf('Order BC-')).toContain('first belt is in the April drop and ships by April 5')
  expect((await ledgerOf(test, inTime!.id)).drops).toEqual(['2027-03'])
  expect(await ledgerOf(test, late!.id)).toMatchObject({
    drops: ['2027-04', '2027-05', '2027-06', '2027-07', '2027-08', '2027-09'],
    membership: { paidUntil: '2027-08-21' },
  })
  await billOn(test, '2027-02-25')
  await billOn(test, '2027-03-25')
  const { drops, membership } = await ledgerOf(test, early)
  expect([drops.slice(-2), membership.paidUntil]).toEqual([['2027-04', '2027-05'], '2027-04-25'])
  await expectEachIsPaid(early)
})

it('skipping an unpaid belt goes past the month that was packed early', async () => {
  const days = { cutOffDay: '2027-05-20', shipBy: '2027-05-28' }
  test.clock.set('2027-04-22T15:00:00Z')
  const [own] = await join(test, [selfItem('monthly')])
  await setDays('/api/admin/drops/2027-06', days)
  test.clock.set('2027-05-03T15:00:00Z')
  const page = await signInMember(test, 'maya@example.com')
  const path = `/api/account/memberships/${own!.id}`
  const view = async () =>
    (await page.get('/api/account')).body.memberships.find(({ id }: { id: string }) => id === own!.id)
  // Charged on May 22, when June is packed.
  expect((await view()).next.drop).toBe('2027-07')
  const { nextChargeOn } = (await view()).taste.skip
  expect((await page.post(`${path}/skip`, { drop: '2027-07' })).status).toBe(200)
  expect([(await view()).next.drop, (await view()).money.nextChargeOn]).toEqual(['2027-08', nextChargeOn])
  expect(await chargedOn(own!.stripeSubscriptionId)).toBe('2027-07-22')
  expect((await page.post(`${path}/resume`)).status).toBe(200)
  expect((await view()).next.drop).toBe('2027-07')
})

it('a later cutoff moves nothing forward, and emails state a later ship date', async () => {
  await setDays('/api/admin/drops/2027-07', { cutOffDay: '2027-07-04', shipBy: '2027-07-05' })
  // Others wait for it already, and are told.
  const later = { kind: 'ship-by', words: 'The leather is late.', shipBy: '2027-07-12' }
  await (await signIn(test)).post('/api/admin/drops/2027-07/change', later)
  test.clock.set('2027-06-30T15:00:00Z')
  const [before] = await join(test, [selfItem('monthly')])
  expect(await mailOf('Order BC-')).toContain('in the July drop and ships by July 12')
  test.clock.set('2027-07-03T15:00:00Z')
  expect(await chosenThenResized(before!.id, '2027-07', 1)).toBe('owed')
  const [after] = await join(test, [selfItem('monthly')])
  expect((await ledgerOf(test, after!.id)).drops).toEqual(['2027-08'])
  const page = await signInMember(test, 'maya@example.com')
  await page.post(`/api/account/memberships/${after!.id}/cancel`)
  expect(await mailOf('is canceled')).toContain('The August 2027 belt ships by August 5')
})

it('a skip avoids a moved month, and can be undone', async () => {
  test.clock.set('2027-08-02T15:00:00Z')
  const move = { kind: 'month', months: 1, words: 'The leather is late.' }
  await (await signIn(test)).post('/api/admin/drops/2027-11/change', move)
  const [own] = await join(test, [selfItem('6-months')])
  const page = await signInMember(test, 'maya@example.com')
  const path = `/api/account/memberships/${own!.id}`
  const bought = ['2027-09', '2027-10', '2027-12', '2028-01', '2028-02', '2028-03']
  const skipped = ['2027-10', '2027-12', '2028-01', '2028-02', '2028-03', '2028-04']
  expect((await ledgerOf(test, own!.id)).drops).toEqual(bought)
  const told = (await page.post(`${path}/skip`, { drop: '2027-09' })).body
  expect(told.taste.resume).toMatchObject({ nextDrop: '2027-09', lastDrop: '2028-03' })
  const after = await ledgerOf(test, own!.id)
  expect([after.drops, after.membership.paidUntil]).toEqual([skipped, '2028-04-02'])
  expect(await chargedOn(own!.stripeSubscriptionId)).toBe('2028-04-02')
  await page.post(`${path}/resume`)
  const back = await ledgerOf(test, own!.id)
  expect([back.drops, back.membership.paidUntil]).toEqual([bought, '2028-03-02'])
  await expectEachIsPaid(own!.id)
})
