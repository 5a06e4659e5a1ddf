import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { beltVariants, boxes, memberships, products } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { fillInventory } from '../../test/fill-inventory.ts'
import { signInMember } from '../../test/member.ts'
import { billOn, endMembers, join, ledgerOf } from '../../test/members.ts'
import { sentBelt } from '../../test/sent-belt.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { curateDue } from '../curation/curate-drop.ts'
import { freeStock } from '../curation/free-stock.ts'
import { handleEvents } from '../events/handle-events.ts'

// Attempts to lose a paid order: two things at once, and things that arrive late.
let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
  await test.shop.db.update(products).set({ isActive: false })
  for (const drop of ['2026-12', '2027-01']) await fillInventory(test.shop.db, drop, 3, 20)
})
beforeEach(async () => {
  await endMembers(test)
  test.clock.set('2026-11-21T15:00:00Z')
})
afterAll(() => test.close())

const at = (id: string, verb: string) => `/api/account/memberships/${id}/${verb}`
const boxIn = async (id: string, drop: string) =>
  (await ledgerOf(test, id)).boxes.find((box) => box.drop === drop && box.kind === 'owed')!

/** A unique member who pays and wears. */
async function joined(planId: 'monthly' | '6-months' = '6-months', changes: Partial<CartItem> = {}) {
  const email = `${crypto.randomUUID()}@example.com`
  const item = selfItem(planId, changes)
  const [made] = await join(test, [{ ...item, shippingDetails: { ...item.shippingDetails!, email } }])
  await test.shop.db.update(memberships).set({ payerEmail: email }).where(eq(memberships.id, made!.id))
  return { id: made!.id, page: await signInMember(test, email), email }
}

/** A gift to a unique recipient. */
async function given(emailDate: string, changes: Partial<CartItem> = {}) {
  const email = `${crypto.randomUUID()}@example.com`
  const [made] = await join(test, [
    giftItem('6-months', {
      giftDetails: { ...giftItem().giftDetails!, recipientEmail: email, emailDate },
      ...changes,
    }),
  ])
  return { id: made!.id, page: await signInMember(test, email), email }
}

async function curateAt(instant: string) {
  test.clock.set(instant)
  await curateDue(test.shop)
}

describe('after the curation at the cutoff', () => {
  it('a box paid at the last minute and heard of later gets its belt', async () => {
    await joined()
    await curateAt('2026-12-01T05:00:30Z')
    test.clock.set('2026-12-01T04:59:50Z')
    const { id } = await joined('monthly')
    expect(await boxIn(id, '2026-12')).toMatchObject({ state: 'owed' })
    await curateAt('2026-12-01T05:05:30Z')
    expect(await boxIn(id, '2026-12')).toMatchObject({ state: 'assigned', size: '36' })
  })

  it('a held box gets its belt once the recipient gives a size', async () => {
    const { id, page } = await given('2026-11-21T00:00:00.000Z')
    await curateAt('2026-12-01T05:10:00Z')
    expect(await boxIn(id, '2026-12')).toMatchObject({ state: 'held', holdReason: 'size' })
    expect((await page.post(at(id, 'size'), { size: '38' })).status).toBe(200)
    await curateAt('2026-12-02T15:00:00Z')
    expect(await boxIn(id, '2026-12')).toMatchObject({ state: 'assigned', size: '38' })
  })

  it('two memberships of one person in one drop get two different belts', async () => {
    const one = await joined()
    const item = selfItem('monthly')
    const [other] = await join(test, [
      { ...item, shippingDetails: { ...item.shippingDetails!, email: one.email } },
    ])
    await curateAt('2026-12-01T05:15:00Z')
    const [first, second] = [await boxIn(one.id, '2026-12'), await boxIn(other!.id, '2026-12')]
    expect([first.state, second.state]).toEqual(['assigned', 'assigned'])
    expect(first.personId).toBe(second.personId)
    expect(first.productId).not.toBe(second.productId)
  })
})

