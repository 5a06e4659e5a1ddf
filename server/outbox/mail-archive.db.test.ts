import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { rowsOf } from '../../db/database.ts'
import {
  boxes,
  exchanges,
  keptMails,
  membershipPayments,
  orderItems,
  orders,
  outbox,
  refunds,
} from '../../db/schema.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { sentBelt } from '../../test/sent-belt.ts'
import { renderers } from '../emails/renderers.ts'
import { sampleSender, samples } from '../emails/samples.ts'
import { deleteArchivedMails, pruneMailArchive, redactSecrets } from './mail-archive.ts'

let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
})
afterAll(() => test.close())

const mailsOf = async (query: string) => (await owner.get(`/api/admin/mails?${query}`)).body.mails
const read = async (id: string) => (await owner.get(`/api/admin/mails/${id}`)).body

/** The secret part of these links, as stored. */
const links = /https?:\/\/[^\s"'<>]+/g
const keys = (body: string) =>
  (body.match(links) ?? []).flatMap((link) => {
    const last = link
      .split(/[/#?=&]/)
      .filter(Boolean)
      .at(-1)!
    return last.length >= 30 && !/^\d+$/.test(last) && !/\/(pictures|uploaded)\//.test(link) ? [last] : []
  })

it('a sent email is shown as sent, whatever became of its order', async () => {
  await join(test, [selfItem('monthly')])
  const sent = test.mails.find(({ kind }) => kind === 'order-confirmation')!
  const [order] = await test.shop.db.select().from(orders)
  await test.shop.db.update(orders).set({ orderNumber: 'BC-2345-6789' }).where(eq(orders.id, order!.id))
  const [row] = await mailsOf('kind=order-confirmation')
  expect(row).toMatchObject({ recipient: 'maya@example.com', subject: sent.subject, isCopy: false })
  expect(await read(row.id)).toMatchObject({
    isAsSent: true,
    answer: `250 kept ${row.id}`,
    content: { to: 'maya@example.com', subject: sent.subject },
  })
  const { text, html } = (await read(row.id)).content
  expect(text).toContain(order!.orderNumber)
  expect(html).toContain(order!.orderNumber)
  expect(text).not.toContain('BC-2345-6789')
})

it('resending adds a line, and leaves the first as it was', async () => {
  const [first] = await mailsOf('kind=order-confirmation')
  const before = await read(first.id)
  test.clock.advance(60_000)
  const answers = await Promise.all([1, 2].map(() => owner.post(`/api/admin/mails/${first.id}/send-again`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  await test.work()
  const lines = await mailsOf('kind=order-confirmation')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({
    isCopy: true,
    state: 'sent',
    subject: expect.stringContaining('BC-2345-6789'),
  })
  expect(await read(first.id)).toEqual(before)
  // Mail servers drop a repeated Message-ID: the second email gets its own.
  const ids = test.mails.filter(({ kind }) => kind === 'order-confirmation').map(({ id }) => id)
  expect(new Set(ids).size).toBe(2)
})

it('secret links are never stored, in any kind of email', async () => {
  await test.post('/api/account/link', { email: 'maya@example.com' })
  await test.work()
  const link = test.mails.at(-1)!
  const [key] = keys(link.text)
  expect(link.kind).toBe('magic-link')
  expect(key!.length).toBeGreaterThanOrEqual(40)
  const rows = await test.shop.db.select().from(keptMails)
  expect(rows.length).toBeGreaterThan(2)
  expect(JSON.stringify(rows)).not.toContain(key)
  expect(rows.flatMap(({ text, html }) => keys(`${text} ${html}`))).toEqual([])

  let carried = 0
  for (const [name, sample] of Object.entries(samples)) {
    const { text, html } = await sample(sampleSender)
    carried += keys(text).length
    expect(keys(`${redactSecrets(text)} ${redactSecrets(html)}`), name).toEqual([])
  }
  expect(carried).toBeGreaterThan(10)
})

it('an email that waits is shown without its secret link too', async () => {
  await test.post('/api/newsletter/subscribe', { email: 'nina@example.com', source: 'footer' })
  const [waiting] = await mailsOf('kind=newsletter-confirmation')
  const { content, isAsSent } = await read(waiting.id)
  expect([isAsSent, content.to]).toEqual([false, 'nina@example.com'])
  expect(keys(`${content.text} ${content.html}`)).toEqual([])
})

it('tracking numbers and pictures stay', () => {
  const shown = [
    'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000',
    'https://belts.example/uploaded/Zm9sbG93LXRoZS1iZWx0LXRvLXRoZS1idWNrbGUtMTIz-840.webp',
    'https://belts.example/admin/orders/5d3c8a52-0000-4000-8000-000000000001',
  ]
  for (const link of shown) expect(redactSecrets(`<a href="${link}">`)).toBe(`<a href="${link}">`)
})

it('emails are found by the start of an address, and by order number', async () => {
  const { box, membership } = await sentBelt(test)
  owner = await signIn(test)
  const found = await mailsOf('search=MAYA%40ex')
  const readers = found.map(({ recipient }: { recipient: string }) => recipient)
  expect(readers.length).toBeGreaterThan(2)
  expect(new Set(readers)).toEqual(new Set(['maya@example.com']))
  const [item] = await test.shop.db.select().from(orderItems).where(eq(orderItems.id, membership.orderItemId))
  const { order } = (await owner.get(`/api/admin/orders/${item!.orderId}`)).body
  const about = await mailsOf(`search=${order.orderNumber.replaceAll('-', '').toLowerCase()}`)
  const kinds = about.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['order-confirmation']))
  // Emails about a box appear on the order’s page too.
  await test.shop.db.insert(outbox).values({ kind: 'box-shipped', subjectId: `${box.id}:1Z` })
  const detail = (await owner.get(`/api/admin/orders/${order.id}`)).body
  expect(detail.mails.map(({ kind }: { kind: string }) => kind)).toContain('box-shipped')
  expect(await mailsOf('search=nobody%40example')).toEqual([])
})

it('deleting a person’s data takes along every kind of email to the shop that names them, also at its former address', async () => {
  const { db } = test.shop
  const toShop = []
  for (const kind of Object.keys(renderers))
    if ((await samples[kind]?.(sampleSender))?.to === sampleSender.supportEmail) toShop.push(kind)
  expect(toShop.length).toBeGreaterThan(5)
  const sentAt = test.shop.now()
  const sent = { subjectId: 'theirs', recipient: 'former@example.com', sentAt }
  const rows = await db
    .insert(outbox)
    .values(toShop.map((kind) => ({ kind, ...sent })))
    .returning()
  const words = 'From: Lena.Fritz@Example.com'
  const kept = { sentAt, answer: '250', subject: 'Hello', html: '', text: words }
  await db.insert(keptMails).values(rows.map(({ id }) => ({ mailId: id, ...kept })))
  const left = () => db.$count(keptMails, eq(keptMails.text, words))
  await db.transaction((tx) => deleteArchivedMails(tx, 'ida@example.com', []))
  expect(await left()).toBe(rows.length)
  await db.transaction((tx) => deleteArchivedMails(tx, 'lena.fritz@example.com', []))
  expect(await left()).toBe(0)
})

it('deleting a person’s data takes along what others were sent about their belts, money and exchanges', async () => {
  const { db } = test.shop
  const [own, others] = await join(test, [selfItem('monthly'), selfItem('monthly', { id: 'other' })])
  const about = async ({ id }: { id: string }) => {
    const [payment] = await db
      .select()
      .from(membershipPayments)
      .where(eq(membershipPayments.membershipId, id))
    const [box] = await db.select().from(boxes).where(eq(boxes.membershipId, id))
    const [refund] = await db.insert(refunds).values({ paymentId: payment!.id, amountCents: 100 }).returning()
    const what = { kind: 'return', remedy: 'refund', askedBy: 'owner', expiresAt: test.shop.now() } as const
    const [exchange] = await db
      .insert(exchanges)
      .values({ ...what, boxId: box!.id })
      .returning()
    return [id, payment!.id, box!.id, refund!.id, exchange!.id]
  }
  const sentAt = test.shop.now()
  const keep = async (subjects: string[], words: string) => {
    const sent = { kind: 'box-trouble', recipient: 'giver@example.com', sentAt }
    const rows = await db
      .insert(outbox)
      .values(subjects.map((subjectId) => ({ ...sent, subjectId })))
      .returning()
    const kept = { sentAt, answer: '250', subject: 'Hello', html: '', text: words }
    await db.insert(keptMails).values(rows.map(({ id }) => ({ mailId: id, ...kept })))
    return () => db.$count(keptMails, eq(keptMails.text, words))
  }
  const left = await keep(await about(own!), 'of theirs')
  const leftOfOthers = await keep(await about(others!), 'of someone else’s')
  await db.transaction((tx) => deleteArchivedMails(tx, 'zoe@example.com', [own!.id]))
  expect([await left(), await leftOfOthers()]).toEqual([0, 5])
})

it('deleting a person’s data reads few of all emails', async () => {
  const { db } = test.shop
  const [own] = await join(test, [selfItem('monthly')])
  await db.execute(sql`with many as (
      insert into outbox (kind, fact, recipient, sent_at)
      select 'box-shipped', gen_random_uuid(), 'buyer' || n || '@example.com', now() from generate_series(1, 1000) n
      returning id)
    insert into kept_mails (mail_id, sent_at, answer, subject, text, html) select id, now(), '250', '', repeat('words ', 250), '' from many`)
  await db.execute(sql`analyze outbox, kept_mails`)
  const rowsRead = await db.transaction(async (tx) => {
    const sums = sql`select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
      where relname in ('outbox', 'kept_mails')`
    const readSoFar = async () => (await rowsOf<{ read: number }>(tx, sums))[0]!.read
    // So few rows would be read at once, and these tests plan a statement for any value.
    await tx.execute(sql`set local enable_seqscan = off; set local plan_cache_mode = force_custom_plan`)
    const before = await readSoFar()
    await deleteArchivedMails(tx, 'zoe@example.com', [own!.id])
    return (await readSoFar()) - before
  })
  expect(rowsRead).toBeLessThan(100)
  await db.delete(outbox).where(sql`recipient like 'buyer%'`)
})

it('after two years an email’s content is deleted, and its record stays', async () => {
  const day = 86_400_000
  const [row] = await mailsOf('kind=order-confirmation&search=maya')
  test.clock.set(new Date(Date.parse(row.sentAt) + 729 * day).toISOString())
  await pruneMailArchive(test.shop)
  owner = await signIn(test)
  expect((await read(row.id)).content).not.toBeNull()
  test.clock.advance(2 * day)
  await pruneMailArchive(test.shop)
  owner = await signIn(test)
  expect(await read(row.id)).toMatchObject({
    isAsSent: true,
    content: null,
    mail: { recipient: 'maya@example.com', state: 'sent' },
    problem: expect.stringContaining('two years'),
  })
  expect(await test.shop.db.select().from(keptMails).where(isNotNull(keptMails.html))).toEqual([])
})

it('what was deleted with its reader’s data stays deleted for that reason', async () => {
  const { db } = test.shop
  const [kept] = await db.select().from(keptMails).limit(1)
  const of = eq(keptMails.mailId, kept!.mailId)
  await db.update(keptMails).set({ subject: null, text: null, html: null, goneBecause: 'deleted' }).where(of)
  const later = new Date(kept!.sentAt.getTime() + 1_000 * 86_400_000)
  await pruneMailArchive({ ...test.shop, now: () => later })
  const rows = await db.select().from(keptMails).where(of)
  expect(rows.map(({ goneBecause }) => goneBecause)).toEqual(['deleted'])
})

it('an email whose reader had their data deleted can’t be sent again, and says so', async () => {
  const at = { sentAt: test.shop.now(), createdAt: test.shop.now() }
  const [row] = await test.shop.db
    .insert(outbox)
    .values({ kind: 'done-for-you', subjectId: crypto.randomUUID(), payload: {}, ...at })
    .returning()
  expect((await owner.post(`/api/admin/mails/${row!.id}/send-again`)).status).toBe(200)
  await test.work()
  const dropped = { isCopy: true, state: 'dropped', problem: 'its reader had their data deleted' }
  expect(await mailsOf('kind=done-for-you')).toContainEqual(expect.objectContaining(dropped))
})

it.each([
  ['half a character at the cut', `250 ${'x'.repeat(495)}😀`],
  ['a null', '250 queued\u0000'],
])('an email goes out once, though its server answers with %s', async (_, answer) => {
  const send = vi.spyOn(test.shop.mailer, 'send').mockResolvedValue(answer)
  await join(test, [selfItem('monthly')])
  const sent = send.mock.calls.length
  expect(sent).toBeGreaterThan(0)
  test.clock.advance(86_400_000)
  await test.work()
  expect(send.mock.calls.length).toBe(sent)
  send.mockRestore()
})

it('a sign-in link sent again works for half an hour from then', async () => {
  await test.post('/api/account/link', { email: 'maya@example.com' })
  await test.work()
  test.clock.advance(3 * 3_600_000)
  owner = await signIn(test)
  const [first] = await mailsOf('kind=magic-link')
  expect((await owner.post(`/api/admin/mails/${first.id}/send-again`)).status).toBe(200)
  const before = test.mails.length
  await test.work()
  const link = test.mails.slice(before).find(({ kind }) => kind === 'magic-link')
  test.clock.advance(29 * 60_000)
  expect((await test.post('/api/account/session', { token: keys(link!.text)[0] })).status).toBe(200)
})
