import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  beltVariants,
  boxes,
  demoRefunds,
  disputes,
  fraudWarnings,
  memberships,
  refunds,
} from '../../db/schema.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { type FaultyPayments, faultyPayments } from '../../test/faulty-payments.ts'
import { signInMember } from '../../test/member.ts'
import { join, ledgerOf } from '../../test/members.ts'
import type { DisputeState } from '../shop/payment-states.ts'
import { earlierRefunds } from './given-before.ts'
import { refundBoxes } from './refund-boxes.ts'
import { boxesRefund, finishRefunds, refuseDisputed, syncRefund } from './refunds.ts'
import { syncDispute, syncFraudWarning } from './sync-dispute.ts'

let test: TestShop
let provider: FaultyPayments
beforeAll(async () => {
  test = await createTestShop()
  provider = faultyPayments(test.shop.payments)
  test.shop.payments = provider
})
beforeEach(() => {
  test.clock.set('2026-11-21T15:00:00Z')
  test.shop.payments = provider
  test.mails.length = 0
  provider.mend()
})
afterAll(() => test.close())

async function ship(membershipId: string, count: number) {
  const all = (await ledgerOf(test, membershipId)).boxes
  for (const box of all.slice(0, count))
    await test.shop.db.update(boxes).set({ state: 'shipped' }).where(eq(boxes.id, box.id))
}
async function refundsOf(membershipId: string) {
  const { payments } = await ledgerOf(test, membershipId)
  return test.shop.db.select().from(refunds).where(eq(refunds.paymentId, payments[0]!.id))
}
async function givenBack(intentId: string | null) {
  const rows = await test.shop.db.select().from(demoRefunds).where(eq(demoRefunds.intentId, intentId!))
  return rows.reduce((sum, row) => sum + row.amountCents, 0)
}
async function statesOf(membershipId: string) {
  return (await ledgerOf(test, membershipId)).boxes.map((box) => box.state)
}

