import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  beltVariants,
  boxes,
  delays,
  drops,
  memberships,
  otherMailboxes,
  parcels,
  refunds,
} from '../../db/schema.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { join } from '../../test/members.ts'
import { delayNotice } from '../emails/delay-notice.ts'
import { resumeMembership, skipBox } from '../memberships/skip-box.ts'
import { answerDelay } from './answer-delay.ts'
import { delayLink } from './delay-links.ts'
import { notifyDelays } from './notify-delays.ts'
import { openDelays } from './open-delays.ts'

let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
})
afterAll(() => test.close())

/** A unique member with one box in December, paid by themselves. */
async function member(name: string, item = selfItem('monthly')) {
  test.clock.set('2026-11-21T15:00:00Z')
  const email = `${name}@example.com`
  const [membership] = await join(test, [
    { ...item, ...(item.shippingDetails ? { shippingDetails: { ...item.shippingDetails, email } } : {}) },
  ])
  await test.shop.db.update(memberships).set({ payerEmail: email }).where(eq(memberships.id, membership!.id))
  const [box] = await test.shop.db
    .select()
    .from(boxes)
    .where(eq(boxes.membershipId, membership!.id))
    .orderBy(boxes.drop)
  return { email, box: box! }
}
const hold = (id: string, holdReason: string) =>
  test.shop.db.update(boxes).set({ state: 'held', holdReason }).where(eq(boxes.id, id))
const ofBox = (id: string) =>
  test.shop.db.select().from(delays).where(eq(delays.boxId, id)).orderBy(delays.createdAt)
const stateOf = async (id: string) =>
  (await test.shop.db.select().from(boxes).where(eq(boxes.id, id)))[0]!.state
const at = async (instant: string) => {
  test.clock.set(instant)
  await notifyDelays(test.shop)
  await notifyDelays(test.shop)
}
const on = (day: string) => at(`${day}T15:00:00Z`)
const answer = (link: string, body: Record<string, string>) =>
  test.app.request(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost' },
    body: new URLSearchParams(body).toString(),
  })
const mailTo = async (email: string, kind = 'delay-notice') => {
  await test.work()
  return test.mails.filter((mail) => mail.to === email && mail.kind === kind)
}
const linkIn = (text: string) => /\/mail\/delay\/[\w-]+/.exec(text)![0]

it('a missing belt is announced once its drop has closed; silence waits, then refunds on the promised day', async () => {
  const { email, box } = await member('wants')
  await hold(box.id, 'stock')
  const patient = await member('patient')
  await hold(patient.box.id, 'stock')
  await on('2026-11-28')
  expect(await ofBox(box.id)).toEqual([])
  await on('2026-12-01')
  expect(await ofBox(box.id)).toMatchObject([
    { reason: 'stock', wasDay: '2026-12-05', newDay: '2027-01-04', silence: 'wait', refundAfter: null },
  ])
  expect((await mailTo(email))[0]!.text).toContain('The new day is January 4, 2027.')
  const says = async (body: Record<string, string>) =>
    answer(linkIn((await mailTo(patient.email)).at(-1)!.text), body)
  const told = async () => (await ofBox(patient.box.id)).at(-1)!
  await says({ delay: (await told()).id, answer: 'wait' })
  // Silence: it waits past its first day.
  await on('2026-12-20')
  expect(await stateOf(box.id)).toBe('held')
  // Still none, five days ahead: announced again, and now silence refunds.
  await on('2026-12-30')
  expect((await ofBox(box.id))[1]).toMatchObject({
    wasDay: '2027-01-04',
    silence: 'refund',
    refundAfter: '2027-01-04',
  })
  expect((await mailTo(email))[1]!.text).toContain('by January 4, we’ll refund this belt')
  // Who agreed to the day before has not agreed to another one; who agrees to this one keeps the belt.
  expect(await told()).toMatchObject({ silence: 'refund', answer: null })
  expect((await says({ delay: (await told()).id, answer: 'wait' })).status).toBe(200)
  await on('2027-01-04')
  expect(await stateOf(box.id)).toBe('held')
  await on('2027-01-05')
  expect(await stateOf(box.id)).toBe('refunded')
  expect((await ofBox(box.id))[1]).toMatchObject({
    answer: 'refund',
    answeredBy: 'silence',
    endedAt: expect.any(Date),
  })
  expect(await stateOf(patient.box.id)).toBe('held')
  await test.shop.db.update(boxes).set({ state: 'shipped' }).where(eq(boxes.id, patient.box.id))
  await on('2027-01-06')
  expect((await told()).endedAt, 'it has left').not.toBeNull()
  expect(await mailTo(email)).toHaveLength(2)
  const [refund] = await test.shop.db
    .select({ id: refunds.id })
    .from(boxes)
    .innerJoin(refunds, eq(boxes.refundId, refunds.id))
    .where(eq(boxes.id, box.id))
  expect(refund).toBeDefined()
})

