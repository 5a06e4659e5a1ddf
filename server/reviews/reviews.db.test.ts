import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  auditLog,
  boxes,
  boxFeedback,
  exchanges,
  memberships,
  outbox,
  products,
  reviews,
} from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { join, ledgerOf } from '../../test/members.ts'
import { beltOnPage } from '../catalog/belt-pages.ts'
import { newestReviews } from '../catalog/shown-reviews.ts'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { sendNotices } from '../notifications/send-notices.ts'
import { readSetting } from '../settings/settings.ts'

// A December of arriving belts, each for a unique member.
let test: TestShop
let slug = ''
let stopPath = ''
const box: Record<string, string> = {}
const people = ['maya', 'silent', 'back', 'quiet', 'undelivered']

beforeAll(async () => {
  test = await createTestShop()
  const { db } = test.shop
  const own = people.map((name) =>
    selfItem('6-months', {
      shippingDetails: {
        ...selfItem().shippingDetails!,
        fullName: `${name[0]!.toUpperCase()}${name.slice(1)} Ellison`,
        email: `${name}@example.com`,
      },
    }),
  )
  const gift = giftItem('6-months', {
    ...{ styles: ['dress'], size: '36' },
    giftDetails: { ...giftItem().giftDetails!, recipientEmail: 'thomas@example.com' },
  })
  const joined = await join(test, [...own, gift])
  // From the current drop, so that everyone can see its page.
  const [belt] = await db.select().from(products).where(eq(products.slug, 'the-ashbury'))
  slug = belt!.slug
  for (const [index, name] of [...people, 'thomas'].entries()) {
    const [first] = (await ledgerOf(test, joined[index]!.id)).boxes
    box[name] = first!.id
    await db
      .update(boxes)
      .set({ state: 'packed', productId: belt!.id, size: '36', packedAt: new Date('2026-12-01T15:00:00Z') })
      .where(eq(boxes.id, first!.id))
  }
  test.clock.set('2026-12-03T15:00:00Z')
  const admin = await signIn(test, 'packer')
  for (const id of Object.values(box))
    await admin.post(`/api/admin/boxes/${id}/tracking`, { trackingNumber: '1Z' })
  // In the shop's zone it is still the 8th.
  test.clock.set('2026-12-09T03:00:00Z')
  const later = await signIn(test, 'packer')
  for (const name of [...people, 'thomas'].filter((each) => each !== 'undelivered'))
    expect((await later.post(`/api/admin/boxes/${box[name]}/delivered`)).status).toBe(200)
  await test.work()
})
afterAll(() => test.close())

/** Who is asked at noon on a day, with their emails. */
async function askedOn(day: string) {
  test.mails.length = 0
  test.clock.set(`${day}T17:00:00Z`)
  await sendNotices(test.shop)
  await drainOutbox(test.shop)
  const asked = test.mails.filter(({ kind }) => kind === 'review-wanted')
  return asked.toSorted((a, b) => (a.to < b.to ? -1 : 1))
}
const tokenIn = (text: string) => /\/review\/([\w-]{40,})/.exec(text)![1]!
const tokens: Record<string, string> = {}
const said = { stars: 5, fit: 'right', text: 'Soft from day one.', shows: 'named' }
const write = (name: string, words: object = {}) =>
  test.post('/api/account/review/words', { token: tokens[name], ...said, ...words })
const page = async () => (await beltOnPage(test.shop, slug))!.reviews

