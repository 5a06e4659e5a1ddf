import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boxes, drops, memberships } from '../../db/schema.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { type FaultyPayments, faultyPayments } from '../../test/faulty-payments.ts'
import { billOn, endMembers, join, ledgerOf, refusesRenewals } from '../../test/members.ts'
import { cancelRenewal, undoCancel } from '../memberships/cancel-renewal.ts'
import { extendMembership, planExtension } from '../memberships/extend-membership.ts'
import { pauseMembership, resumeMembership, skipBox } from '../memberships/skip-box.ts'
import { compareMoneyNow } from './compare-money.ts'
import { refundBoxes } from './refund-boxes.ts'

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

describe('skipping a box', () => {
  it('moves every unpacked box and the next charge by a month, also on longer plans', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    await skipBox(test.shop, { membershipId: member!.id, drop: '2026-12' })
    const { drops, membership } = await ledgerOf(test, member!.id)
    expect(drops).toEqual(['2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06'])
    expect(membership.paidUntil).toBe('2027-06-21')
    expect(await chargesOn(member!.stripeSubscriptionId)).toBe('2027-06-21')
  })

  it('counts once when repeated for the same drop', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const skip = () => skipBox(test.shop, { membershipId: member!.id, drop: '2026-12' })
    await Promise.all([skip(), skip(), skip()])
    await skip()
    expect(await ledgerOf(test, member!.id)).toMatchObject({
      drops: ['2027-01'],
      membership: { paidUntil: '2027-01-21' },
    })
  })

  it('which a restored backup doesn’t know, done again, moves the belts and leaves the charge where it is', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    const skip = () => skipBox(test.shop, { membershipId: member!.id, drop: '2026-12' })
    const before = await ledgerOf(test, member!.id)
    await skip()
    for (const { id, drop } of before.boxes)
      await test.shop.db.update(boxes).set({ drop }).where(eq(boxes.id, id))
    const { paidUntil, monthsMoved } = before.membership
    await test.shop.db
      .update(memberships)
      .set({ paidUntil, monthsMoved })
      .where(eq(memberships.id, member!.id))
    test.clock.set('2026-11-21T15:20:00Z')
    const { found } = await compareMoneyNow(test.shop)
    expect(found).toMatchObject([{ kind: 'charge-day-differs', id: member!.stripeSubscriptionId }])
    await skip()
    expect(await ledgerOf(test, member!.id)).toMatchObject({
      drops: ['2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06'],
      membership: { paidUntil: '2027-06-21' },
    })
    expect(await chargesOn(member!.stripeSubscriptionId)).toBe('2027-06-21')
    expect((await compareMoneyNow(test.shop)).found).toEqual([])
  })

  it('while staff add a free month keeps its later charge, and the free month waits', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const membershipId = member!.id
    provider.meanwhile('moveNextCharge', () => skipBox(test.shop, { membershipId, drop: '2026-12' }))
    const extension = { membershipId, boxes: 1, from: '2026-12-21', reference: 'free' }
    await expect(extendMembership(test.shop, extension, async () => {})).rejects.toMatchObject(notPossible)
    expect(await ledgerOf(test, membershipId)).toMatchObject({
      drops: ['2027-01'],
      membership: { paidUntil: '2027-01-21' },
    })
    expect(await chargesOn(member!.stripeSubscriptionId)).toBe('2027-01-21')
  })

  it('leaves the replacement of a belt in its month', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const { id: membershipId, personId } = member!
    const [replacement] = await test.shop.db
      .insert(boxes)
      .values({ membershipId, personId, kind: 'replacement', ordinal: 1, drop: '2026-12', valueCents: 0 })
      .returning()
    await skipBox(test.shop, { membershipId: member!.id, drop: '2026-12' })
    const { boxes: after } = await ledgerOf(test, member!.id)
    expect(after.find(({ id }) => id === replacement!.id)!.drop).toBe('2026-12')
    expect(after.filter(({ kind }) => kind === 'owed').map(({ drop }) => drop)).toEqual(['2027-01'])
  })

  it('leaves packed boxes and those past their cutoff', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    await ship(member!.id, '2026-12')
    test.clock.set('2026-12-10T15:00:00Z')
    await expect(skipBox(test.shop, { membershipId: member!.id, drop: '2026-12' })).rejects.toMatchObject(
      notPossible,
    )
    await skipBox(test.shop, { membershipId: member!.id, drop: '2027-01' })
    expect((await ledgerOf(test, member!.id)).drops).toEqual([
      ...['2026-12', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06'],
    ])
  })

  it('works only for the next box, and not if packed early', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    const skip = (drop: string) => skipBox(test.shop, { membershipId: member!.id, drop })
    const all = ['2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05']
    await expect(skip('2027-02')).rejects.toMatchObject(notPossible)
    expect((await ledgerOf(test, member!.id)).drops).toEqual(all)
    // The page was open while December was packed early.
    const { boxes: own } = await ledgerOf(test, member!.id)
    const packed = { state: 'packed', packedAt: test.clock.now() } as const
    await test.shop.db.update(boxes).set(packed).where(eq(boxes.id, own[0]!.id))
    await expect(skip('2026-12')).rejects.toMatchObject(notPossible)
    // Packed it is its month's, though a bank's question holds it.
    const held = { state: 'held', holdReason: 'dispute' } as const
    await test.shop.db.update(boxes).set(held).where(eq(boxes.id, own[0]!.id))
    await expect(skip('2026-12')).rejects.toMatchObject(notPossible)
    expect((await ledgerOf(test, member!.id)).drops).toEqual(all)
  })

  it('that is unpaid moves only its charge, a month later', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    test.clock.set('2026-12-10T15:00:00Z')
    await skipBox(test.shop, { membershipId: member!.id, drop: '2027-01' })
    await billOn(test, '2026-12-21')
    expect((await ledgerOf(test, member!.id)).payments).toHaveLength(1)
    await billOn(test, '2027-01-21')
    expect((await ledgerOf(test, member!.id)).drops).toEqual(['2026-12', '2027-02'])
  })

  it('of a gift moves its boxes, without a charge', async () => {
    const [gift] = await join(test, [giftItem('monthly')])
    const before = provider.arrived('moveNextCharge')
    await skipBox(test.shop, { membershipId: gift!.id, drop: '2026-12' })
    expect((await ledgerOf(test, gift!.id)).drops).toEqual(['2027-01'])
    expect(provider.arrived('moveNextCharge')).toBe(before)
  })

  it.each(['before', 'after'] as const)(
    'completes on retry when the provider fails %s its effect',
    async (when) => {
      const [member] = await join(test, [selfItem('monthly')])
      const skip = () => skipBox(test.shop, { membershipId: member!.id, drop: '2026-12' })
      provider.fail('moveNextCharge', when)
      await expect(skip()).rejects.toThrow()
      expect((await ledgerOf(test, member!.id)).drops).toEqual(['2026-12'])
      await skip()
      expect(await ledgerOf(test, member!.id)).toMatchObject({
        drops: ['2027-01'],
        membership: { paidUntil: '2027-01-21' },
      })
      expect(await chargesOn(member!.stripeSubscriptionId)).toBe('2027-01-21')
    },
  )

  it('waits while a renewal is unpaid', async () => {
    const [member] = await join(test, [selfItem('monthly')], refusesRenewals)
    await billOn(test, '2026-12-21')
    await expect(skipBox(test.shop, { membershipId: member!.id, drop: '2027-01' })).rejects.toMatchObject(
      notPossible,
    )
    // So does a free month.
    const { membership } = await ledgerOf(test, member!.id)
    await expect(planExtension(test.shop, membership, 1)).rejects.toMatchObject(notPossible)
  })
})

