import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boxes, memberships, products, refunds } from '../../../db/schema.ts'
import type { MembershipView, OutcomeView } from '../../../domain/membership-view.ts'
import { giftItem, selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { signInMember } from '../../../test/member.ts'
import { billOn, join, ledgerOf, refusesRenewals } from '../../../test/members.ts'
import { extendMembership } from '../../memberships/extend-membership.ts'

let test: TestShop
let maya: Awaited<ReturnType<typeof signInMember>>
let thomas: Awaited<ReturnType<typeof signInMember>>
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(async () => {
  test.clock.set('2026-11-21T15:00:00Z')
  maya = await signInMember(test, 'maya@example.com')
  thomas = await signInMember(test, 'thomas@example.com')
})
afterAll(() => test.close())

/** A gift whose recipient has been told. */
const told = (plan: Parameters<typeof giftItem>[0]) =>
  giftItem(plan, { giftDetails: { ...giftItem().giftDetails!, emailDate: '2026-11-21T00:00:00.000Z' } })
const at = (id: string, verb: string) => `/api/account/memberships/${id}/${verb}`

async function viewOf(reader: typeof maya, id: string): Promise<MembershipView> {
  const { body } = await reader.get('/api/account')
  return body.memberships.find((each: MembershipView) => each.id === id)
}

async function setBox(membershipId: string, drop: string, changes: Partial<typeof boxes.$inferInsert>) {
  const { boxes: all } = await ledgerOf(test, membershipId)
  const box = all.find((each) => each.drop === drop)!
  await test.shop.db.update(boxes).set(changes).where(eq(boxes.id, box.id))
}

const said = (view: MembershipView): OutcomeView => ({
  nextDrop: view.next?.drop ?? null,
  nextChargeOn: view.money?.nextChargeOn ?? null,
  lastDrop: view.lastDrop,
})

describe('a membership’s page', () => {
  it('shows the next box, its change date, and the next charge', async () => {
    const [own] = await join(test, [selfItem('monthly')])
    expect(await viewOf(maya, own!.id)).toMatchObject({
      role: 'own',
      wearer: 'Maya Ellison',
      sentCount: 0,
      next: { drop: '2026-12', changeUntil: '2026-11-30', shipBy: '2026-12-05', isPaid: true },
      money: { nextChargeOn: '2026-12-21', nextChargeCents: 6950, canCancel: true, canUndo: false },
      taste: { size: '36', styles: ['dress', 'casual'], resume: null },
    })
    await setBox(own!.id, '2026-12', { state: 'shipped', shippedAt: test.clock.now() })
    expect((await viewOf(maya, own!.id)).next).toMatchObject({ drop: '2027-01', isPaid: false })
    const cancelled = (await maya.post(at(own!.id, 'cancel'))).body
    expect(cancelled.money, 'its last box has left').toMatchObject({ canUndo: false })
  })

  it('shows refunds that arrived, and counts a free month beside the paid term', async () => {
    const [own] = await join(test, [selfItem('6-months')])
    const [paid] = (await ledgerOf(test, own!.id)).payments
    const refund = { paymentId: paid!.id, amountCents: 100, createdAt: test.clock.now() }
    await test.shop.db.insert(refunds).values([
      { ...refund, status: 'failed', providerId: 're_back' },
      { ...refund, status: 'settled', providerId: 're_by_check' },
    ])
    test.clock.advance(60_000)
    const month = { membershipId: own!.id, boxes: 1, from: own!.paidUntil, reference: `extend:${own!.id}` }
    await extendMembership(test.shop, month, async () => {})
    const view = await viewOf(maya, own!.id)
    expect(view.money!.receipts.at(-1)!.refunds).toMatchObject([{ amountCents: 100, isDone: true }])
    expect([view.term, view.lastDrop]).toEqual([{ sent: 0, count: 6 }, '2027-06'])
  })

  it('of a gift shows the giver progress, and the recipient everything but money', async () => {
    const [gift] = await join(test, [told('6-months')])
    await setBox(gift!.id, '2026-12', { state: 'shipped', shippedAt: test.clock.now() })
    const giver = await viewOf(maya, gift!.id)
    expect(giver).toMatchObject({
      role: 'giver',
      taste: null,
      term: { sent: 1, count: 6 },
      lastDrop: '2027-05',
      money: { nextChargeOn: null, canCancel: false, canUndo: false },
    })
    expect(await viewOf(thomas, gift!.id)).toMatchObject({
      role: 'recipient',
      giver: 'Maya Ellison',
      money: null,
      taste: { skip: { nextDrop: '2027-02', nextChargeOn: null, lastDrop: '2027-06' } },
    })
  })

  it('says that a bank is looking into a payment only to whoever made it', async () => {
    const dispute = { state: 'held', holdReason: 'dispute' } as const
    const reasonFor = async (reader: typeof maya, id: string) => {
      const { boxes: shown, next } = await viewOf(reader, id)
      return [shown[0]!.holdReason, next!.holdReason]
    }
    const [gift, own] = await join(test, [told('6-months'), selfItem('monthly')])
    for (const { id } of [gift!, own!]) await setBox(id, '2026-12', dispute)
    expect(await reasonFor(maya, gift!.id)).toEqual(['dispute', 'dispute'])
    expect(await reasonFor(thomas, gift!.id)).toEqual(['other', 'other'])
    expect(await reasonFor(maya, own!.id)).toEqual(['dispute', 'dispute'])
    // Someone else paid for it before the handover.
    const theirsSince = new Date('2026-11-22T15:00:00Z')
    await test.shop.db.update(memberships).set({ theirsSince }).where(eq(memberships.id, own!.id))
    expect(await reasonFor(maya, own!.id)).toEqual(['other', 'other'])
  })

  it('names a belt only after it ships', async () => {
    const [own] = await join(test, [selfItem('monthly')])
    expect((await viewOf(maya, own!.id)).boxes[0]).toMatchObject({ state: 'owed', belt: null })
  })
})

describe('the months of a membership', () => {
  it.each([
    ['monthly', selfItem('monthly')],
    ['6 months', selfItem('6-months')],
  ])('of %s change as the preview said', async (_, item) => {
    const [own] = await join(test, [item])
    const id = own!.id
    const before = await viewOf(maya, id)
    const skipped = await maya.post(at(id, 'skip'), { drop: '2026-12' })
    expect(said(skipped.body)).toEqual(before.taste!.skip)
    const two = skipped.body.taste.pauses[1]
    const paused = await maya.post(at(id, 'pause'), { from: '2027-01', until: two.until })
    expect(said(paused.body)).toEqual(two.outcome)
    expect(paused.body.next.drop).toBe('2027-03')
    const resumed = await maya.post(at(id, 'resume'))
    expect(said(resumed.body)).toEqual(paused.body.taste.resume)
    expect(said(resumed.body)).toEqual(said(before))
  })

  it('leave a packed box that waits for a bank where it is, as the preview said', async () => {
    const [own] = await join(test, [selfItem('6-months')])
    const [first] = (await ledgerOf(test, own!.id)).boxes
    const [belt] = await test.shop.db.select().from(products).limit(1)
    await test.shop.db
      .update(boxes)
      .set({ ...{ state: 'held', holdReason: 'dispute', packedAt: test.clock.now() }, productId: belt!.id })
      .where(eq(boxes.id, first!.id))
    const before = await viewOf(maya, own!.id)
    const skipped = await maya.post(at(own!.id, 'skip'), { drop: before.next!.drop })
    expect(said(skipped.body)).toEqual(before.taste!.skip)
    expect((await ledgerOf(test, own!.id)).drops).toContain('2026-12')
  })

  it('move once when asked in two tabs, and an outdated tab is refused', async () => {
    const [own] = await join(test, [selfItem('monthly')])
    const skip = () => maya.post(at(own!.id, 'skip'), { drop: '2026-12' })
    const both = await Promise.all([skip(), skip()])
    expect(both.map(({ status, body }) => [status, body.next.drop])).toEqual([
      [200, '2027-01'],
      [200, '2027-01'],
    ])
    const behind = await maya.post(at(own!.id, 'pause'), { from: '2026-12', until: '2027-03' })
    expect(behind).toMatchObject({ status: 409, body: { code: 'not_possible' } })
    expect((await viewOf(maya, own!.id)).next?.drop).toBe('2027-01')
  })

  it('end after two calls without a reason, and resume with one', async () => {
    const [own] = await join(test, [selfItem('6-months')])
    const cancelled = await maya.post(at(own!.id, 'cancel'))
    expect(cancelled.body).toMatchObject({
      status: 'cancelled',
      next: { drop: '2026-12', isPaid: true },
      money: { nextChargeOn: null, canCancel: false, canUndo: true },
    })
    // Asked only now, answered in one tap by who pays, or not at all.
    expect(cancelled.body.money).toMatchObject({ asksReason: true, cancelReason: null })
    const why = (reason: string, who = maya) => who.post(at(own!.id, 'cancel-reason'), { reason })
    expect((await why('price')).body.money.cancelReason).toBe('price')
    expect((await why('enough')).body.money.cancelReason).toBe('enough')
    expect((await why('boredom')).status).toBe(400)
    expect((await why('price', thomas)).status).toBe(404)
    expect((await viewOf(maya, own!.id)).money!.cancelReason).toBe('enough')
    expect((await maya.post(at(own!.id, 'card'))).body.message).toContain('doesn’t need a card')
    const undone = await maya.post(at(own!.id, 'undo-cancel'))
    expect(undone.body.money).toMatchObject({ asksReason: false, cancelReason: null })
    expect(await why('price')).toMatchObject({ status: 409, body: { code: 'not_possible' } })
    expect(undone.body).toMatchObject({
      status: 'active',
      money: { nextChargeOn: '2027-05-21', canUndo: false },
    })
  })

  it('wait for a working card, and the page says since when', async () => {
    const [own] = await join(test, [selfItem('monthly')], refusesRenewals)
    await billOn(test, '2026-12-21')
    const view = await viewOf(await signInMember(test, 'maya@example.com'), own!.id)
    expect(view).toMatchObject({
      status: 'past_due',
      money: { pastDueSince: '2026-12-21', hasCard: true, canCancel: true },
      taste: { skip: null, pauses: [] },
    })
    const reader = await signInMember(test, 'maya@example.com')
    const { body } = await reader.post(at(own!.id, 'card'))
    const page = await test.app.request(new URL(body.link).pathname)
    expect([page.status, page.headers.get('location')]).toEqual([303, expect.stringContaining('/card/demo/')])
  })
})

describe('a new size, style or address', () => {
  it('applies to every unpacked box, and releases boxes held for it', async () => {
    const [own] = await join(test, [selfItem('6-months')])
    const id = own!.id
    await setBox(id, '2026-12', { state: 'packed', size: '36' })
    await setBox(id, '2027-01', { state: 'held', holdReason: 'size', size: null })
    await setBox(id, '2027-02', { state: 'held', holdReason: 'address' })
    await setBox(id, '2027-03', { state: 'held', holdReason: 'dispute' })
    expect((await maya.post(at(id, 'size'), { size: '38' })).body.taste.size).toBe('38')
    await maya.post(at(id, 'styles'), { styles: ['stretch', 'dress'] })
    const address = {
      fullName: 'Maya E.',
      address: '1 Pine',
      address2: '',
      city: 'Reno',
      state: 'NV',
      zipCode: '89501',
    }
    const moved = await maya.post(at(id, 'address'), { ...address, state: 'Nevada' })
    expect(moved.body).toMatchObject({ wearer: 'Maya E.', taste: { styles: ['dress', 'stretch'], address } })
    const { boxes: rows } = await ledgerOf(test, id)
    expect(rows.map((box) => [box.drop, box.state, box.size])).toEqual([
      ['2026-12', 'packed', '36'],
      ['2027-01', 'owed', '38'],
      ['2027-02', 'owed', '38'],
      ['2027-03', 'held', '38'],
      ['2027-04', 'owed', '38'],
      ['2027-05', 'owed', '38'],
    ])
  })

  it('must be one the quiz accepts', async () => {
    const [own] = await join(test, [selfItem('monthly')])
    expect((await maya.post(at(own!.id, 'size'), { size: '26' })).body.fields).toHaveProperty('size')
    expect((await maya.post(at(own!.id, 'styles'), { styles: [] })).status).toBe(400)
    const empty = { fullName: '', address: ' ', address2: '', city: 'Reno', state: 'NV', zipCode: '89501' }
    const broken = { ...empty, fullName: 'Maya', address: '1 Pine\u0000' }
    expect((await maya.post(at(own!.id, 'address'), broken)).status).toBe(400)
    const elsewhere = { ...empty, fullName: 'Maya', address: '1 Pine', zipCode: '97209' }
    expect((await maya.post(at(own!.id, 'address'), elsewhere)).body.fields).toEqual({
      zipCode: 'ZIP code 97209 isn’t in Nevada. Check the ZIP code and the state.',
    })
    expect((await maya.post(at(own!.id, 'address'), empty)).body.fields).toEqual({
      fullName: 'Full name is required',
      address: 'Address is required',
    })
  })
})

describe('access to a membership', () => {
  const taste: [string, object][] = [
    ['skip', { drop: '2026-12' }],
    ['pause', { from: '2026-12', until: '2027-01' }],
    ['resume', {}],
    ['size', { size: '38' }],
    ['styles', { styles: ['dress'] }],
    ['address', { fullName: 'X', address: 'X', address2: '', city: 'Reno', state: 'NV', zipCode: '89501' }],
  ]
  const money: [string, object][] = [
    ['cancel', {}],
    ['undo-cancel', {}],
    ['card', {}],
  ]

  it('gives the recipient months and belts, the payer money, and others nothing', async () => {
    const [gift, own] = await join(test, [told('6-months'), selfItem('monthly')])
    const stranger = await signInMember(test, 'eve@example.com')
    for (const [verb, body] of [...taste, ...money]) {
      expect((await stranger.post(at(own!.id, verb), body)).status, verb).toBe(404)
      expect((await thomas.post(at(own!.id, verb), body)).status, verb).toBe(404)
    }
    for (const [verb, body] of taste)
      expect((await maya.post(at(gift!.id, verb), body)).status, verb).toBe(404)
    for (const [verb, body] of money)
      expect((await thomas.post(at(gift!.id, verb), body)).status, verb).toBe(404)
    expect((await maya.post(at(gift!.id, 'cancel'))).body.code).toBe('not_possible')
    expect((await stranger.get('/api/account')).body.memberships).toEqual([])
    expect((await maya.post(at('no-id', 'skip'), { drop: '2026-12' })).status).toBe(400)
  })

  it('never shows a recipient a price', async () => {
    const [gift] = await join(test, [told('12-months'), selfItem('6-months')])
    const replies = [await thomas.get('/api/account'), await thomas.get('/api/account/my-data')]
    for (const [verb, body] of taste) replies.push(await thomas.post(at(gift!.id, verb), body))
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    // Without IDs, which may contain any digits.
    const read = JSON.stringify(replies.map(({ body }) => body)).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
    expect(read).toContain('Maya Ellison')
    expect(read).not.toMatch(
      /\$|cents|price|amount|receipt|\b(594|357|69|59|49)\.?[0-9]0|59400|35700|6950|5950|4950/i,
    )
  })
})