it('only the link’s buttons answer, once, and nobody else has one', async () => {
  const { email, box } = await member('clicks')
  await hold(box.id, 'unseen')
  await on('2026-12-02')
  const [mail] = await mailTo(email)
  const link = linkIn(mail!.text)
  const [delay] = await ofBox(box.id)
  const page = await test.app.request(`${link}?answer=refund`)
  expect(await page.text()).toContain('Refund this belt')
  expect((await ofBox(box.id))[0]!.answer).toBeNull()
  expect((await answer(`${link.slice(0, -3)}AAA`, { delay: delay!.id, answer: 'refund' })).status).toBe(404)
  const [strange] = await ofBox((await member('other')).box.id)
  expect(strange).toBeUndefined()
  expect((await answer(link, { delay: crypto.randomUUID(), answer: 'refund' })).status).toBe(404)
  expect((await answer(link, { delay: delay!.id, answer: 'wait' })).status).toBe(200)
  expect((await ofBox(box.id))[0]).toMatchObject({ answer: 'wait', answeredBy: email })
  // An address the admin joined sees it too; a stranger doesn’t.
  const second = await signInMember(test, 'clicks.second@example.com')
  expect((await second.get('/api/account/delays')).body.delays).toEqual([])
  await test.shop.db
    .insert(otherMailboxes)
    .values({ email: second.email, firstEmail: email, username: 'ana', createdAt: test.shop.now() })
  expect((await second.get('/api/account/delays')).body.delays).toMatchObject([{ id: delay!.id }])
  expect((await second.post(`/api/account/delays/${delay!.id}`, { answer: 'wait' })).status).toBe(200)
  // Someone who waits can still take the money, once.
  expect((await answer(link, { delay: delay!.id, answer: 'refund' })).status).toBe(200)
  expect((await answer(link, { delay: delay!.id, answer: 'refund' })).status).toBe(200)
  expect(await stateOf(box.id)).toBe('refunded')
  expect((await answer(link, { delay: delay!.id, answer: 'wait' })).status).toBe(409)
})

