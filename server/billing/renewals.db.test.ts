import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demoInvoices, membershipLinks, memberships, paymentEvents, workerLooks } from '../../db/schema.ts'
import { addDays, formatDate } from '../../domain/calendar-date.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { bill, billOn, endMembers, join, ledgerOf, mailsAbout, refusesRenewals } from '../../test/members.ts'
import { noteRound } from '../clock/after-a-break.ts'
import { renewalReceipt } from '../emails/renewal-failed.ts'
import { handleEvents } from '../events/handle-events.ts'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { applyInvoice } from '../memberships/apply-invoice.ts'
import { endUnpaid } from '../memberships/end-unpaid.ts'
import { expectedRenewals, reconcileRenewals } from '../memberships/reconcile-renewals.ts'
import { syncSubscription } from '../memberships/sync-subscription.ts'
import { cardLink, openCardPage } from './card-page.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(async () => {
  await endMembers(test)
  test.clock.set('2026-11-21T15:00:00Z')
  test.mails.length = 0
})
afterAll(() => test.close())

async function billsOf(subscriptionId: string | null) {
  return test.shop.payments.invoicesOf(subscriptionId!)
}
const overdueSince = (id: string, paidUntil: string) =>
  test.shop.db.update(memberships).set({ paidUntil }).where(eq(memberships.id, id))
/** To the hour. */
const checkedAt = async (id: string) =>
  (await ledgerOf(test, id)).membership.renewalCheckedAt?.toISOString().slice(0, 13)
const kinds = () => test.mails.map((mail) => mail.kind)