describe('a skip', () => {
  it('returns the chosen belt to inventory, even one the owner chose', async () => {
    const { id, page } = await joined()
    const box = await boxIn(id, '2026-12')
    const [belt] = await test.shop.db
      .select()
      .from(products)
      .where(and(eq(products.gender, 'male'), eq(products.drop, '2026-12'), eq(products.isActive, true)))
      .limit(1)
    const free = async () =>
      (await freeStock(test.shop.db, [belt!.id])).find(({ size }) => size === '36')!.free
    const before = await free()
    const chosen = await owner.post(`/api/admin/boxes/${box.id}/belt`, { beltId: belt!.id })
    expect([chosen.status, await free()]).toEqual([200, before - 1])
    expect((await page.post(at(id, 'skip'), { drop: '2026-12' })).status).toBe(200)
    expect(await free()).toBe(before)
    expect(await boxIn(id, '2027-01')).toMatchObject({ state: 'owed', productId: null, isChosen: false })
  })

  it('of an early-packed box is refused, even from an outdated page', async () => {
    const { id, page } = await joined()
    const box = await boxIn(id, '2026-12')
    await test.shop.db.update(boxes).set({ state: 'packed' }).where(eq(boxes.id, box.id))
    const answer = await page.post(at(id, 'skip'), { drop: '2026-12' })
    expect([answer.status, answer.body.code]).toEqual([409, 'not_possible'])
    expect((await ledgerOf(test, id)).drops[0]).toBe('2026-12')
  })

  it('in two tabs beside a refund of the same box loses no cent', async () => {
    const { id, page } = await joined()
    const box = await boxIn(id, '2026-12')
    const answers = await Promise.all([
      page.post(at(id, 'skip'), { drop: '2026-12' }),
      refundBoxes(test.shop, { membershipId: id, boxIds: [box.id] }),
      page.post(at(id, 'skip'), { drop: '2026-12' }),
    ])
    for (const answer of answers) if (answer) expect([200, 409]).toContain(answer.status)
    const { payments, boxes: all } = await ledgerOf(test, id)
    expect(all.reduce((sum, each) => sum + each.valueCents, 0)).toBe(payments[0]!.amountCents)
    const living = all.filter(({ state }) => state !== 'refunded').map(({ drop }) => drop)
    expect(new Set(living).size).toBe(living.length)
  })
})

describe('a replacement', () => {
  it('that is packed or sent can’t be canceled, nor its belt rechosen', async () => {
    const { box, email } = await sentBelt(test)
    const page = await signInMember(test, email)
    const asked = await page.post(`/api/account/sent-belts/${box.id}/exchange`, { kind: 'damaged' })
    const exchangeId = asked.body.belt.exchange.id
    const replacement = (await ledgerOf(test, box.membershipId)).boxes.find(
      (each) => each.kind === 'replacement',
    )!
    const admin = await signIn(test)
    const rechosen = await admin.post(`/api/admin/boxes/${replacement.id}/belt`, { beltId: null })
    expect(rechosen.status).toBe(409)
    for (const state of ['packed', 'shipped'] as const) {
      await test.shop.db.update(boxes).set({ state }).where(eq(boxes.id, replacement.id))
      const cancelled = await page.post(`/api/account/exchanges/${exchangeId}/cancel`)
      expect([cancelled.status, cancelled.body.code], state).toEqual([409, 'not_possible'])
    }
    const { boxes: after } = await ledgerOf(test, box.membershipId)
    expect(after.find(({ id }) => id === replacement.id)?.state).toBe('shipped')
  })

  it('doesn’t take the month of a renewal heard of late', async () => {
    const { id } = await joined('monthly')
    test.clock.set('2026-12-21T17:00:00Z')
    for (let times = 0; times < 3; times++) await test.shop.payments.renewDemo?.()
    test.clock.set('2027-01-02T17:00:00Z')
    const box = await boxIn(id, '2026-12')
    await test.shop.db.insert(boxes).values({
      membershipId: id,
      personId: box.personId,
      kind: 'replacement',
      ordinal: 1,
      drop: '2027-01',
      valueCents: 0,
      state: 'assigned',
    })
    await handleEvents(test.shop)
    expect(await boxIn(id, '2027-01')).toMatchObject({ kind: 'owed', state: 'owed' })
  })

  it('is refused when its last belt is gone, and nothing is written', async () => {
    const { box, email } = await sentBelt(test)
    const page = await signInMember(test, email)
    const path = `/api/account/sent-belts/${box.id}`
    expect((await page.get(`${path}/options`)).body.belts[0].sizes).toContain('38')
    await test.shop.db
      .update(beltVariants)
      .set({ stock: 0 })
      .where(and(eq(beltVariants.productId, box.productId!), eq(beltVariants.size, '38')))
    const asked = await page.post(`${path}/exchange`, { kind: 'size', size: '38' })
    expect([asked.status, asked.body.message]).toEqual([409, expect.stringContaining('out of stock')])
    const [belt] = (await page.get('/api/account/sent-belts')).body.belts
    expect(belt).toMatchObject({ exchange: null, mayExchange: true })
  })
})

