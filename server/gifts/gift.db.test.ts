import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountLinks, boxes, loginAttempts, memberships, orderItems, orders } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { firstPlans as plans } from '../../domain/first-plans.ts'
import { giftItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { join } from '../../test/members.ts'
import { storedRows } from '../../test/stored-rows.ts'
import { skipBox } from '../memberships/skip-box.ts'
import { giftCopyOf, loadGift } from './load-gift.ts'
import { giftLink } from './open-gift.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(async () => {
  test.clock.set('2026-11-21T15:00:00Z')
  await test.shop.db.delete(loginAttempts)
})
afterAll(() => test.close())

const origin = 'http://localhost'
const post = (path: string, body: unknown) => test.post(path, body, { origin })
const open = (token: string) => post('/api/account/gift', { token })

const address = {
  fullName: 'Thomas Ellison',
  address: '418 Alder Street',
  address2: '',
  city: 'Portland',
  state: 'OR',
  zipCode: '97209',
}
const choose = (token: string, changes: object = {}) =>
  post('/api/account/gift/choice', { token, styles: ['dress'], size: '36', address, ...changes })

async function given(plan: Parameters<typeof giftItem>[0], changes: Partial<CartItem> = {}) {
  const [membership] = await join(test, [giftItem(plan, changes)])
  return membership!
}
async function linkTo(id: string): Promise<string> {
  return (await giftLink(test.shop, (await loadGift(test.shop, id))!)).split('/').at(-1)!
}
const boxesOf = (id: string) =>
  test.shop.db.select().from(boxes).where(eq(boxes.membershipId, id)).orderBy(asc(boxes.drop))
async function orderOf(orderItemId: string) {
  const [order] = await test.shop.db
    .select({ needs: orders.needsStyleSelection })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(eq(orderItems.id, orderItemId))
  return order
}
const setBox = (id: string, drop: string, set: Partial<typeof boxes.$inferInsert>) =>
  test.shop.db
    .update(boxes)
    .set(set)
    .where(and(eq(boxes.membershipId, id), eq(boxes.drop, drop)))

