import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boxes, checkouts, memberships, paymentEvents } from '../../db/schema.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { type FaultyPayments, faultyPayments } from '../../test/faulty-payments.ts'
import { billOn, endMembers, join, ledgerOf, mailsAbout, refusesRenewals } from '../../test/members.ts'
import { completeCheckout } from '../checkout/complete-checkout.ts'
import { findMembership } from '../ledger/find-membership.ts'
import { cancelRenewal, undoCancel } from '../memberships/cancel-renewal.ts'
import { reconcileRenewals } from '../memberships/reconcile-renewals.ts'
import { pauseMembership, resumeMembership, skipBox } from '../memberships/skip-box.ts'
import { syncSubscription } from '../memberships/sync-subscription.ts'

let test: TestShop
let provider: FaultyPayments
beforeAll(async () => {
  test = await createTestShop()
  provider = faultyPayments(test.shop.payments)
  test.shop.payments = provider
})
beforeEach(async () => {
  await endMembers(test)
  test.clock.set('2026-11-21T15:00:00Z')
  test.mails.length = 0
  provider.mend()
})
afterAll(() => test.close())

const notPossible = { code: 'not_possible' }
async function chargesOn(subscriptionId: string | null) {
  const state = await test.shop.payments.fetchSubscription(subscriptionId!)
  return state?.nextChargeAt?.toISOString().slice(0, 10) ?? null
}
async function ship(membershipId: string, drop: string) {
  const { boxes: all } = await ledgerOf(test, membershipId)
  const box = all.find((each) => each.drop === drop)!
  await test.shop.db.update(boxes).set({ state: 'shipped' }).where(eq(boxes.id, box.id))
}