describe('a paid renewal', () => {
  it('buys the next box, moves the next charge, and sends one email', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    test.mails.length = 0
    await billOn(test, '2026-12-21')
    const { membership, payments, drops } = await ledgerOf(test, member!.id)
    expect(drops).toEqual(['2026-12', '2027-01'])
    expect(membership).toMatchObject({ status: 'active', paidUntil: '2027-01-21' })
    expect(payments.map((payment) => payment.amountCents)).toEqual([6950, 6950])
    expect(kinds()).toEqual(['renewal-receipt'])
    expect(test.mails[0]?.to).toBe('maya@example.com')
    expect(test.mails[0]?.text).toContain('The January 2027 belt ships by January 5')
    expect(test.mails[0]?.text).toContain('Renews January 21, 2027')
  })

  it('has a receipt that names the state it was taxed for, wherever the belts go since', async () => {
    const [member] = await join(test, [toCalifornia(selfItem('monthly'))])
    await billOn(test, '2026-12-21')
    const { membership } = await ledgerOf(test, member!.id)
    const isTheirs = eq(memberships.id, member!.id)
    const address = { ...(membership.address as object), city: 'Salem', state: 'OR', zipCode: '97301' }
    await test.shop.db.update(memberships).set({ address }).where(isTheirs)
    const [payment] = (await ledgerOf(test, member!.id)).payments.slice(-1)
    expect((await renewalReceipt(test.shop, payment!.id)).text).toContain('Sales tax, California')
  })

  it('of a longer plan buys as many boxes, in the drops after the last one', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    await billOn(test, '2027-05-20')
    expect((await ledgerOf(test, member!.id)).payments).toHaveLength(1)
    await billOn(test, '2027-05-21')
    const { drops, boxes, membership } = await ledgerOf(test, member!.id)
    expect(drops).toEqual([
      ...['2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05'],
      ...['2027-06', '2027-07', '2027-08', '2027-09', '2027-10', '2027-11'],
    ])
    expect(boxes.slice(6).reduce((sum, box) => sum + box.valueCents, 0)).toBe(35_700)
    expect(membership.paidUntil).toBe('2027-11-21')
  })

  it('heard of after a skip keeps the skip’s later charge', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    test.clock.set('2026-12-21T17:00:00Z')
    while (await test.shop.payments.renewDemo!()) await test.shop.db.delete(paymentEvents)
    const of = eq(memberships.id, member!.id)
    await test.shop.db.update(memberships).set({ paidUntil: '2027-03-21' }).where(of)
    const [bill] = await billsOf(member!.stripeSubscriptionId)
    await applyInvoice(test.shop, bill!.invoiceId)
    const { membership, payments } = await ledgerOf(test, member!.id)
    expect([membership.paidUntil, payments.length]).toEqual(['2027-03-21', 2])
  })

  it('changes nothing when it is repeated', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    await billOn(test, '2026-12-21')
    const [bill] = await billsOf(member!.stripeSubscriptionId)
    await Promise.all([1, 2, 3].map(() => applyInvoice(test.shop, bill!.invoiceId)))
    expect((await ledgerOf(test, member!.id)).payments).toHaveLength(2)
  })

  it('never heard of is found by asking, once every few hours', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    test.clock.set('2026-12-22T17:00:00Z')
    while (await test.shop.payments.renewDemo!()) await test.shop.db.delete(paymentEvents)
    expect((await expectedRenewals(test.shop)).map((each) => each.membershipId)).toContain(member!.id)
    await reconcileRenewals(test.shop)
    expect((await ledgerOf(test, member!.id)).drops).toEqual(['2026-12', '2027-01'])
    expect((await expectedRenewals(test.shop)).map((each) => each.membershipId)).not.toContain(member!.id)
  })

  it('that doesn’t come is asked about again only after hours', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    test.clock.set('2026-12-22T17:00:00Z')
    const asked = async () => {
      await reconcileRenewals(test.shop)
      return (await ledgerOf(test, member!.id)).membership.renewalCheckedAt?.toISOString()
    }
    expect(await asked()).toBe('2026-12-22T17:00:00.000Z')
    test.clock.advance(60 * 60_000)
    expect(await asked()).toBe('2026-12-22T17:00:00.000Z')
    test.clock.advance(60 * 60_000)
    expect(await asked()).toBe('2026-12-22T19:00:00.000Z')
    await bill(test)
  })

  it('long overdue is asked about once a day, one of some days every six hours', async () => {
    const [old, recent] = await join(test, [selfItem('monthly'), selfItem('monthly')])
    const at = async (day: string, hour: string) => {
      test.clock.set(`${day}T${hour}:00:00Z`)
      // The provider, when asked, knows of none that is overdue.
      await overdueSince(old!.id, '2026-10-20')
      await overdueSince(recent!.id, '2026-11-15')
      await reconcileRenewals(test.shop)
      return [await checkedAt(old!.id), await checkedAt(recent!.id)]
    }
    expect(await at('2026-11-22', '06')).toEqual(['2026-11-22T06', '2026-11-22T06'])
    expect(await at('2026-11-22', '12')).toEqual(['2026-11-22T06', '2026-11-22T12'])
    expect(await at('2026-11-23', '05')).toEqual(['2026-11-22T06', '2026-11-23T05'])
    expect(await at('2026-11-23', '06')).toEqual(['2026-11-23T06', '2026-11-23T05'])
  })

  it('is asked about at once where a clock that was fast has noted a time to come', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    await overdueSince(member!.id, '2026-11-20')
    const renewalCheckedAt = new Date('2027-11-21T15:00:00Z')
    await test.shop.db.update(memberships).set({ renewalCheckedAt }).where(eq(memberships.id, member!.id))
    await reconcileRenewals(test.shop)
    expect(await checkedAt(member!.id)).toBe('2026-11-21T15')
  })

  it('is listed with the longest overdue first', async () => {
    const joined = await join(test, [selfItem('monthly'), selfItem('monthly'), selfItem('monthly')])
    const ids = joined.map((each) => each.id).sort()
    const days = ['2026-11-19', '2026-11-17', '2026-11-18']
    for (const [place, id] of ids.entries()) await overdueSince(id, days[place]!)
    const listed = (await expectedRenewals(test.shop)).map((each) => each.membershipId)
    expect(listed.filter((id) => ids.includes(id))).toEqual([ids[1], ids[2], ids[0]])
  })

  it('is taxed at the current shipping address', async () => {
    const [moved, stayed] = await join(test, [selfItem('monthly'), toCalifornia(selfItem('monthly'))])
    const address = { ...(moved!.address as object), state: 'CA', zipCode: '90026' }
    await test.shop.db.update(memberships).set({ address }).where(eq(memberships.id, moved!.id))
    await billOn(test, '2026-12-21')
    expect((await ledgerOf(test, moved!.id)).payments.map((each) => each.taxCents)).toEqual([0, 504])
    expect((await ledgerOf(test, stayed!.id)).payments.map((each) => each.taxCents)).toEqual([504, 504])
  })

  it('never happens for a gift', async () => {
    const [gift, own] = await join(test, [giftItem('monthly'), selfItem('monthly')])
    for (const day of ['2026-12-21', '2027-01-21', '2027-02-21']) await billOn(test, day)
    expect((await ledgerOf(test, gift!.id)).payments).toHaveLength(1)
    expect((await ledgerOf(test, own!.id)).payments).toHaveLength(4)
  })
})

