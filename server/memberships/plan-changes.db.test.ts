import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memberships, planChanges, subscriptionPlans } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { billOn, endMembers, join, ledgerOf } from '../../test/members.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { sendNotices } from '../notifications/send-notices.ts'
import { expectedTerms, syncAllTerms } from './next-terms.ts'
import { skipBox } from './skip-box.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(async () => {
  await endMembers(test)
  test.clock.set('2026-11-21T15:00:00Z')
  await test.shop.db.update(memberships).set({ status: 'ended', renews: false })
  test.mails.length = 0
})
afterAll(() => test.close())

const page = () => signInMember(test, 'maya@example.com')
const path = (id: string) => `/api/account/memberships/${id}/plan`
type Shown = { planId: string; amountCents: number; terms: string }
async function shown(id: string, planId: string): Promise<Shown | undefined> {
  const { plans = [] } = (await (await page()).get(`/api/account/memberships/${id}/plans`)).body
  return plans.find((each: Shown) => each.planId === planId)
}
async function change(id: string, planId: string) {
  const terms = (await shown(id, planId))?.terms
  return (await page()).post(path(id), { planId, terms })
}
const undo = async (id: string) => (await page()).del(path(id))
const paid = async (id: string) =>
  (await ledgerOf(test, id)).payments.map(({ amountCents, boxCount }) => [amountCents, boxCount])

it('after two changes of plan, the price of the first plan still buys that plan, and no other', async () => {
  const [member] = await join(test, [selfItem('monthly')])
  const { id } = member!
  const changed = (fromPlanId: string, toPlanId: string, priceCents: number, month: string) => ({
    ...{ membershipId: id, fromPlanId, toPlanId, priceCents, state: 'charged' as const, consent: {} },
    createdAt: new Date(`${month}-21T15:00:00Z`),
  })
  await test.shop.db
    .insert(planChanges)
    .values([
      changed('6-months', '12-months', 59_400, '2027-06'),
      changed('monthly', '6-months', 35_700, '2026-12'),
    ] as (typeof planChanges.$inferInsert)[])
  await test.shop.db.update(memberships).set({ planId: '12-months' }).where(eq(memberships.id, id))
  const { membership } = await ledgerOf(test, id)
  const bought = (await expectedTerms(test.shop, membership)).filter(({ priceCents }) => priceCents === 6950)
  expect(bought.map(({ planId }) => planId)).toContain('monthly')
  expect(bought.map(({ planId }) => planId)).not.toContain('6-months')
})