describe('a gift link', () => {
  it('shows the giver and the open choices on every visit, from every email', async () => {
    const { id } = await given('12-months')
    const [one, other] = [await linkTo(id), await linkTo(id)]
    const { status, body } = await open(one)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      recipientName: 'Thomas Ellison',
      senderName: 'Maya Ellison',
      message: 'Happy birthday.',
      styles: [],
      size: '',
      isChosen: false,
      chooseBy: '2026-11-30',
      address,
    })
    expect(body.boxes).toHaveLength(12)
    expect(body.boxes[0]).toEqual({
      ...{ drop: '2026-12', shipBy: '2026-12-05', waitsForSize: true, state: 'coming', isOpen: true },
    })
    expect((await open(other)).body).toEqual((await open(one)).body)
  })

  it('shows the belts that come: none that was refunded, none that was sent in another’s place', async () => {
    const { id } = await given('6-months', { size: '36' })
    const [first] = await boxesOf(id)
    const inPlace = { ...first!, id: undefined, kind: 'replacement' as const, paymentId: null, valueCents: 0 }
    await test.shop.db.insert(boxes).values(inPlace)
    await setBox(id, '2027-01', { state: 'refunded' })
    const { body } = await open(await linkTo(id))
    expect(body.boxes.map(({ drop }: { drop: string }) => drop)).toEqual([
      ...['2026-12', '2027-02', '2027-03', '2027-04', '2027-05'],
    ])
  })

  it('expires at the last cutoff in shop time, and a skip extends it', async () => {
    const { id } = await given('monthly', { size: '36' })
    const token = await linkTo(id)
    test.clock.set('2026-12-01T04:59:59Z')
    expect((await open(token)).status).toBe(200)
    expect((await choose(token)).status).toBe(200)
    test.clock.set('2026-12-01T05:00:00Z')
    const over = await open(token)
    expect(over).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await open('x'.repeat(43))).toEqual(over)
    expect(await choose(token)).toEqual(over)
    test.clock.set('2026-11-30T12:00:00Z')
    await skipBox(test.shop, { membershipId: id, drop: '2026-12' })
    test.clock.set('2026-12-20T12:00:00Z')
    expect((await open(token)).status).toBe(200)
  })

  it('is kept for a year after the gift’s last drop, however long the gift', async () => {
    const { id } = await given('6-months')
    await linkTo(id)
    const [link] = await test.shop.db.select().from(accountLinks).where(eq(accountLinks.membershipId, id))
    expect(link!.expiresAt.toISOString()).toBe('2028-05-01T04:00:00.000Z')
  })

  it('comes with an email that names a belt as next through its ship-by day, and as late only after', async () => {
    const { id } = await given('6-months', { size: '36' })
    const gift = (await loadGift(test.shop, id))!
    const states = (day: string) =>
      giftCopyOf(gift, day)!
        .boxes.slice(0, 2)
        .map(({ state }) => state)
    expect([states('2026-12-05'), states('2026-12-06')]).toEqual([
      ['coming', 'coming'],
      ['late', 'coming'],
    ])
    await setBox(id, '2026-12', { state: 'shipped', shippedAt: test.clock.now() })
    const left = (await loadGift(test.shop, id))!
    expect(giftCopyOf(left, '2026-12-03')!.boxes[0]).toMatchObject({ state: 'sent' })
  })

  it('still works while a belt waits for a size, and the choice releases it', async () => {
    const { id } = await given('monthly')
    const token = await linkTo(id)
    await setBox(id, '2026-12', { state: 'held', holdReason: 'size' })
    // On its ship-by day it may still leave.
    test.clock.set('2026-12-05T12:00:00Z')
    expect((await open(token)).body).toMatchObject({ boxes: [{ state: 'coming', waitsForSize: true }] })
    test.clock.set('2026-12-06T12:00:00Z')
    expect((await open(token)).body).toMatchObject({
      chooseBy: null,
      boxes: [{ state: 'late', waitsForSize: true }],
    })
    const answer = await choose(token, { address: { ...address, state: 'Oregon' } })
    expect(answer).toMatchObject({ status: 200, body: { size: '36', isChosen: true } })
    expect(answer.body.boxes, 'its ship-by day is over').toMatchObject([
      { state: 'late', waitsForSize: false, isOpen: false },
    ])
    expect((await loadGift(test.shop, id))!.address.state, 'as labels print it').toBe('OR')
    expect(await boxesOf(id)).toMatchObject([{ state: 'owed', holdReason: null, size: '36' }])
  })

  it('doesn’t sign anyone in, and a sign-in link opens no gift', async () => {
    const { id } = await given('monthly')
    const token = await linkTo(id)
    expect((await post('/api/account/session', { token })).status).toBe(404)
    await test.shop.db
      .update(accountLinks)
      .set({ purpose: 'sign-in' })
      .where(eq(accountLinks.membershipId, id))
    expect((await open(token)).status).toBe(404)
  })

  it('can’t be called from another site', async () => {
    const { id } = await given('monthly')
    const token = await linkTo(id)
    const body = { token }
    expect(await test.post('/api/account/gift', body, { origin: 'https://elsewhere.example' })).toMatchObject(
      {
        status: 403,
      },
    )
  })

  it('is rate limited by the hour, and its token isn’t stored', async () => {
    const token = await linkTo((await given('12-months')).id)
    for (let time = 0; time < 30; time++) {
      expect((await open(token)).status).toBe(200)
      expect((await choose(token)).status).toBe(200)
    }
    expect(await open(token)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect((await choose(token)).status).toBe(429)
    expect(JSON.stringify(await storedRows(test.shop.db))).not.toContain(token)
    test.clock.advance(3_600_001)
    expect((await open(token)).status).toBe(200)
  })
})