it('wearers are asked once, ten days after delivery, never after a return or a no', async () => {
  await test.shop.db.insert(exchanges).values({
    ...{ boxId: box.back!, kind: 'return', remedy: 'refund', askedBy: 'member' },
    expiresAt: new Date('2027-01-09'),
  })
  expect(await askedOn('2026-12-17')).toEqual([])
  const asked = await askedOn('2026-12-18')
  expect(asked.map(({ to }) => to)).toEqual([
    'maya@example.com',
    'quiet@example.com',
    'silent@example.com',
    'thomas@example.com',
  ])
  for (const mail of asked) tokens[mail.to.split('@')[0]!] = tokenIn(mail.text)
  const [own] = asked
  expect(own!.subject).toBe('How’s The Ashbury?')
  expect(own!.text).toContain(`/review/${tokens.maya}?stars=5`)
  expect(own!.text).toContain(`/review/${tokens.maya}?fit=tight`)
  expect(own!.html).toContain('/og/belts/')
  expect(own!.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const given = asked.find(({ to }) => to === 'thomas@example.com')
  expect(given!.text).not.toMatch(/\$|price/i)
  stopPath = /\/mail\/stop\/[\w-]+/.exec(asked[1]!.text)![0]
  // Not once more, and who was never seen to arrive when it must have.
  await test.shop.db.update(boxes).set({ reviewOn: '2026-12-18' }).where(eq(boxes.id, box.silent!))
  expect(await askedOn('2026-12-23')).toEqual([])
  const [late] = await askedOn('2026-12-24')
  expect(late!.to).toBe('undelivered@example.com')
  tokens.undelivered = tokenIn(late!.text)
})

it('someone who opts out isn’t asked about the next belt', async () => {
  const { db } = test.shop
  const [first] = await db.select().from(boxes).where(eq(boxes.id, box.quiet!))
  const [, next] = (await ledgerOf(test, first!.membershipId)).boxes
  const [other] = await db.select().from(products).where(eq(products.slug, 'the-marlowe'))
  await db
    .update(boxes)
    .set({ state: 'delivered', productId: other!.id, size: '36', reviewOn: '2026-12-26' })
    .where(eq(boxes.id, next!.id))
  expect((await test.app.request(stopPath, { method: 'POST' })).status).toBe(200)
  expect(await askedOn('2026-12-26')).toEqual([])
})

it('nobody is asked about a belt that has problems, is old, was asked about, or is secret', async () => {
  const { db } = test.shop
  const nextOf = async (name: string) => {
    const [first] = await db.select().from(boxes).where(eq(boxes.id, box[name]!))
    const [, next] = (await ledgerOf(test, first!.membershipId)).boxes
    return next!
  }
  const [other] = await db.select().from(products).where(eq(products.slug, 'the-marlowe'))
  const [same] = await db.select().from(products).where(eq(products.slug, 'the-ashbury'))
  const there = { state: 'delivered' as const, productId: other!.id, size: '36', reviewOn: '2026-12-27' }
  const set = async (name: string, changes: Partial<typeof boxes.$inferInsert>) => {
    const { id } = await nextOf(name)
    await db
      .update(boxes)
      .set({ ...there, ...changes })
      .where(eq(boxes.id, id))
  }
  await set('maya', { trouble: 'lost' })
  // The carrier lost it after the email was due, before it was sent.
  const { id: lost } = await nextOf('maya')
  await db.insert(outbox).values({ kind: 'review-wanted', subjectId: lost, runAt: test.clock.now() })
  await set('undelivered', { reviewOn: '2026-11-20' })
  await db.update(boxes).set({ isReplaced: true }).where(eq(boxes.id, box.silent!))
  await set('silent', { productId: same!.id })
  await set('thomas', {})
  const { membershipId } = await nextOf('thomas')
  const announce = (noticeOn: string) =>
    db.update(memberships).set({ noticeOn }).where(eq(memberships.id, membershipId))
  const [was] = await db.select().from(memberships).where(eq(memberships.id, membershipId))
  await announce('2027-02-01')
  expect(await askedOn('2026-12-27')).toEqual([])
  await announce('2026-12-28')
  expect(await askedOn('2026-12-28'), 'on the day of its notice').toEqual([])
  await announce(was!.noticeOn!)
  expect((await askedOn('2026-12-28')).map(({ to }) => to)).toEqual(['thomas@example.com'])
  // A gift whose recipient has no address anymore: its giver doesn't wear it.
  const { id: given } = await nextOf('thomas')
  await db.update(memberships).set({ memberEmail: null }).where(eq(memberships.id, membershipId))
  await db.update(outbox).set({ sentAt: null, runAt: test.clock.now() }).where(eq(outbox.subjectId, given))
  expect(await askedOn('2026-12-28'), 'nobody to ask').toEqual([])
  await db.update(memberships).set({ memberEmail: was!.memberEmail }).where(eq(memberships.id, membershipId))
  for (const name of ['maya', 'undelivered', 'silent', 'thomas']) {
    const { id } = await nextOf(name)
    const free = { state: 'owed', productId: null, trouble: null, reviewOn: null } as const
    await db.update(boxes).set(free).where(eq(boxes.id, id))
  }
  await db.update(boxes).set({ isReplaced: false }).where(eq(boxes.id, box.silent!))
})

it('opening the link changes nothing; a review waits for the admin, who can’t edit it', async () => {
  expect((await test.post('/api/account/review', { token: tokens.maya })).body).toMatchObject({
    belt: { name: 'The Ashbury' },
    signature: 'Maya, Portland, OR',
    fit: null,
    written: null,
  })
  expect(await test.shop.db.select().from(reviews)).toEqual([])
  const sent = await write('maya', { text: '  Soft from\nday one.  ' })
  expect(sent.body.written).toEqual({
    ...{ stars: 5, text: 'Soft from day one.', shows: 'named', state: 'waiting', declinedBecause: null },
  })
  // Twice pressed, it's written once, and waits since the first time.
  test.clock.advance(60_000)
  await write('maya')
  expect(await test.shop.db.select().from(reviews)).toHaveLength(1)
  expect(await page()).toBeNull()
  expect(await newestReviews(test.shop)).toEqual([])
  const taps = await test.shop.db.select().from(boxFeedback).where(eq(boxFeedback.boxId, box.maya!))
  expect(taps).toMatchObject([{ fit: 'right', taste: 'love' }])

  const admin = await signIn(test, 'support')
  const waiting = (await admin.get('/api/admin/reviews')).body
  expect(waiting).toMatchObject({ waiting: 1, reviews: [{ by: 'Maya, Portland, OR', belt: 'The Ashbury' }] })
  expect(JSON.stringify(waiting)).not.toContain('maya@')
  const toRead = async () => (await admin.get('/api/admin/promises?kind=review')).body.promises
  expect(await toRead()).toMatchObject([{ what: 'Read a review of The Ashbury', isLate: false }])
  const [row] = waiting.reviews
  const decide = (body: object) => admin.post(`/api/admin/reviews/${row.id}/decision`, body)
  expect((await decide({ writtenAt: row.writtenAt, declinedFor: 'two stars' })).status).toBe(400)
  expect((await decide({ writtenAt: row.writtenAt })).status, 'nothing was decided').toBe(400)
  const version = () => readSetting(test.shop, 'catalogVersion')
  const before = await version()
  expect((await decide({ writtenAt: row.writtenAt, declinedFor: null })).status).toBe(200)
  const published = await version()
  expect(await toRead()).toEqual([])
  expect(published, 'pages are made anew').not.toBe(before)
  expect(await page()).toMatchObject({
    count: 1,
    average: 5,
    shown: [{ text: 'Soft from day one.', by: 'Maya, Portland, OR', fit: 'right', stars: 5 }],
  })
  expect(await newestReviews(test.shop)).toMatchObject([{ belt: { slug } }])
  const [line] = await test.shop.db.select().from(auditLog).where(eq(auditLog.entityId, row.id))
  expect(line).toMatchObject({ action: 'review.publish', username: 'test-support' })

  // Pressed again on an old page, it stays published.
  test.clock.advance(60_000)
  expect((await write('maya')).body.written.state).toBe('published')
  expect(await page()).toMatchObject({ count: 1 })
  expect(await version()).toBe(published)

  // Changed, it's read again; the admin decides about the words that it has read.
  test.clock.advance(60_000)
  expect((await write('maya', { stars: 2, text: 'The buckle scratched.' })).body.written.state).toBe(
    'waiting',
  )
  expect(await page()).toBeNull()
  expect(await version(), 'pages are made anew').not.toBe(published)
  expect(await decide({ writtenAt: row.writtenAt, declinedFor: null })).toMatchObject({ status: 409 })
})

it('a declined review says why, and an anonymous one shows no name', async () => {
  test.clock.advance(60_000)
  const gift = { shows: 'unnamed', text: 'A gift I wear daily.' }
  expect((await write('thomas', gift)).body.written.state).toBe('waiting')
  // The same words, but not for others anymore, and then for them after all.
  expect((await write('thomas', { ...gift, shows: 'no' })).body.written.state).toBe('private')
  expect((await write('thomas', gift)).body.written.state).toBe('waiting')
  expect((await write('silent', { shows: 'no', text: 'Just so you know.' })).body.written.state).toBe(
    'private',
  )
  const admin = await signIn(test)
  const { reviews: list } = (await admin.get('/api/admin/reviews')).body
  const writers = (rows: { by: string }[]) => rows.map(({ by }) => by)
  expect(writers(list)).toEqual(['Maya, Portland, OR', 'A member'])
  /** All of a state, a page at a time. */
  const walk = async (state: string) => {
    const first = (await admin.get(`/api/admin/reviews?state=${state}&limit=1`)).body
    const rest = (await admin.get(`/api/admin/reviews?state=${state}&cursor=${first.nextCursor}`)).body
    return writers([...first.reviews, ...rest.reviews])
  }
  expect(await walk('waiting'), 'oldest first').toEqual(writers(list))
  const decide = (at: number, declinedFor: string | null) =>
    admin.post(`/api/admin/reviews/${list[at].id}/decision`, { writtenAt: list[at].writtenAt, declinedFor })
  await decide(0, 'off_topic')
  await decide(1, null)
  expect((await test.post('/api/account/review', { token: tokens.maya })).body.written).toMatchObject({
    state: 'declined',
    declinedBecause: 'it’s not about the belt',
  })
  expect(await page()).toMatchObject({ count: 1, shown: [{ by: 'A member', text: 'A gift I wear daily.' }] })
  const published = (await admin.get('/api/admin/reviews?state=published')).body
  expect([published.reviews.length, published.waiting], 'none is left to read').toEqual([1, 0])
  await decide(0, null)
  expect(await walk('published'), 'newest first').toEqual(['A member', 'Maya, Portland, OR'])
  const shownIn = await readSetting(test.shop, 'catalogVersion')
  await decide(0, 'off_topic')
  expect(await page()).toMatchObject({ count: 1, shown: [{ by: 'A member' }] })
  expect(await readSetting(test.shop, 'catalogVersion'), 'pages are made anew').not.toBe(shownIn)
  const [hidden] = (await admin.get('/api/admin/reviews?state=private')).body.reviews
  const shown = await admin.post(`/api/admin/reviews/${hidden.id}/decision`, {
    ...{ writtenAt: hidden.writtenAt, declinedFor: null },
  })
  expect(shown.status).toBe(409)
  const viewer = await signIn(test, 'viewer')
  expect((await viewer.get('/api/admin/reviews')).status).toBe(200)
  expect((await viewer.post(`/api/admin/reviews/${list[0].id}/decision`, {})).status).toBe(403)
})

it('invalid, forged or excessive reviews are refused', async () => {
  expect((await write('maya', { text: 'x'.repeat(601) })).status).toBe(400)
  expect((await write('maya', { stars: 6 })).status).toBe(400)
  expect((await write('maya', { shows: undefined })).status).toBe(400)
  const forged = tokens.maya!.slice(0, -2) + (tokens.maya!.endsWith('AA') ? 'BB' : 'AA')
  for (const token of [forged, '', 'nonsense', 'A'.repeat(50)])
    expect((await test.post('/api/account/review', { token })).status).toBe(404)
  let status = 200
  for (let tries = 0; tries < 61 && status === 200; tries++)
    status = (await test.post('/api/account/review', { token: tokens.undelivered })).status
  expect(status).toBe(429)
})

it('its writer can withdraw it from their page, and data deletion removes it everywhere', async () => {
  test.clock.set('2027-01-04T15:00:00Z')
  const thomas = await signInMember(test, 'thomas@example.com')
  const belts = (await thomas.get('/api/account/sent-belts')).body.belts
  const path = belts.find(({ boxId }: { boxId: string }) => boxId === box.thomas).reviewPath
  expect(path).toMatch(/^\/review\/[\w-]{50}$/)
  const token = path.slice('/review/'.length)
  const file = (await thomas.get('/api/account/my-data')).body
  expect(file.reviews).toMatchObject([{ belt: 'The Ashbury', text: 'A gift I wear daily.' }])
  const before = await readSetting(test.shop, 'catalogVersion')
  expect((await test.post('/api/account/review/take-back', { token })).body.written).toBeNull()
  expect(await page()).toBeNull()
  expect(await readSetting(test.shop, 'catalogVersion'), 'pages are made anew').not.toBe(before)

  await test.post('/api/account/review/words', { token, ...said })
  const { membershipId } = belts[0]
  await test.shop.db.update(boxes).set({ state: 'delivered' }).where(eq(boxes.membershipId, membershipId))
  expect((await thomas.post('/api/account/my-data/delete')).status).toBe(200)
  const left = await test.shop.db.select().from(reviews).where(eq(reviews.boxId, box.thomas!))
  expect(left).toEqual([])
  expect((await test.post('/api/account/review', { token })).status).toBe(404)
})

it('the link opens a shipped belt for 180 days', async () => {
  const { db } = test.shop
  const day = 86_400_000
  const opened = async () => (await test.post('/api/account/review', { token: tokens.silent })).status
  const leave = (state: 'assigned' | 'delivered') =>
    db.update(boxes).set({ state }).where(eq(boxes.id, box.silent!))
  await leave('assigned')
  expect(await opened()).toBe(404)
  await leave('delivered')
  test.clock.set(new Date(Date.parse('2026-12-18T17:00:00Z') + 179 * day).toISOString())
  expect(await opened()).toBe(200)
  test.clock.advance(2 * day)
  expect(await opened()).toBe(404)
})