describe('a plan change', () => {
  it('shows its price, day and terms, is charged then once, and continues', async () => {
    const [member] = await join(test, [toCalifornia(selfItem('monthly'))])
    const { id } = member!
    const seen = (await (await page()).get(`/api/account/memberships/${id}/plans`)).body.plans
    expect(seen.map((each: { planId: string }) => each.planId)).toEqual(['6-months', '12-months'])
    expect(seen[0]).toMatchObject({ amountCents: 35_700, taxCents: 2588, chargeOn: '2026-12-21' })
    const answer = await change(id, '6-months')
    expect(answer.body.money).toMatchObject({
      planId: 'monthly',
      nextPlan: { planId: '6-months', name: '6 Months' },
      nextChargeCents: 35_700,
      nextChargeOn: '2026-12-21',
    })
    const [kept] = await test.shop.db.select().from(planChanges).where(eq(planChanges.membershipId, id))
    expect(kept!.consent).toMatchObject({ version: '2026-11-22', text: seen[0].terms })
    expect(kept!.consent.text).toContain(
      '$357.00 plus $25.88 tax is charged on that day and then every 6 months',
    )
    expect(await paid(id)).toEqual([[6950, 1]])
    await billOn(test, '2026-12-21')
    expect(await paid(id)).toEqual([
      [6950, 1],
      [35_700, 6],
    ])
    const { membership, drops } = await ledgerOf(test, id)
    expect(drops).toEqual(['2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06'])
    expect(membership).toMatchObject({ planId: '6-months', paidUntil: '2027-06-21' })
    const shownAll: { id: string; money: { receipts: { planName: string }[] } }[] = (
      await (await page()).get('/api/account')
    ).body.memberships
    const { receipts } = shownAll.find((each) => each.id === id)!.money
    expect(receipts.map((each) => each.planName)).toEqual(['6 Months', 'Monthly'])
    const [first] = (await ledgerOf(test, id)).boxes
    await refundBoxes(test.shop, { membershipId: id, boxIds: [first!.id] })
    await test.work()
    const { text } = test.mails.findLast(({ kind }) => kind === 'refund-made')!
    expect(text, 'the plan that was paid for').toContain('of your Monthly membership')
    await billOn(test, '2027-06-21')
    expect((await paid(id)).at(-1)).toEqual([35_700, 6])
  })

  it('is refused at a price that the member wasn’t shown, until they have read the new one', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const { id } = member!
    const seen = await shown(id, '6-months')
    const price = (cents: number) =>
      test.shop.db
        .update(subscriptionPlans)
        .set({ priceCents: cents })
        .where(eq(subscriptionPlans.planId, '6-months'))
    await price(39_900)
    const refused = await (await page()).post(path(id), { planId: '6-months', terms: seen!.terms })
    expect([refused.status, refused.body.code]).toEqual([400, 'price_changed'])
    expect(await test.shop.db.$count(planChanges, eq(planChanges.membershipId, id))).toBe(0)
    expect((await change(id, '6-months')).body.money.nextChargeCents).toBe(39_900)
    await price(35_700)
  })

  it('to a shorter plan keeps the paid boxes and the next charge date', async () => {
    const [member] = await join(test, [selfItem('12-months')])
    await change(member!.id, 'monthly')
    const { membership, boxes } = await ledgerOf(test, member!.id)
    expect([membership.paidUntil, boxes.length]).toEqual(['2027-11-21', 12])
    await billOn(test, '2027-11-21')
    expect((await paid(member!.id)).at(-1)).toEqual([6950, 1])
    expect((await ledgerOf(test, member!.id)).membership.paidUntil).toBe('2027-12-21')
  })

  it('can be undone until charged, even after a skip, and counts once when repeated', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const { id } = member!
    await change(id, '12-months')
    await change(id, '12-months')
    await change(id, '6-months')
    expect(await test.shop.db.$count(planChanges, eq(planChanges.membershipId, id))).toBe(2)
    const { plans } = (await (await page()).get(`/api/account/memberships/${id}/plans`)).body
    expect(plans.map((each: { planId: string }) => each.planId)).toEqual(['12-months'])
    await skipBox(test.shop, { membershipId: id, drop: '2026-12' })
    const back = await undo(id)
    expect(back.body.money).toMatchObject({
      nextPlan: null,
      nextChargeCents: 6950,
      nextChargeOn: '2027-01-21',
    })
    expect((await undo(id)).status).toBe(200)
    await billOn(test, '2027-01-21')
    expect((await paid(id)).at(-1)).toEqual([6950, 1])
    expect((await undo(id)).body.money.planId).toBe('monthly')
  })

  it('chosen again after it was undone is charged, and buys its belts', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const { id } = member!
    await change(id, '6-months')
    await undo(id)
    await change(id, '6-months')
    await billOn(test, '2026-12-21')
    expect((await paid(id)).at(-1)).toEqual([35_700, 6])
  })

  it('is emailed, and so is its undo', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    test.mails.length = 0
    const subjects = async () => {
      await test.work()
      return test.mails.splice(0).map(({ subject }) => subject)
    }
    await change(member!.id, '6-months')
    expect(await subjects()).toEqual(['Your plan changes to 6 Months on December 21, 2026'])
    const both = await Promise.all([undo(member!.id), undo(member!.id)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await subjects()).toEqual(['Your plan stays Monthly'])
    // Choosing the current plan undoes it too.
    await change(member!.id, '12-months')
    expect(await subjects()).toHaveLength(1)
    await change(member!.id, 'monthly')
    expect(await subjects()).toEqual(['Your plan stays Monthly'])
  })

  it('to a longer plan is announced as that plan’s renewal, at its price', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    await change(member!.id, '6-months')
    test.mails.length = 0
    await sendNotices(test.shop)
    await test.work()
    test.clock.set('2026-12-07T15:00:00Z')
    await sendNotices(test.shop)
    await test.work()
    const notices = test.mails.filter(({ kind }) => kind.startsWith('renewal-notice'))
    const subject = 'Your 6 Months membership renews on December 21, 2026'
    expect(notices.map((mail) => [mail.kind, mail.subject])).toEqual([
      ['renewal-notice-30', subject],
      ['renewal-notice-14', subject],
    ])
    expect(notices[0]!.text).toContain('$357.00 for 6 belts')
  })

  it('reaches a provider that didn’t answer, and charges once', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const { setTerms } = test.shop.payments
    test.shop.payments.setTerms = async () => {
      throw new Error('away')
    }
    expect((await change(member!.id, '6-months')).status).toBe(200)
    test.shop.payments.setTerms = setTerms
    await syncAllTerms(test.shop)
    await billOn(test, '2026-12-21')
    await billOn(test, '2026-12-21')
    expect(await paid(member!.id)).toEqual([
      [6950, 1],
      [35_700, 6],
    ])
  })

  it('reaches a provider that lost it, even past the first page', async () => {
    const joined = await join(
      test,
      Array.from({ length: 5 }, () => selfItem('monthly')),
    )
    for (const { id } of joined) await change(id, '6-months')
    const five = inArray(
      memberships.id,
      joined.map(({ id }) => id),
    )
    await test.shop.db.update(memberships).set({ providerPlanId: '12-months' }).where(five)
    await syncAllTerms(test.shop, 2)
    const plans = await test.shop.db.select({ at: memberships.providerPlanId }).from(memberships).where(five)
    expect(plans.map(({ at }) => at)).toEqual(joined.map(() => '6-months'))
  })

  it('is refused for a gift, a canceled membership, an unsold plan, and someone else', async () => {
    const [gift] = await join(test, [giftItem('6-months')])
    expect((await change(gift!.id, 'monthly')).body).toMatchObject({ code: 'not_possible' })
    const [own] = await join(test, [selfItem('monthly')])
    expect((await change(own!.id, 'weekly')).body).toMatchObject({ code: 'invalid_body' })
    await (await page()).post(`/api/account/memberships/${own!.id}/cancel`)
    expect((await change(own!.id, '6-months')).body).toMatchObject({ code: 'not_possible' })
    const stranger = await signInMember(test, 'stranger@example.com')
    expect((await stranger.post(path(own!.id), { planId: '6-months' })).status).toBe(404)
  })

  it('can be made by staff, logged and emailed', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    test.mails.length = 0
    const support = await signIn(test, 'support')
    const admin = `/api/admin/memberships/${member!.id}/plan`
    expect((await support.post(admin, { planId: '6-months' })).status).toBe(200)
    const [row] = await test.shop.db
      .select()
      .from(planChanges)
      .where(eq(planChanges.membershipId, member!.id))
    expect(row!.username).toBe(support.username)
    await test.work()
    expect(test.mails.map(({ kind }) => kind)).toEqual(['plan-changed'])
    expect((await support.del(admin)).status).toBe(200)
    const noted = await (await signIn(test)).get('/api/admin/audit')
    const lines = JSON.stringify(noted.body)
    expect(lines).toContain('"membership.plan"')
    expect(lines).toContain('"membership.plan-undo"')
  })
})