describe('a refused renewal', () => {
  it('is emailed on days 0, 3, 7 and 18 while paid boxes ship, and ends the membership after 21', async () => {
    const [member] = await join(test, [selfItem('monthly')], refusesRenewals)
    test.mails.length = 0
    await billOn(test, '2026-12-21')
    let { membership, boxes } = await ledgerOf(test, member!.id)
    expect(membership).toMatchObject({ status: 'past_due', pastDueSince: '2026-12-21' })
    expect(boxes.map((box) => box.state)).toEqual(['owed'])
    const [open] = await billsOf(member!.stripeSubscriptionId)
    const mails = await mailsAbout(test, open!.invoiceId)
    expect(mails.map((mail) => [mail.kind, mail.runAt.toISOString()])).toEqual([
      ['renewal-failed-0', expect.any(String)],
      ['renewal-failed-3', '2026-12-24T14:00:00.000Z'],
      ['renewal-failed-7', '2026-12-28T14:00:00.000Z'],
      ['renewal-failed-18', '2027-01-08T14:00:00.000Z'],
    ])
    for (const day of ['2026-12-24', '2026-12-28', '2027-01-10']) await billOn(test, day)
    expect(await endUnpaid(test.shop)).toBe(0)
    test.clock.set('2027-01-11T17:00:00Z')
    await endUnpaid(test.shop)
    await test.work()
    expect(await endUnpaid(test.shop)).toBe(0)
    ;({ membership, boxes } = await ledgerOf(test, member!.id))
    expect(membership).toMatchObject({ status: 'ended', renews: false })
    expect(boxes.map((box) => box.state)).toEqual(['owed'])
    // The provider charges nothing more either, whatever card comes.
    expect((await test.shop.payments.fetchSubscription(member!.stripeSubscriptionId!))?.status).toBe('ended')
    expect(kinds()).toEqual([
      'renewal-failed-0',
      'renewal-failed-3',
      'renewal-failed-7',
      'renewal-failed-18',
      'membership-ended-unpaid',
    ])
    await billOn(test, '2027-03-21')
    expect((await ledgerOf(test, member!.id)).payments).toHaveLength(1)
  })

  it.each([
    ['2027-01-05', '2027-01-11', ['renewal-failed-7', 'renewal-failed-18']],
    ['2027-01-12', '2027-01-15', ['renewal-failed-18']],
  ])(
    'is emailed about once, not three times, if the shop was down until %s, and ends on %s',
    async (back, end, told) => {
      const [member] = await join(test, [selfItem('monthly')], refusesRenewals)
      test.mails.length = 0
      await billOn(test, '2026-12-21')
      await noteRound(test.shop)
      const pass = async (day: string) => {
        await billOn(test, day)
        await endUnpaid(test.shop)
        await test.work()
      }
      test.clock.set(`${back}T17:00:00Z`)
      await noteRound(test.shop)
      await pass(back)
      await pass(addDays(end, -1))
      const { membership } = await ledgerOf(test, member!.id)
      expect([membership.status, kinds()]).toEqual(['past_due', ['renewal-failed-0', ...told]])
      expect(test.mails.at(-1)!.subject).toContain(formatDate(end).replaceAll('\u00a0', ' '))
      await pass(end)
      expect(kinds().slice(told.length + 1)).toEqual(['membership-ended-unpaid'])
      await test.shop.db.delete(workerLooks)
    },
  )

  it('is paid by another card from the emailed link, and reminders stop', async () => {
    const [member] = await join(test, [selfItem('monthly')], refusesRenewals)
    test.mails.length = 0
    await billOn(test, '2026-12-21')
    const token = /\/card\/([\w-]{43})/.exec(test.mails[0]!.text)![1]!
    const page = await openCardPage(test.shop, token)
    await test.shop.payments.changeDemoCard!(page.split('/').at(-1)!)
    await test.work()
    const { membership, drops } = await ledgerOf(test, member!.id)
    expect(membership).toMatchObject({ status: 'active', pastDueSince: null, paidUntil: '2027-01-21' })
    expect(drops).toEqual(['2026-12', '2027-01'])
    for (const day of ['2026-12-24', '2026-12-28']) await billOn(test, day)
    expect(kinds()).toEqual(['renewal-failed-0', 'renewal-receipt'])
    const [paid] = await billsOf(member!.stripeSubscriptionId)
    const reminders = (await mailsAbout(test, paid!.invoiceId)).slice(1)
    expect(reminders.map((row) => row.droppedBecause)).toEqual(['the bill is paid', 'the bill is paid', null])
  })

  it('known only from the subscription’s event is found in its bills', async () => {
    const [member] = await join(test, [selfItem('monthly')], refusesRenewals)
    test.clock.set('2026-12-21T17:00:00Z')
    while (await test.shop.payments.renewDemo!()) await test.shop.db.delete(paymentEvents)
    await syncSubscription(test.shop, member!.stripeSubscriptionId!)
    expect((await ledgerOf(test, member!.id)).membership.status).toBe('past_due')
    await test.shop.payments.changeDemoCard!(member!.customerId!)
    const [open] = await billsOf(member!.stripeSubscriptionId)
    await test.shop.payments.retryCharge(open!.invoiceId)
    await syncSubscription(test.shop, member!.stripeSubscriptionId!)
    expect(await ledgerOf(test, member!.id)).toMatchObject({
      drops: ['2026-12', '2027-01'],
      membership: { status: 'active' },
    })
  })

  it('paid without the shop hearing doesn’t end the membership', async () => {
    const [member] = await join(test, [selfItem('monthly')], refusesRenewals)
    await billOn(test, '2026-12-21')
    await test.shop.payments.changeDemoCard!(member!.customerId!)
    await test.shop.db.delete(paymentEvents)
    test.clock.set('2027-01-11T17:00:00Z')
    await endUnpaid(test.shop)
    expect((await ledgerOf(test, member!.id)).membership.status).toBe('active')
  })

  it('paid after the membership ended still buys its box', async () => {
    const [member] = await join(test, [selfItem('monthly')], refusesRenewals)
    await billOn(test, '2026-12-21')
    const [open] = await billsOf(member!.stripeSubscriptionId)
    test.clock.set('2027-01-11T17:00:00Z')
    await endUnpaid(test.shop)
    await test.shop.db
      .update(demoInvoices)
      .set({ status: 'paid', intentId: 'pi_demo_late', attempts: 2, paidAt: test.clock.now() })
      .where(eq(demoInvoices.id, open!.invoiceId))
    await applyInvoice(test.shop, open!.invoiceId)
    const { membership, drops } = await ledgerOf(test, member!.id)
    expect(membership.status).toBe('ended')
    expect(drops).toEqual(['2026-12', '2027-02'])
  })
})

