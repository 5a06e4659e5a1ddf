import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  boxes,
  contactMessages,
  memberships,
  newsletterSubscribers,
  outbox,
  refunds,
} from '../../db/schema.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { join, ledgerOf } from '../../test/members.ts'
import { sendBox } from '../../test/send-box.ts'
import { requestExchange } from '../exchanges/request-exchange.ts'
import { enqueuePromisesMail } from './list-promises.ts'

let test: TestShop
let owner: SignedIn
beforeEach(async () => {
  test = await createTestShop()
  owner = await signIn(test)
})
afterEach(() => test.close())

type Listed = { kind: string; id: string; what: string; dueOn: string; isLate: boolean }
const promises = async (query = '', who = owner) => {
  const { status, body } = await who.get(`/api/admin/promises${query}`)
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}
const ofKind = async (kind: string): Promise<Listed[]> => (await promises(`?kind=${kind}`)).promises

/** Later, when the admin has signed in again. */
async function goOn(at: string) {
  test.clock.set(at)
  owner = await signIn(test)
  // An email waiting for days would be another task.
  await test.work()
}

it('a good day has no open promises', async () => {
  const none = { open: 0, due: 0, late: 0, isCalling: false, promises: [] }
  expect(await promises()).toMatchObject(none)
  // Someone who joined after November’s boxes shipped waits for December’s letter.
  const reader = { email: 'ida@example.com', source: 'footer', tokenHash: 'x', status: 'active' as const }
  const { db } = test.shop
  await db.insert(newsletterSubscribers).values({ ...reader, confirmedAt: new Date('2026-11-06T15:00:00Z') })
  expect(await promises()).toMatchObject(none)
  await db.update(newsletterSubscribers).set({ confirmedAt: new Date('2026-11-05T15:00:00Z') })
  expect(await ofKind('letter')).toMatchObject([
    { what: 'Write November 2026’s letter', dueOn: '2026-11-05' },
  ])
})

it('a paid box is due on its ship-by day, then late, and kept once shipped', async () => {
  const [membership] = await join(test, [selfItem()])
  const before = await promises()
  expect(before).toMatchObject({ open: 1, due: 0, late: 0, isCalling: false })
  expect(before.promises[0]).toMatchObject({
    ...{ kind: 'box', dueOn: '2026-12-05', isLate: false, owner: 'packer' },
    person: { name: 'Maya Ellison', email: 'maya@example.com' },
    act: { to: '/admin/drops/2026-12/pack' },
  })
  await goOn('2026-12-05T15:00:00Z')
  expect(await promises()).toMatchObject({ due: 1, late: 0, isCalling: true })
  await goOn('2026-12-06T15:00:00Z')
  expect(await promises()).toMatchObject({ due: 0, late: 1, isCalling: true })
  const health = (await owner.get('/api/admin/health')).body
  expect(health.lines.find(({ id }: { id: string }) => id === 'promises-late')).toMatchObject({
    state: 'watch',
    value: '1 of 1 open',
  })
  await sendBox(test, membership!.id)
  expect(await ofKind('box')).toEqual([])
})

it('a later month’s box is no promise today', async () => {
  const [membership] = await join(test, [selfItem('6-months')])
  expect((await ledgerOf(test, membership!.id)).boxes).toHaveLength(6)
  expect(await ofKind('box')).toHaveLength(1)
})

it('a held box says why it waits', async () => {
  const [membership] = await join(test, [giftItem('monthly')])
  await test.shop.db
    .update(boxes)
    .set({ state: 'held', holdReason: 'size' })
    .where(eq(boxes.membershipId, membership!.id))
  const [held] = await ofKind('hold')
  expect(held).toMatchObject({
    what: 'December belt, held: no size chosen',
    act: { to: '/admin/drops/2026-12/curate' },
  })
})

it('a new message is due by its subject’s hours, and raises no alarm yet', async () => {
  await test.post('/api/contact', {
    ...{ name: 'Lena Fritz', email: 'lena@example.com', subject: 'Where is it?', category: 'order' },
    ...{ orderNumber: 'BC-1', message: 'It has not come yet.' },
  })
  const { promises: listed, nextCursor } = await promises('?kind=reply&limit=1')
  expect(nextCursor, 'no page after a full one that was the last').toBeNull()
  expect(listed[0]).toMatchObject({
    what: 'Answer “Where is it?”',
    dueAt: '2026-11-22T03:00:00.000Z',
    dueOn: '2026-11-21',
  })
  expect((await promises()).isCalling).toBe(false)
  // A message set aside as not a question waits for no one.
  const setAside = (aside: 'spam' | null) => test.shop.db.update(contactMessages).set({ aside })
  await setAside('spam')
  expect(await ofKind('reply')).toEqual([])
  await setAside(null)
  await goOn('2026-11-22T15:00:00Z')
  expect(await promises()).toMatchObject({ late: 1, isCalling: true })
  const [message] = await test.shop.db.select().from(contactMessages)
  await owner.post(`/api/admin/messages/${message!.id}/replies`, { text: 'It left on Monday.', version: 0 })
  expect(await ofKind('reply')).toEqual([])
})