describe('a gift', () => {
  it('stays hidden on its recipient’s page until its notice', async () => {
    const { email } = await given('2026-12-24T00:00:00.000Z', { size: '36', styles: ['dress'] })
    const seen = async (page = signInMember(test, email)) => [
      (await (await page).get('/api/account')).body.memberships.length,
      (await (await page).get('/api/account/my-data')).body.memberships.length,
    ]
    expect(await seen()).toEqual([0, 0])
    // Nine o’clock in New York, plus the minutes the email needs.
    test.clock.set('2026-12-24T13:59:00Z')
    expect(await seen()).toEqual([0, 0])
    test.clock.set('2026-12-24T14:06:00Z')
    expect(await seen()).toEqual([1, 1])
  })

  it('to oneself allows every choice, and never renews', async () => {
    const [made] = await join(test, [
      giftItem('6-months', {
        giftDetails: { ...giftItem().giftDetails!, recipientEmail: 'MAYA@example.com' },
      }),
    ])
    const maya = await signInMember(test, 'maya@example.com')
    const { memberships: all } = (await maya.get('/api/account')).body
    const view = all.find((each: { id: string }) => each.id === made!.id)
    expect(view).toMatchObject({ role: 'giver', money: { canCancel: false, nextChargeOn: null } })
    expect((await maya.post(at(made!.id, 'skip'), { drop: '2026-12' })).status).toBe(200)
    await billOn(test, '2027-07-21')
    expect((await ledgerOf(test, made!.id)).payments).toHaveLength(1)
  })
})

it('a membership can’t resume into a month the owner moved away', async () => {
  const { id, page } = await joined()
  const drop = '/api/admin/drops/2026-12'
  const { body } = await owner.post(`${drop}/change`, { kind: 'month', months: 1, words: 'It is late.' })
  for (let after: string | null | undefined; after !== null; ) {
    const moved = await owner.post(`${drop}/move-some`, {
      noticeId: body.noticeId,
      ...(after ? { after } : {}),
    })
    expect(moved.status).toBe(200)
    after = moved.body.after
  }
  const [view] = (await page.get('/api/account')).body.memberships
  expect(view.taste.resume).toBeNull()
  await page.post(at(id, 'resume'))
  expect((await ledgerOf(test, id)).drops[0]).toBe('2027-01')
})

it('a drop’s changed ship day shows on its members’ pages', async () => {
  const { page } = await joined()
  // December was moved above, also for anyone who joins later.
  const later = { kind: 'ship-by', words: 'The leather is late.', shipBy: '2027-01-14' }
  expect((await owner.post('/api/admin/drops/2027-01/change', later)).status).toBe(200)
  const [view] = (await page.get('/api/account')).body.memberships
  expect([view.next.shipBy, view.boxes[0].shipBy]).toEqual(['2027-01-14', '2027-01-14'])
})