describe('a refund', () => {
  it('covers unpacked boxes with their share of tax, and emails the buyer once', async () => {
    const [member] = await join(test, [toCalifornia(selfItem('6-months'))])
    await ship(member!.id, 2)
    test.mails.length = 0
    await refundBoxes(test.shop, { membershipId: member!.id })
    await refundBoxes(test.shop, { membershipId: member!.id })
    await test.work()
    expect(await statesOf(member!.id)).toEqual(['shipped', 'shipped', ...Array(4).fill('refunded')])
    const { payments } = await ledgerOf(test, member!.id)
    expect(await givenBack(payments[0]!.intentId)).toBe(4 * 5950 + Math.round((2588 * 4) / 6))
    expect(test.mails.map((mail) => [mail.kind, mail.to])).toEqual([['refund-made', 'maya@example.com']])
  })

  it('names the plan whose payment it is of, even once the membership has another plan', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    const isTheirs = eq(memberships.id, member!.id)
    await refundBoxes(test.shop, { membershipId: member!.id })
    await test.shop.db.update(memberships).set({ planId: 'monthly' }).where(isTheirs)
    test.mails.length = 0
    await test.work()
    expect(test.mails[0]!.text).toContain('of your 6 Months membership')
  })

  it('box by box returns the whole payment to the cent', async () => {
    const [member] = await join(test, [toCalifornia(selfItem('12-months'))])
    const { boxes: all, payments } = await ledgerOf(test, member!.id)
    for (const box of all) await refundBoxes(test.shop, { membershipId: member!.id, boxIds: [box.id] })
    expect(await givenBack(payments[0]!.intentId)).toBe(payments[0]!.amountCents + payments[0]!.taxCents)
  })

  it('of one cart item takes its share of the payment', async () => {
    const [own, gift] = await join(test, [selfItem('monthly'), giftItem('6-months')])
    await refundBoxes(test.shop, { membershipId: gift!.id })
    const { payments } = await ledgerOf(test, own!.id)
    expect(await givenBack(payments[0]!.intentId)).toBe(35_700)
    expect(await statesOf(own!.id)).toEqual(['owed'])
  })

  it('of a shipped box is refused', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    await ship(member!.id, 1)
    await expect(refundBoxes(test.shop, { membershipId: member!.id })).rejects.toMatchObject({
      code: 'not_possible',
    })
  })

  it.each(['before', 'after'] as const)(
    'that the provider fails %s its effect is finished later, once',
    async (when) => {
      const [member] = await join(test, [selfItem('monthly')])
      provider.fail('refund', when)
      await refundBoxes(test.shop, { membershipId: member!.id })
      expect(await refundsOf(member!.id)).toMatchObject([{ providerId: null, status: 'pending' }])
      await Promise.all([finishRefunds(test.shop), finishRefunds(test.shop)])
      await finishRefunds(test.shop)
      expect(await refundsOf(member!.id)).toMatchObject([{ status: 'succeeded', lastError: null }])
      const { payments } = await ledgerOf(test, member!.id)
      expect(await givenBack(payments[0]!.intentId)).toBe(6950)
    },
  )

  it('requested twice at once happens once', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    await Promise.all([1, 2, 3].map(() => refundBoxes(test.shop, { membershipId: member!.id })))
    expect(await refundsOf(member!.id)).toHaveLength(1)
  })

  it('that failed says so, and its boxes don’t ship', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    await refundBoxes(test.shop, { membershipId: member!.id })
    const [row] = await refundsOf(member!.id)
    const refundId = row!.providerId!
    const told = (await provider.fetchRefund(refundId))!
    test.shop.payments = { ...provider, fetchRefund: async () => ({ ...told, status: 'failed' }) }
    await syncRefund(test.shop, refundId)
    expect(await refundsOf(member!.id)).toMatchObject([{ status: 'failed' }])
    expect(await statesOf(member!.id)).toEqual(['refunded'])
    const { payments } = await ledgerOf(test, member!.id)
    // Its money is still owed: no one refunds it twice.
    expect(await earlierRefunds(test.shop.db, payments[0]!)).toHaveLength(1)
    await test.shop.db.update(refunds).set({ madeBy: 'provider' }).where(eq(refunds.id, row!.id))
    expect(await earlierRefunds(test.shop.db, payments[0]!)).toEqual([])
  })

  it('returns only what was paid in money, and leaves a replacement to its exchange', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    const { boxes: all, payments } = await ledgerOf(test, member!.id)
    const withCredit = { ...payments[0]!, amountCents: 29_750, creditCents: 5950 }
    expect(boxesRefund(withCredit, [], all.slice(0, 1))).toEqual({ amountCents: 4958, taxCents: 0 })
    const { id: _, ...first } = all[0]!
    await test.shop.db.insert(boxes).values({
      ...first,
      kind: 'replacement',
      paymentId: null,
      valueCents: 0,
      state: 'held',
      holdReason: 'return',
    })
    await refundBoxes(test.shop, { membershipId: member!.id })
    expect((await statesOf(member!.id)).sort()).toEqual(['held', ...Array(6).fill('refunded')])
  })

  /** The provider’s event for a refund made there by hand. */
  async function byHand(intentId: string | null, totalCents: number, status: 'succeeded' | 'failed') {
    const told = { refundId: `re_${intentId}`, status, intentId, totalCents, ourId: null }
    test.shop.payments = { ...provider, fetchRefund: async () => told }
    await syncRefund(test.shop, told.refundId)
  }

  it('made by hand over a multi-item cart is booked at its amount, never more', async () => {
    const [own, gift] = await join(test, [selfItem('monthly'), giftItem('6-months')])
    const { intentId } = (await ledgerOf(test, own!.id)).payments[0]!
    await byHand(intentId, 10_000, 'succeeded')
    const made = [...(await refundsOf(own!.id)), ...(await refundsOf(gift!.id))]
    expect(made.reduce((sum, row) => sum + row.amountCents + row.taxCents, 0)).toBe(10_000)
    expect(await statesOf(gift!.id)).toEqual(Array(6).fill('owed'))
  })

  it('made by hand that failed is not booked', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    await byHand((await ledgerOf(test, member!.id)).payments[0]!.intentId, 6950, 'failed')
    expect(await refundsOf(member!.id)).toEqual([])
    expect(await statesOf(member!.id)).toEqual(['owed'])
  })
})