describe('the link to the card page', () => {
  it('works for 30 days, is stored hashed, and no other link works', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const token = (await cardLink(test.shop, member!)).split('/').at(-1)!
    expect(await openCardPage(test.shop, token)).toContain(member!.customerId)
    await expect(openCardPage(test.shop, `${token}x`)).rejects.toMatchObject({ code: 'not_found' })
    test.clock.advance(30 * 24 * 60 * 60_000)
    await expect(openCardPage(test.shop, token)).rejects.toMatchObject({ code: 'not_found' })
    // The next link clears away what opens nothing any more.
    await cardLink(test.shop, member!)
    const kept = eq(membershipLinks.membershipId, member!.id)
    test.clock.advance(1)
    await cardLink(test.shop, member!)
    expect(await test.shop.db.$count(membershipLinks, kept)).toBe(2)
    await handleEvents(test.shop)
    await drainOutbox(test.shop)
  })
})

it('a renewal with an open bill is not refused yet', async () => {
  const [member] = await join(test, [selfItem('monthly')], refusesRenewals)
  test.clock.set('2026-12-21T17:00:00Z')
  while (await test.shop.payments.renewDemo!()) await test.shop.db.delete(paymentEvents)
  const [open] = await billsOf(member!.stripeSubscriptionId)
  const { payments } = test.shop
  const fetchSubscription: typeof payments.fetchSubscription = async (id) => {
    const found = await payments.fetchSubscription(id)
    return found && { ...found, status: 'active' }
  }
  test.mails.length = 0
  const early = { ...test.shop, payments: { ...payments, fetchSubscription } }
  await applyInvoice(early, open!.invoiceId)
  await drainOutbox(test.shop)
  expect((await ledgerOf(test, member!.id)).membership.status).toBe('active')
  expect(kinds()).toEqual([])
})