it('pages list each message once', async () => {
  const since = ['2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z', '2026-11-21T12:00:00Z']
  const asked = since.map((at, place) => ({
    ...{ name: 'Lena', email: 'lena@example.com', subject: `Question ${place + 1}`, message: 'Hello?' },
    waitingSince: new Date(at),
  }))
  await test.shop.db.insert(contactMessages).values(asked)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null && seen.length < 9) {
    const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const page = await promises(`?kind=reply&limit=1${after}`)
    seen.push(...page.promises.map(({ what }: Listed) => what))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(['Answer “Question 1”', 'Answer “Question 2”', 'Answer “Question 3”'])
})

it('a gift’s failed refund names its giver, who paid, also after the gift has another wearer', async () => {
  const [gift] = await join(test, [giftItem('6-months')])
  const [payment] = (await ledgerOf(test, gift!.id)).payments
  await test.shop.db.insert(refunds).values({
    ...{ paymentId: payment!.id, amountCents: 1000, taxCents: 0, status: 'failed', reason: '' },
    createdAt: test.shop.now(),
  })
  const giver = { name: giftItem().giftDetails!.senderName, email: 'maya@example.com' }
  expect(await ofKind('refund')).toMatchObject([{ person: giver }])
  const isIt = eq(memberships.id, gift!.id)
  const theirsSince = new Date(+payment!.paidAt + 1)
  await test.shop.db.update(memberships).set({ theirsSince }).where(isIt)
  expect(await ofKind('refund')).toMatchObject([{ person: giver }])
})

it('a return asks for a label within 12 hours, until one is emailed', async () => {
  const [membership] = await join(test, [selfItem()])
  const email = 'wearer@example.com'
  const isIts = eq(memberships.id, membership!.id)
  await test.shop.db.update(memberships).set({ memberEmail: email }).where(isIts)
  const box = await sendBox(test, membership!.id)
  await goOn('2026-12-10T15:00:00Z')
  await requestExchange(test.shop, { boxId: box.id, kind: 'return', remedy: 'refund', askedBy: 'member' })
  const [label] = await ofKind('label')
  expect(label).toMatchObject({ dueAt: '2026-12-11T03:00:00.000Z', person: { name: 'Maya Ellison', email } })
  expect((await owner.post(`/api/admin/exchanges/${label!.id}/label`)).status).toBe(200)
  expect((await owner.post(`/api/admin/exchanges/${label!.id}/label`)).status).toBe(200)
  expect(await ofKind('label')).toEqual([])
  expect(await ofKind('exchange')).toEqual([])
  await owner.post(`/api/admin/exchanges/${label!.id}/receive`, { isAsNew: true })
  expect(await ofKind('exchange')).toMatchObject([{ dueOn: '2026-12-17', isLate: false }])
  // A belt that came damaged isn't waited for: its replacement is due from the day it was asked for.
  const [other] = await join(test, [selfItem('monthly', { gender: 'female' })])
  const damaged = await sendBox(test, other!.id)
  await requestExchange(test.shop, { boxId: damaged.id, kind: 'damaged', askedBy: 'owner' })
  expect((await ofKind('exchange')).map(({ what }) => what.slice(0, 20))).toEqual(
    expect.arrayContaining(['Send the replacement']),
  )
  expect(await ofKind('label'), 'nothing comes back').toEqual([])
})

it('a failed refund is due at once, and links to its order', async () => {
  const [membership] = await join(test, [selfItem()])
  const { payments } = await ledgerOf(test, membership!.id)
  await test.shop.db
    .insert(refunds)
    .values({ paymentId: payments[0]!.id, amountCents: 6950, status: 'failed', createdAt: test.shop.now() })
  const [open] = await ofKind('refund')
  expect(open).toMatchObject({ dueOn: '2026-11-21', owner: 'owner' })
  expect(open!.what).toContain('$69.50')
  // A refund in progress is checked after ten minutes, and due when it should have arrived.
  await test.shop.db.update(refunds).set({ status: 'pending' })
  expect(await ofKind('refund')).toEqual([])
  test.clock.advance(10 * 60_000 + 1)
  expect(await ofKind('refund')).toMatchObject([
    { dueOn: '2026-11-28', what: expect.stringContaining('isn’t confirmed') },
  ])
})