describe('canceling a membership', () => {
  it('stops renewal at once, ships paid boxes, and emails their dates', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    test.mails.length = 0
    // The first belt's row is now the newest, and PostgreSQL knows how few there are: it no longer reads them by the index.
    await test.shop.db.update(boxes).set({ size: '38' }).where(eq(boxes.drop, '2026-12'))
    await test.shop.db.execute('analyze boxes')
    await cancelRenewal(test.shop, { membershipId: member!.id })
    await cancelRenewal(test.shop, { membershipId: member!.id })
    await test.work()
    expect(test.mails.map((mail) => mail.kind)).toEqual(['membership-cancelled'])
    const text = test.mails[0]!.text
    expect(text.match(/The \w+ 20\d\d belt ships by \w+\s\d+/g)?.map((line) => line.split(' ')[1])).toEqual([
      ...['December', 'January', 'February', 'March', 'April', 'May'],
    ])
    expect(text).toContain('The May 2027 belt ships by May 5')
    expect(test.mails[0]?.text).toContain('You won’t be charged again.')
    await billOn(test, '2027-05-21')
    const { membership, payments, boxes: all } = await ledgerOf(test, member!.id)
    expect(membership).toMatchObject({ status: 'ended', renews: false })
    expect(payments).toHaveLength(1)
    expect(all.every((box) => box.state === 'owed')).toBe(true)
  })

  it('can be undone until the last box ships', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    await cancelRenewal(test.shop, { membershipId: member!.id })
    await undoCancel(test.shop, { membershipId: member!.id })
    await undoCancel(test.shop, { membershipId: member!.id })
    await billOn(test, '2026-12-21')
    expect(await ledgerOf(test, member!.id)).toMatchObject({
      drops: ['2026-12', '2027-01'],
      membership: { status: 'active', renews: true, cancelledAt: null },
    })
    await cancelRenewal(test.shop, { membershipId: member!.id })
    await ship(member!.id, '2026-12')
    await ship(member!.id, '2027-01')
    await expect(undoCancel(test.shop, { membershipId: member!.id })).rejects.toMatchObject(notPossible)
  })

  it('sends no email when undone at once', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    await cancelRenewal(test.shop, { membershipId: member!.id })
    const { membership } = await ledgerOf(test, member!.id)
    await undoCancel(test.shop, { membershipId: member!.id })
    test.mails.length = 0
    await test.work()
    expect(test.mails).toEqual([])
    const mails = await mailsAbout(test, `${member!.id}:${membership.cancelledAt!.getTime()}`)
    expect(mails.map(({ droppedBecause }) => droppedBecause).sort()).toEqual([
      'its payer never heard that it was canceled',
      'the cancellation was taken back',
    ])
  })

  it('and skipping combine: after the undo the charge follows the boxes', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    await cancelRenewal(test.shop, { membershipId: member!.id })
    await skipBox(test.shop, { membershipId: member!.id, drop: '2026-12' })
    expect(await chargesOn(member!.stripeSubscriptionId)).toBe('2027-05-21')
    await undoCancel(test.shop, { membershipId: member!.id })
    expect(await chargesOn(member!.stripeSubscriptionId)).toBe('2027-06-21')
  })

  it('undone after an ended pause brings the charge back with the boxes', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    await pauseMembership(test.shop, { membershipId: member!.id, until: '2027-03' })
    await cancelRenewal(test.shop, { membershipId: member!.id })
    await resumeMembership(test.shop, { membershipId: member!.id })
    expect(await chargesOn(member!.stripeSubscriptionId)).toBe('2027-08-21')
    await undoCancel(test.shop, { membershipId: member!.id })
    expect(await chargesOn(member!.stripeSubscriptionId)).toBe('2027-05-21')
  })

  it('undone after the paid term charges tomorrow, and no earlier', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    await pauseMembership(test.shop, { membershipId: member!.id, until: '2027-03' })
    await cancelRenewal(test.shop, { membershipId: member!.id })
    await resumeMembership(test.shop, { membershipId: member!.id })
    test.clock.set('2027-06-10T15:00:00Z')
    await undoCancel(test.shop, { membershipId: member!.id })
    expect(await chargesOn(member!.stripeSubscriptionId)).toBe('2027-06-11')
    expect(await findMembership(test.shop, member!.id)).toMatchObject({
      paidUntil: '2027-06-11',
      renews: true,
    })
  })

  it('doesn’t apply to gifts, which end on their own', async () => {
    const [gift] = await join(test, [giftItem('monthly')])
    await expect(cancelRenewal(test.shop, { membershipId: gift!.id })).rejects.toMatchObject(notPossible)
  })

  it('during an unpaid renewal ends the membership and voids the bill', async () => {
    const [member] = await join(test, [selfItem('monthly')], refusesRenewals)
    await billOn(test, '2026-12-21')
    await cancelRenewal(test.shop, { membershipId: member!.id })
    await test.shop.payments.changeDemoCard!(member!.customerId!)
    await billOn(test, '2027-02-21')
    const { membership, payments } = await ledgerOf(test, member!.id)
    expect(membership.status).toBe('ended')
    expect(payments).toHaveLength(1)
    expect(test.mails.map((mail) => mail.kind)).not.toContain('membership-ended-unpaid')
  })

  it('after a missed renewal still delivers its box, and finds a missed end', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    test.clock.set('2026-12-21T17:00:00Z')
    while (await test.shop.payments.renewDemo!()) await test.shop.db.delete(paymentEvents)
    await cancelRenewal(test.shop, { membershipId: member!.id })
    test.clock.set('2027-01-22T17:00:00Z')
    while (await test.shop.payments.renewDemo!()) await test.shop.db.delete(paymentEvents)
    await reconcileRenewals(test.shop)
    expect(await ledgerOf(test, member!.id)).toMatchObject({
      drops: ['2026-12', '2027-01'],
      membership: { status: 'ended' },
    })
  })

  it('is completed by the provider’s event when the answer is lost', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    provider.fail('setRenewing', 'after')
    await expect(cancelRenewal(test.shop, { membershipId: member!.id })).rejects.toThrow()
    expect((await ledgerOf(test, member!.id)).membership.status).toBe('active')
    await test.work()
    expect((await ledgerOf(test, member!.id)).membership).toMatchObject({
      status: 'cancelled',
      renews: false,
    })
  })

  it('the provider already ended, unheard, ends it here too', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    await test.shop.payments.endSubscription(member!.stripeSubscriptionId!)
    await test.shop.db.delete(paymentEvents)
    await cancelRenewal(test.shop, { membershipId: member!.id })
    expect((await ledgerOf(test, member!.id)).membership.status).toBe('ended')
    await skipBox(test.shop, { membershipId: member!.id, drop: '2026-12' })
    expect((await ledgerOf(test, member!.id)).drops[0]).toBe('2027-01')
  })

  it('can be undone at the provider’s own page', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const id = member!.stripeSubscriptionId!
    for (const renews of [false, true]) {
      await test.shop.payments.setRenewing(id, renews)
      await syncSubscription(test.shop, id)
      expect((await ledgerOf(test, member!.id)).membership).toMatchObject({
        status: renews ? 'active' : 'cancelled',
        renews,
      })
    }
  })

  it('undone there after a skip here moves the charge with the boxes', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const subscriptionId = member!.stripeSubscriptionId!
    await cancelRenewal(test.shop, { membershipId: member!.id })
    await skipBox(test.shop, { membershipId: member!.id, drop: '2026-12' })
    await test.shop.payments.setRenewing(subscriptionId, true)
    await syncSubscription(test.shop, subscriptionId)
    expect((await ledgerOf(test, member!.id)).membership.paidUntil).toBe('2027-01-21')
    expect(await chargesOn(subscriptionId)).toBe('2027-01-21')
  })

  it('is not reverted by an older answer', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    provider.meanwhile('fetchSubscription', () => cancelRenewal(test.shop, { membershipId: member!.id }))
    await syncSubscription(test.shop, member!.stripeSubscriptionId!)
    expect((await ledgerOf(test, member!.id)).membership.status).toBe('cancelled')
  })

  it('before the subscription exists creates it first, so that nothing renews', async () => {
    provider.fail('subscribe', 'after', 20)
    const [own] = await join(test, [selfItem('monthly'), giftItem('monthly')])
    expect(own!.stripeSubscriptionId).toBeNull()
    await expect(cancelRenewal(test.shop, { membershipId: own!.id })).rejects.toMatchObject({
      code: 'payments_unavailable',
    })
    provider.mend()
    await cancelRenewal(test.shop, { membershipId: own!.id })
    await billOn(test, '2026-12-21')
    expect((await ledgerOf(test, own!.id)).payments).toHaveLength(1)
    const left = await test.shop.db.select().from(checkouts).where(eq(checkouts.status, 'completing'))
    expect(left).toEqual([])
    expect(await test.shop.db.select().from(memberships).where(eq(memberships.id, own!.id))).toMatchObject([
      { status: 'ended' },
    ])
  })

  it('just as its subscription comes to exist after all stops that one', async () => {
    provider.fail('subscribe', 'before', 20)
    const [own] = await join(test, [selfItem('monthly'), giftItem('monthly')])
    const [checkout] = await test.shop.db.select().from(checkouts).where(eq(checkouts.status, 'completing'))
    provider.meanwhile('listSubscriptions', async () => {
      provider.mend()
      await completeCheckout(test.shop, checkout!.id)
    })
    await cancelRenewal(test.shop, { membershipId: own!.id })
    const { membership } = await ledgerOf(test, own!.id)
    expect(membership).toMatchObject({ status: 'cancelled', stripeSubscriptionId: expect.any(String) })
    await billOn(test, '2026-12-21')
    expect((await ledgerOf(test, own!.id)).payments).toHaveLength(1)
  })
})