describe('a recipient’s choice', () => {
  it('applies to every belt until its cutoff, and can be changed', async () => {
    const { id, orderItemId } = await given('6-months')
    const token = await linkTo(id)
    const moved = { ...address, address: '9 Oak Road', address2: 'Flat 2' }
    const typed = { ...moved, state: 'oregon' }
    const first = await choose(token, { styles: ['stretch', 'dress'], size: 'Unsure', address: typed })
    expect(first.body).toMatchObject({ styles: ['dress', 'stretch'], size: 'Unsure', isChosen: true })
    expect((await open(token)).body).toEqual(first.body)
    test.clock.set('2026-12-02T12:00:00Z')
    await setBox(id, '2026-12', { state: 'packed' })
    await setBox(id, '2027-01', { state: 'held', holdReason: 'address' })
    await setBox(id, '2027-02', { state: 'held', holdReason: 'dispute' })
    await choose(token, { size: '40', address: moved })
    const [membership] = await test.shop.db
      .select()
      .from(memberships)
      .where(eq(memberships.orderItemId, orderItemId))
    expect(membership).toMatchObject({ size: '40', needsGuide: true, styles: ['dress'], address: moved })
    const now = await boxesOf(id)
    expect(now.map((box) => box.size)).toEqual(['Unsure', '40', '40', '40', '40', '40'])
    // What waits for a bank waits on.
    expect(now.slice(0, 4).map((box) => box.state)).toEqual(['packed', 'owed', 'held', 'owed'])
  })

  it('from a tab opened long ago changes only what was changed in that tab', async () => {
    const { id } = await given('6-months')
    const token = await linkTo(id)
    const was = { styles: ['dress'], size: '36', address }
    await choose(token, was)
    const moved = { ...address, address: '9 Oak Road', zipCode: '97214' }
    await choose(token, { styles: ['casual'], size: '38', address: moved, was })
    const late = await choose(token, { ...was, size: '40', was })
    expect(late.body).toMatchObject({ styles: ['casual'], size: '40', address: moved })
    const again = { ...address, address: '12 Elm Street' }
    const later = await choose(token, { ...was, address: again, was })
    expect(later.body).toMatchObject({ styles: ['casual'], size: '40', address: again })
  })

  it('confirms an address that was incomplete when another tab left it so', async () => {
    const { id } = await given('monthly')
    const token = await linkTo(id)
    await test.shop.db
      .update(memberships)
      .set({ address: { ...address, address: '' } })
      .where(eq(memberships.id, id))
    const { body } = await choose(token, { was: { styles: [], size: '', address } })
    expect(body).toMatchObject({ address, isChosen: true })
  })

  it('shows in the order once all of its gifts are chosen', async () => {
    const [one, other] = await join(test, [giftItem('monthly'), giftItem('monthly')])
    const needsChoice = async () => (await orderOf(one!.orderItemId))?.needs
    await choose(await linkTo(one!.id))
    expect(await needsChoice()).toBe(true)
    await choose(await linkTo(other!.id))
    expect(await needsChoice()).toBe(false)
  })

  it('shows in the order when made on the member’s page', async () => {
    const [size, styles] = [{ size: '36' }, { styles: ['dress'] }]
    for (const order of [
      [size, styles],
      [styles, size],
    ]) {
      test.clock.set('2026-11-21T15:00:00Z')
      const [gift] = await join(test, [giftItem('monthly')])
      test.clock.set('2026-12-02T15:00:00Z')
      const thomas = await signInMember(test, 'thomas@example.com')
      for (const [done, body] of order.entries()) {
        const path = `/api/account/memberships/${gift!.id}/${Object.keys(body)[0]}`
        expect((await thomas.post(path, body)).status).toBe(200)
        expect((await orderOf(gift!.orderItemId))?.needs).toBe(done === 0)
      }
    }
  })

  it.each<[string, object, object]>([
    ['no style', { styles: [] }, { styles: 'Choose at least one style.' }],
    ['an open size', { size: 'Let Recipient Choose' }, { size: expect.any(String) }],
    ['an unknown size', { size: '27' }, { size: expect.any(String) }],
    ['no street', { address: { ...address, address: ' ' } }, { address: 'Address is required' }],
    ['no name', { address: { ...address, fullName: '' } }, { fullName: 'Full name is required' }],
  ])('is refused with %s, and nothing changes', async (_, changes, fields) => {
    const { id } = await given('monthly')
    const token = await linkTo(id)
    const before = (await open(token)).body
    expect(await choose(token, changes)).toMatchObject({ status: 400, body: { fields } })
    expect((await open(token)).body).toEqual(before)
  })
})