it('the page of a link has the answer of its button first, and none once it is settled', async () => {
  const { email, box } = await member('reads')
  await hold(box.id, 'unseen')
  await on('2026-12-02')
  const link = linkIn((await mailTo(email))[0]!.text)
  const [delay] = await ofBox(box.id)
  const change = (changes: Partial<typeof delays.$inferInsert>) =>
    test.shop.db.update(delays).set(changes).where(eq(delays.id, delay!.id))
  await change({ wasDay: '2026-12-05', newDay: '2026-12-12' })
  const page = async (query = '') => (await test.app.request(`${link}${query}`)).text()
  const buttons = async (query = '') =>
    [...(await page(query)).matchAll(/<button class="btn[^>]*>([^<]+)/g)].map(([, words]) => words)
  expect(await buttons()).toEqual(['I’ll wait', 'Refund this belt'])
  expect(await buttons('?answer=refund')).toEqual(['Refund this belt', 'I’ll wait'])
  expect((await page()).replaceAll('\u00a0', ' ')).toMatch(/by December 5\. It ships by December 12\.</)
  await change({ newDay: null })
  expect(await page()).toContain('We don’t know its new day yet.')
  await answer(link, { delay: delay!.id, answer: 'wait' })
  expect(await page()).toContain('You said you’ll wait.')
  await change({ endedAt: test.shop.now() })
  expect([await buttons(), await page()]).toEqual([[], expect.stringContaining('already been settled')])
  await change({ endedAt: null })
  await answer(link, { delay: delay!.id, answer: 'refund' })
  expect([await buttons(), await page()]).toEqual([[], expect.stringContaining('on its way back')])
})

it('a held drop asks in its own email; a gift’s giver decides, and its recipient sees no money', async () => {
  const gift = giftItem('monthly', {
    giftDetails: {
      ...giftItem().giftDetails!,
      recipientEmail: 'wearer@example.com',
      emailDate: '2026-11-22T00:00:00.000Z',
    },
  })
  const giver = await member('giver', gift)
  const own = await member('own')
  test.clock.set('2026-12-02T15:00:00Z')
  owner = await signIn(test)
  const words = 'The buckles are stuck at the port.'
  expect((await owner.post('/api/admin/drops/2026-12/change', { kind: 'hold', words })).status).toBe(200)
  expect(await ofBox(own.box.id)).toMatchObject([
    { reason: 'hold', newDay: null, silence: 'refund', refundAfter: '2027-01-04' },
  ])
  const [toOwn] = await mailTo(own.email, 'drop-notice')
  expect(toOwn!.text).toContain('I’ll wait: http')
  const asked = await test.app.request(linkIn(toOwn!.text))
  expect((await asked.text()).match(/Refund this belt/g), 'once for one belt').toHaveLength(1)
  const [toGiver] = await mailTo(giver.email, 'drop-notice')
  expect(toGiver!.text).toContain('Refund this belt: http')
  const [toWearer] = await mailTo('wearer@example.com', 'drop-notice')
  expect(toWearer!.text).not.toMatch(/refund|money/i)
  const wearer = await signInMember(test, 'wearer@example.com')
  expect((await wearer.get('/api/account/delays')).body.delays).toEqual([])
  const forWearer = await delayLink(test.shop, (await ofBox(giver.box.id))[0]!.id, 'wearer@example.com')
  expect((await test.app.request(new URL(forWearer).pathname)).status).toBe(404)
  const giving = await signInMember(test, giver.email)
  const [mine] = (await giving.get('/api/account/delays')).body.delays
  expect((await wearer.post(`/api/account/delays/${mine.id}`, { answer: 'refund' })).status).toBe(404)
  expect((await giving.post(`/api/account/delays/${mine.id}`, { answer: 'refund' })).body.delays).toEqual([])
  expect(await stateOf(giver.box.id)).toBe('refunded')
  // Released to a day within thirty days of the first: silence waits again.
  test.clock.set('2026-12-10T15:00:00Z')
  owner = await signIn(test)
  await owner.post('/api/admin/drops/2026-12/change', {
    kind: 'release',
    words: 'They are here.',
    shipBy: '2026-12-18',
  })
  expect((await ofBox(own.box.id))[1]).toMatchObject({
    reason: 'release',
    newDay: '2026-12-18',
    silence: 'wait',
  })
  // Unshipped by the evening of its new day: announced that day, and refunded on silence.
  await at('2026-12-18T22:59:59Z')
  expect(await ofBox(own.box.id)).toHaveLength(2)
  await at('2026-12-18T23:00:00Z')
  expect((await ofBox(own.box.id))[2]).toMatchObject({
    reason: 'late',
    wasDay: '2026-12-18',
    silence: 'refund',
    refundAfter: '2026-12-21',
  })
  expect((await mailTo(own.email)).at(-1)!.text).toContain('If we don’t hear from you by December 21')
})

it('someone who joins a held drop is told by that evening too', async () => {
  const { email, box } = await member('later')
  await test.shop.db.update(drops).set({ state: 'held' }).where(eq(drops.drop, '2026-12'))
  await at('2026-12-18T23:00:00Z')
  expect(await ofBox(box.id)).toMatchObject([
    { reason: 'hold', newDay: null, silence: 'refund', refundAfter: '2027-01-17' },
  ])
  const [mail] = await mailTo(email)
  expect(mail!.text).toContain('until it ships')
  // Packed by then, its piece goes back on the shelf, and its postage is asked back.
  const { db } = test.shop
  const [piece] = await db.select().from(beltVariants).where(eq(beltVariants.size, '36')).limit(1)
  const { productId, size, stock } = piece!
  await db.update(boxes).set({ state: 'packed', productId, size }).where(eq(boxes.id, box.id))
  const now = test.shop.now()
  await db
    .insert(parcels)
    .values({ boxId: box.id, ounces: 12, createdAt: now, label: 'bought', boughtAt: now })
  const [asked] = await ofBox(box.id)
  expect((await answer(linkIn(mail!.text), { delay: asked!.id, answer: 'refund' })).status).toBe(200)
  expect(await stateOf(box.id)).toBe('refunded')
  const ofPiece = and(eq(beltVariants.productId, productId), eq(beltVariants.size, size))
  expect((await db.select().from(beltVariants).where(ofPiece))[0]!.stock).toBe(stock + 1)
  expect(await db.select().from(parcels)).toMatchObject([{ label: 'voiding' }])
  await test.shop.db.update(drops).set({ state: 'open' }).where(eq(drops.drop, '2026-12'))
})

it('a member who skips a late belt themselves keeps it: nobody refunds it, or calls it late', async () => {
  const { email, box } = await member('skips', selfItem('6-months'))
  owner = await signIn(test)
  const words = 'The tannery is late.'
  await owner.post('/api/admin/drops/2026-12/change', { kind: 'hold', words })
  expect(await ofBox(box.id)).toMatchObject([{ silence: 'refund', endedAt: null }])
  const skips = await signInMember(test, email)
  const skipped = await skips.post(`/api/account/memberships/${box.membershipId}/skip`, { drop: '2026-12' })
  expect(skipped.status, JSON.stringify(skipped.body)).toBe(200)
  expect((await ofBox(box.id))[0]).toMatchObject({ answer: null, endedAt: test.shop.now() })
  expect((await skips.get('/api/account/delays')).body.delays).toEqual([])
  await on('2027-01-18')
  expect(await stateOf(box.id)).toBe('owed')
  await test.shop.db.update(drops).set({ state: 'open' }).where(eq(drops.drop, '2026-12'))
})

it('the same new day is told once, and ending a pause early ends the delay with it', async () => {
  const { box } = await member('comes-back')
  const { membershipId } = box
  await skipBox(test.shop, { membershipId, drop: '2026-12' })
  const late = (next: string) =>
    test.shop.db.transaction((tx) =>
      openDelays(tx, test.shop, {
        ...{ which: sql`b.id = ${box.id}`, reason: 'ship-by', was: '2027-01-05', next },
      }),
    )
  expect(await late('2027-01-12')).toHaveLength(1)
  expect(await late('2027-01-12')).toEqual([])
  await resumeMembership(test.shop, { membershipId })
  expect(await ofBox(box.id)).toMatchObject([{ newDay: '2027-01-12', endedAt: expect.any(Date) }])
})

it('a belt on us waits however late it is: there is no money to choose, and silence doesn’t take it away', async () => {
  const { email, box } = await member('on-us')
  owner = await signIn(test)
  const given = await owner.post(`/api/admin/memberships/${box.membershipId}/acts`, {
    ...{ act: { act: 'comp', boxes: 1 }, reason: 'For your patience.', askedAs: crypto.randomUUID() },
  })
  expect(given.status, JSON.stringify(given.body)).toBe(200)
  const { db } = test.shop
  const [free] = await db
    .select()
    .from(boxes)
    .where(and(eq(boxes.membershipId, box.membershipId), eq(boxes.valueCents, 0)))
  await db.update(boxes).set({ state: 'shipped' }).where(eq(boxes.id, box.id))
  await hold(free!.id, 'stock')
  await on('2027-01-02')
  await test.work()
  await on('2027-02-01')
  const told = await mailTo(email)
  expect(told.map(({ subject }) => subject)).toEqual([
    'Your January belt ships by February 4',
    'Your January belt ships by March 6',
  ])
  for (const { text } of told) expect(text).not.toMatch(/refund|money|paid/)
  const wears = await signInMember(test, email)
  expect((await wears.get('/api/account/delays')).body.delays).toEqual([])
  await on('2027-02-20')
  expect(await stateOf(free!.id)).toBe('held')
})

it('a gift’s recipient is never offered its money, even if its giver’s data is gone', async () => {
  const { box } = await member('gone', giftItem('monthly'))
  await hold(box.id, 'stock')
  const { db } = test.shop
  await db.update(memberships).set({ payerEmail: null }).where(eq(memberships.id, box.membershipId))
  await on('2026-12-02')
  await test.work()
  const [delay] = await ofBox(box.id)
  expect(await delayNotice(test.shop, `${box.id}:${delay!.id}`)).toHaveProperty('droppedBecause')
})

it('who answers while others are being refunded for their silence keeps the belt', async () => {
  const two = [await member('silent'), await member('just-in-time')]
  for (const { box } of two) await hold(box.id, 'stock')
  await on('2026-12-02')
  await on('2027-01-13')
  const told = await Promise.all(two.map(async ({ box }) => (await ofBox(box.id)).at(-1)!))
  const { payments } = test.shop
  const { refund } = payments
  let answered: string | null = null
  payments.refund = async (asked) => {
    if (answered === null) {
      const states = await Promise.all(two.map(({ box }) => stateOf(box.id)))
      const spared = states[0] === 'held' ? 0 : 1
      answered = two[spared]!.box.id
      await answerDelay(test.shop, { delayId: told[spared]!.id, answer: 'wait', by: two[spared]!.email })
    }
    return refund(asked)
  }
  await on('2027-01-18')
  payments.refund = refund
  expect((await Promise.all(two.map(({ box }) => stateOf(box.id)))).toSorted()).toEqual(['held', 'refunded'])
})

it('whoever also wears someone’s gift is still asked about their own late belt', async () => {
  const names = ['both-1', 'both-2', 'both-3', 'both-4']
  for (const name of names) {
    await member(name)
    const details = { ...giftItem().giftDetails!, recipientEmail: `${name}@example.com` }
    await join(test, [
      giftItem('monthly', { giftDetails: { ...details, emailDate: '2026-11-21T00:00:00.000Z' } }),
    ])
  }
  const gives = await member('both-5', giftItem('monthly'))
  const details = { ...giftItem().giftDetails!, recipientEmail: gives.email }
  await join(test, [
    giftItem('monthly', { giftDetails: { ...details, emailDate: '2026-11-21T00:00:00.000Z' } }),
  ])
  test.clock.set('2026-11-23T15:00:00Z')
  owner = await signIn(test)
  const words = 'The tannery is late again.'
  const held = await owner.post('/api/admin/drops/2026-12/change', { kind: 'hold', words })
  expect(held.status).toBe(200)
  for (const name of names) {
    const told = await mailTo(`${name}@example.com`, 'drop-notice')
    expect(
      told.filter(({ text }) => text.includes('I’ll wait: http')),
      name,
    ).toHaveLength(1)
  }
  expect(await mailTo(gives.email, 'drop-notice'), 'about both gifts').toHaveLength(2)
  await test.shop.db.update(drops).set({ state: 'open' }).where(eq(drops.drop, '2026-12'))
})