describe('a dispute', () => {
  /** whether charging was stopped, each time the provider was told */
  const stopped: boolean[] = []
  async function dispute(intentId: string | null, state: DisputeState['state'], disputeId = 'dp_1') {
    const answer = {
      disputeId,
      intentId,
      state,
      // All of any payment here.
      amountCents: 42_650,
      reason: 'fraudulent',
      dueBy: null,
      answer: null,
    }
    const pauseCharging = async (_: string, isStopped: boolean) => void stopped.push(isStopped)
    test.shop.payments = { ...provider, fetchDispute: async () => answer, pauseCharging }
    await syncDispute(test.shop, disputeId)
    await syncDispute(test.shop, disputeId)
  }

  it('holds unshipped boxes, blocks refunds, and releases them when won', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    await ship(member!.id, 1)
    const { intentId } = (await ledgerOf(test, member!.id)).payments[0]!
    // One has its belt already: during the dispute, that belt may go to someone else.
    const { db } = test.shop
    const [shelf] = await db.select().from(beltVariants).limit(1)
    const second = (await ledgerOf(test, member!.id)).boxes[1]!
    const { productId, size } = shelf!
    await db.update(boxes).set({ state: 'assigned', productId, size }).where(eq(boxes.id, second.id))
    await dispute(intentId, 'open')
    expect(await statesOf(member!.id)).toEqual(['shipped', ...Array(5).fill('held')])
    await expect(refundBoxes(test.shop, { membershipId: member!.id })).rejects.toMatchObject({
      code: 'not_possible',
      message: expect.stringContaining('You can’t refund it until the bank decides.'),
    })
    await dispute(intentId, 'won')
    expect(await statesOf(member!.id)).toEqual(['shipped', ...Array(5).fill('owed')])
    const after = (await ledgerOf(test, member!.id)).boxes
    expect(after.slice(1).map((box) => [box.productId, box.holdReason])).toEqual(Array(5).fill([null, null]))
  })

  it('leaves a packed box alone, and restocks its belt when lost', async () => {
    const { db } = test.shop
    const [member] = await join(test, [selfItem('monthly')])
    const { intentId } = (await ledgerOf(test, member!.id)).payments[0]!
    const of = eq(boxes.membershipId, member!.id)
    const [shelf] = await db.select().from(beltVariants).limit(1)
    const { productId, size, stock } = shelf!
    await db.update(boxes).set({ state: 'packed', packedAt: test.clock.now(), productId, size }).where(of)
    await dispute(intentId, 'open')
    // Whatever the member changes meanwhile, the parcel stays as it is.
    const mine = await signInMember(test, member!.memberEmail!)
    await mine.post(`/api/account/memberships/${member!.id}/size`, { size: '44' })
    await mine.post(`/api/account/memberships/${member!.id}/skip`, { drop: '2026-12' })
    await dispute(intentId, 'won')
    const packed = { state: 'packed', drop: '2026-12', productId, size }
    expect(await db.select().from(boxes).where(of)).toMatchObject([packed])
    await dispute(intentId, 'open')
    await dispute(intentId, 'lost')
    expect(await statesOf(member!.id)).toEqual(['cancelled'])
    const [after] = await db.select().from(beltVariants).where(eq(beltVariants.id, shelf!.id))
    expect(after?.stock).toBe(stock + 1)
  })

  it('when lost cancels the unshipped boxes of its payment only', async () => {
    const [member, other] = await join(test, [selfItem('6-months'), selfItem('monthly')])
    const [third] = await join(test, [selfItem('monthly')])
    const { intentId } = (await ledgerOf(test, member!.id)).payments[0]!
    await dispute(intentId, 'open')
    await dispute(intentId, 'lost')
    const lost = (await ledgerOf(test, member!.id)).boxes
    const why = test.shop.db.transaction((tx) => refuseDisputed(tx, lost))
    await expect(why).rejects.toThrow('The bank has already given this payment back to the buyer.')
    for (const each of [member, other])
      expect(new Set(await statesOf(each!.id))).toEqual(new Set(['cancelled']))
    expect(await statesOf(third!.id)).toEqual(['owed'])
  })
  it('frees nothing until another on the same payment ends, and keeps its first closing day', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const { intentId } = (await ledgerOf(test, member!.id)).payments[0]!
    await dispute(intentId, 'open', 'dp_a')
    await dispute(intentId, 'open', 'dp_b')
    stopped.length = 0
    await dispute(intentId, 'won', 'dp_a')
    expect(await statesOf(member!.id)).toEqual(['held'])
    expect(new Set(stopped)).toEqual(new Set([true]))
    test.clock.set('2026-11-25T15:00:00Z')
    stopped.length = 0
    await dispute(intentId, 'won', 'dp_b')
    await dispute(intentId, 'won', 'dp_a')
    expect(await statesOf(member!.id)).toEqual(['owed'])
    expect(new Set(stopped)).toEqual(new Set([false]))
    const [first] = await test.shop.db.select().from(disputes).where(eq(disputes.id, 'dp_a'))
    expect(first!.closedAt).toEqual(new Date('2026-11-21T15:00:00Z'))
  })

  it('lost beside an open one cancels nothing yet', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const { intentId } = (await ledgerOf(test, member!.id)).payments[0]!
    await dispute(intentId, 'open', 'dp_c')
    await dispute(intentId, 'open', 'dp_d')
    await dispute(intentId, 'lost', 'dp_c')
    expect(await statesOf(member!.id)).toEqual(['held'])
    await dispute(intentId, 'lost', 'dp_d')
    expect(await statesOf(member!.id)).toEqual(['cancelled'])
  })

  it('warning leaves the admin once the bank withdraws it', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const { intentId } = (await ledgerOf(test, member!.id)).payments[0]!
    const isOpen = async () =>
      (await test.shop.db.select().from(fraudWarnings).where(eq(fraudWarnings.id, 'issfr_1')))[0]?.isOpen
    for (const open of [true, false]) {
      const warning = { warningId: 'issfr_1', intentId, kind: 'misc', isOpen: open }
      test.shop.payments = { ...provider, fetchFraudWarning: async () => warning }
      await syncFraudWarning(test.shop, 'issfr_1')
      expect(await isOpen()).toBe(open)
    }
  })
})