it('boxes are listed page by page, each once', async () => {
  await join(test, [selfItem(), selfItem(), selfItem()])
  const all = (await ofKind('box')).map(({ id }) => id)
  const seen: string[] = []
  let cursor = ''
  do {
    const page = await promises(`?kind=box&limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    seen.push(...page.promises.map(({ id }: Listed) => id))
    cursor = page.nextCursor ?? ''
  } while (cursor)
  expect(seen).toEqual(all)
  expect(new Set(seen).size).toBe(all.length)
  expect((await owner.get('/api/admin/promises?kind=box&cursor=nonsense')).status).toBe(400)
})

it('a packer sees the member’s name but no email', async () => {
  await join(test, [selfItem()])
  const told = JSON.stringify(await promises('', await signIn(test, 'packer')))
  expect(told).toContain('Maya Ellison')
  expect(told).not.toMatch(/@example\.com/)
  expect(told).not.toMatch(/"personId":"/)
})

it('the owner gets the list at 08:00 shop time, once, and not on a good day', async () => {
  await join(test, [selfItem()])
  const day = async (at: string) => {
    test.clock.set(at)
    await Promise.all([enqueuePromisesMail(test.shop), enqueuePromisesMail(test.shop)])
    test.mails.length = 0
    await test.work()
    return test.mails.filter(({ kind }) => kind === 'promises-due')
  }
  expect(await day('2026-12-06T12:59:00Z'), 'before eight in New York').toEqual([])
  const [mail, ...others] = await day('2026-12-06T13:01:00Z')
  expect(others).toEqual([])
  expect(mail!.to).toBe(test.shop.config.supportEmail)
  expect(mail!.text).toContain('Boxes to ship, December 2026')
  expect(mail!.text).toContain('/admin/today')
  expect(await day('2026-12-06T22:00:00Z'), 'once a day').toEqual([])
  await test.shop.db.update(boxes).set({ state: 'cancelled' }).where(eq(boxes.kind, 'owed'))
  expect(await day('2026-12-08T23:30:00Z'), 'nothing is due').toEqual([])
  const [row] = await test.shop.db.select().from(outbox).where(eq(outbox.subjectId, '2026-12-08'))
  expect(row!.droppedBecause).toBe('nothing is due today')
})

it('a member’s page shows none of it', async () => {
  await join(test, [selfItem()])
  const member = await signInMember(test, 'maya@example.com')
  expect((await member.get('/api/admin/promises')).status).toBe(401)
})

it('low inventory is reported by style and size, against the coming drop and the owner’s minimum', async () => {
  const { db } = test.shop
  await join(test, [selfItem('monthly', { styles: ['dress'], size: '36' })])
  const dress36 = sql`size = '36' and product_id in (select id from products where style = 'dress' and gender = 'male')`
  const count = (stock: number) =>
    db.execute(sql`update belt_variants set stock = case when product_id = (
      select id from products where style = 'dress' and gender = 'male' order by sku limit 1) then ${stock}::int else 0 end where ${dress36}`)
  await count(4)
  expect(await ofKind('stock')).toEqual([])
  await count(3)
  expect(await ofKind('stock')).toMatchObject([
    { id: 'male-dress-36', what: 'Men, Dress, size 36: December needs 1, 2 left over with 3 on the shelf' },
  ])
  const settings = { shopName: '', supportEmail: '', holidays: [] }
  expect((await owner.patch('/api/admin/settings', { ...settings, lowStock: 2 })).status).toBe(200)
  expect(await ofKind('stock')).toEqual([])
  // Without a figure it stays as it was.
  await owner.patch('/api/admin/settings', settings)
  await count(0)
  const [need] = (await owner.get('/api/admin/stock/needs')).body.needs.filter(
    (each: { isLow: boolean }) => each.isLow,
  )
  expect(need).toMatchObject({ style: 'dress', size: '36', stock: 0, promised: 0, expected: 1, left: -1 })
  // In the two weeks before the cutoff it is due today, and in the morning’s email. Since nothing can be filled, a stop of
  // renewals is proposed, too.
  expect(await promises()).toMatchObject({ due: 2, late: 0, isCalling: false })
  await goOn('2026-11-24T13:30:00Z')
  await enqueuePromisesMail(test.shop)
  await test.work()
  expect(test.mails.find(({ subject }) => /2 due today/.test(subject))?.text).toContain(
    'Belts running low: 1 today',
  )
})