describe('the gift page without script', () => {
  const letter = async (token: string, form?: Record<string, string | string[]>, from = origin) => {
    const pairs = Object.entries(form ?? {}).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, one]),
    )
    const response = await test.app.request(`/gift/${token}?letter`, {
      method: form ? 'POST' : 'GET',
      ...(form && { body: new URLSearchParams(pairs), headers: { origin: from } }),
    })
    const html = await response.text()
    const words = html.replaceAll(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')
    return { status: response.status, words, html, headers: response.headers }
  }
  const filled = { ...address, style: ['dress', 'stretch'], size: '36', confirm: 'on' }

  it('shows the giver’s message, takes the choice by form, and confirms it', async () => {
    const token = await linkTo((await given('6-months')).id)
    const asked = await letter(token)
    expect(asked.words).toContain('Thomas, Maya is sending you belts.')
    expect(asked.words).toContain('Happy birthday.')
    expect(asked.words).toContain('Pants 34 → belt 36')
    const { status, headers } = await letter(token, filled)
    expect([status, headers.get('location')]).toEqual([303, '?letter'])
    expect((await open(token)).body).toMatchObject({ styles: ['dress', 'stretch'], size: '36' })
    const noted = await letter(token)
    expect(noted.words).toMatch(/Dress, Stretch[\s\S]*December 2026\s+Ships by December\s5/)
    expect(noted.words).not.toMatch(/[$€£¥]|\bUSD\b|\b(price|paid|plans?|charged?)\b/i)
  })

  it('asks again as long as the recipient isn’t sure of the size', async () => {
    const token = await linkTo((await given('6-months')).id)
    await letter(token, { ...filled, size: 'Unsure' })
    expect((await letter(token)).words).toContain('Pants 34 → belt 36')
  })

  it('says thank you for the last choice that a belt waited for', async () => {
    const { id } = await given('monthly')
    const token = await linkTo(id)
    await setBox(id, '2026-12', { state: 'held', holdReason: 'size' })
    test.clock.set('2026-12-06T12:00:00Z')
    const { status, words } = await letter(token, filled)
    expect(status).toBe(200)
    expect(words).toMatch(
      /It is in the December drop and ships as soon as it’s packed\.[\s\S]*You’re all set\./,
    )
    expect(words).not.toContain('Change it')
  })

  it('keeps the input when something is missing or wrong, and is never cached', async () => {
    const token = await linkTo((await given('monthly')).id)
    const unsure = await letter(token, { ...filled, confirm: '', city: 'Salem' })
    expect(unsure.status).toBe(400)
    expect(unsure.words).toContain('Please check the box, so we send the size that fits.')
    const wrong = await letter(token, { ...filled, zipCode: '10001' })
    expect(wrong.words).toContain('ZIP code 10001 isn’t in Oregon.')
    expect(wrong.html, 'read out with the field').toMatch(
      /<input class="input" id="zipCode"[^>]* value="10001"[^>]* aria-invalid="true" aria-describedby="zipCode-error">/,
    )
    expect(wrong.html).toContain('<p class="err" id="zipCode-error">')
    expect((await open(token)).body.isChosen).toBe(false)
    expect(wrong.headers.get('cache-control')).toBe('no-store')
    expect(wrong.headers.get('referrer-policy')).toBe('strict-origin')
  })

  it('keeps an address saved since the form was opened, unless the form changes it', async () => {
    const token = await linkTo((await given('monthly')).id)
    const page = await test.app.request(`/gift/${token}?letter`)
    const was = /name="was" value="([^"]*)"/.exec(await page.text())?.[1] ?? ''
    const moved = { ...address, address: '9 Oak Road' }
    await choose(token, { address: moved })
    const form = { ...filled, was: was.replaceAll('&quot;', '"') }
    expect((await letter(token, form)).status).toBe(303)
    expect((await open(token)).body).toMatchObject({ styles: ['dress', 'stretch'], address: moved })
    await letter(token, { ...form, address: '12 Elm Street' })
    expect((await open(token)).body.address.address).toBe('12 Elm Street')
    await letter(token, { ...form, was: 'not what we wrote', address: '418 Alder Street' })
    expect((await open(token)).body.address.address).toBe('418 Alder Street')
  })

  it('rejects other sites, and says when its link has expired', async () => {
    const token = await linkTo((await given('monthly')).id)
    expect((await letter(token, filled, 'https://elsewhere.example')).status).toBe(403)
    const over = await letter('x'.repeat(43))
    expect(over.status).toBe(404)
    expect(over.words).toContain('This link has expired')
  })

  it('shows whatever the giver typed as text', async () => {
    const [item] = [giftItem('monthly')]
    const message = '</blockquote><script>alert(1)</script>'
    const { id } = await given('monthly', { giftDetails: { ...item.giftDetails!, giftMessage: message } })
    const page = await test.app.request(`/gift/${await linkTo(id)}?letter`)
    expect(await page.text()).not.toContain('<script')
  })
})

it('no answer to a recipient reveals a price, an amount or the giver’s email', async () => {
  const { id } = await given('12-months')
  const token = await linkTo(id)
  const said = JSON.stringify([await open(token), await choose(token), await choose(token, { size: '' })])
  for (const { price, stripeAmount } of plans) {
    expect(said).not.toContain(price)
    expect(said).not.toContain(String(stripeAmount))
  }
  expect(said).not.toMatch(/[$€£¥]|cents|price|amount|paid|maya@example\.com/i)
})