it('a moved month whose belt was refunded is bought by the next charge', async () => {
  const [member] = await join(test, [selfItem('monthly')])
  const isTheirs = eq(boxes.membershipId, member!.id)
  const [box] = await test.shop.db.update(boxes).set({ drop: '2027-01' }).where(isTheirs).returning()
  await refundBoxes(test.shop, { membershipId: member!.id, boxIds: [box!.id] })
  await billOn(test, '2026-12-21')
  const { boxes: after } = await ledgerOf(test, member!.id)
  expect(after.filter(({ state }) => state === 'owed').map(({ drop }) => drop)).toEqual(['2027-01'])
})

describe('two tabs at once', () => {
  /** Does something between what a change has read and its call of the provider, which so arrives last. */
  function justBefore(call: 'moveNextCharge' | 'setRenewing', act: () => Promise<unknown>) {
    const faulty = test.shop.payments
    const first = async () => {
      test.shop.payments = faulty
      await act()
    }
    test.shop.payments = {
      ...faulty,
      moveNextCharge: async (input) => {
        if (call === 'moveNextCharge') await first()
        return faulty.moveNextCharge(input)
      },
      setRenewing: async (id, renews) => {
        if (call === 'setRenewing') await first()
        return faulty.setRenewing(id, renews)
      },
    }
  }

  it('that skip and pause leave the charge with the boxes', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    justBefore('moveNextCharge', () => skipBox(test.shop, { membershipId: member!.id, drop: '2026-12' }))
    await pauseMembership(test.shop, { membershipId: member!.id, until: '2027-03' })
    const { drops, membership } = await ledgerOf(test, member!.id)
    expect([...drops, membership.paidUntil]).toEqual(['2027-01', '2027-01-21'])
    expect(await chargesOn(member!.stripeSubscriptionId)).toBe('2027-01-21')
  })

  it('that skip and undo a cancellation move the charge too', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    const membershipId = member!.id
    await cancelRenewal(test.shop, { membershipId })
    justBefore('setRenewing', () => skipBox(test.shop, { membershipId, drop: '2026-12' }))
    await undoCancel(test.shop, { membershipId })
    expect(await ledgerOf(test, membershipId)).toMatchObject({
      drops: ['2027-01'],
      membership: { status: 'active', paidUntil: '2027-01-21' },
    })
    expect(await chargesOn(member!.stripeSubscriptionId)).toBe('2027-01-21')
  })
})

describe('a pause', () => {
  it('of one to three months equals that many skips, and no more', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    await expect(
      pauseMembership(test.shop, { membershipId: member!.id, until: '2027-04' }),
    ).rejects.toMatchObject(notPossible)
    await pauseMembership(test.shop, { membershipId: member!.id, until: '2027-03' })
    await pauseMembership(test.shop, { membershipId: member!.id, until: '2027-03' })
    const { drops, membership } = await ledgerOf(test, member!.id)
    expect([drops[0], drops.at(-1), membership.paidUntil]).toEqual(['2027-03', '2027-08', '2027-08-21'])
  })

  it('ended early returns boxes and charge to the next available drop', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    await pauseMembership(test.shop, { membershipId: member!.id, until: '2027-03' })
    test.clock.set('2026-12-28T15:00:00Z')
    await resumeMembership(test.shop, { membershipId: member!.id })
    await resumeMembership(test.shop, { membershipId: member!.id })
    const { drops, membership } = await ledgerOf(test, member!.id)
    expect([drops[0], drops.at(-1), membership.paidUntil]).toEqual(['2027-01', '2027-06', '2027-06-21'])
    expect(await chargesOn(member!.stripeSubscriptionId)).toBe('2027-06-21')
  })

  it('ended early avoids the month of a box packed early', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    await skipBox(test.shop, { membershipId: member!.id, drop: '2026-12' })
    const { boxes: all, drops } = await ledgerOf(test, member!.id)
    const packed = { state: 'packed' as const, packedAt: test.clock.now() }
    await test.shop.db.update(boxes).set(packed).where(eq(boxes.id, all[0]!.id))
    await resumeMembership(test.shop, { membershipId: member!.id })
    expect((await ledgerOf(test, member!.id)).drops).toEqual(drops)
  })

  it('ended early goes back no further than it went, though an earlier drop opened again', async () => {
    const drop = { drop: '2026-12', shipBy: '2026-12-05' }
    const cutOff = (cutOffAt: Date) =>
      test.shop.db
        .insert(drops)
        .values({ ...drop, cutOffAt })
        .onConflictDoUpdate({ target: drops.drop, set: { cutOffAt } })
    await cutOff(new Date('2026-11-20T05:00:00Z'))
    const [member] = await join(test, [selfItem('monthly')])
    await skipBox(test.shop, { membershipId: member!.id, drop: '2027-01' })
    await cutOff(new Date('2026-12-01T05:00:00Z'))
    await resumeMembership(test.shop, { membershipId: member!.id })
    expect(await ledgerOf(test, member!.id)).toMatchObject({
      drops: ['2027-01'],
      membership: { paidUntil: '2026-12-21' },
    })
    await test.shop.db.delete(drops)
  })

  it('that never began can’t be ended: nothing comes before it is paid for', async () => {
    const [member] = await join(test, [selfItem('6-months')])
    await resumeMembership(test.shop, { membershipId: member!.id })
    expect((await ledgerOf(test, member!.id)).drops[0]).toBe('2026-12')
  })

  it('before an unpaid box, ended after its charge day, charges tomorrow', async () => {
    const [member] = await join(test, [selfItem('monthly')])
    test.clock.set('2026-12-10T15:00:00Z')
    await pauseMembership(test.shop, { membershipId: member!.id, until: '2027-03' })
    test.clock.set('2027-01-25T15:00:00Z')
    await resumeMembership(test.shop, { membershipId: member!.id })
    expect(await chargesOn(member!.stripeSubscriptionId)).toBe('2027-01-26')
    await billOn(test, '2027-01-26')
    expect((await ledgerOf(test, member!.id)).drops).toEqual(['2026-12', '2027-02'])
  })

  it('can be ended early after a renewal paid weeks late', async () => {
    const [member] = await join(test, [selfItem('6-months')], refusesRenewals)
    await billOn(test, '2027-05-21')
    test.clock.set('2027-06-03T15:00:00Z')
    await test.shop.payments.changeDemoCard!(member!.customerId!)
    await billOn(test, '2027-06-03')
    await pauseMembership(test.shop, { membershipId: member!.id, until: '2027-08' })
    expect((await ledgerOf(test, member!.id)).membership.paidUntil).toBe('2027-12-21')
    await resumeMembership(test.shop, { membershipId: member!.id })
    const { membership, drops } = await ledgerOf(test, member!.id)
    expect([membership.paidUntil, drops[6]]).toEqual(['2027-11-21', '2027-07'])
  })
})
