import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deadAddresses, letterReaders, letters, newsletterSubscribers, outbox } from '../../db/schema.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { addReaders, letterShop, sendOut, theDraft } from '../../test/letters.ts'
import { sized } from '../../test/random.ts'
import { recordBounce } from '../bounces/record-bounce.ts'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { type Mail, MailRefused } from '../shop/mailer.ts'
import { draftLetter } from './draft-letter.ts'
import { letterOnPage, sentLetters } from './public-letters.ts'
import { processLetters, pruneLetterReaders } from './send-letters.ts'

/** Readers; of every hundred three have no mailbox. */
const readers = sized(300, 50_000)
const numberOf = (mail: { to: string }) => Number(/reader(\d+)/.exec(mail.to)?.[1] ?? 0)
const isBad = (mail: { to: string }) => [20, 50, 80].includes(numberOf(mail) % 100)

let test: TestShop
let owner: SignedIn
let id = ''
/** accepted by the mail server, in order */
const taken: Mail[] = []
let refused = 0

beforeAll(async () => {
  test = await createTestShop({ env: letterShop })
  owner = await signIn(test)
  test.shop.mailer = {
    async send(mail) {
      if (isBad(mail)) {
        refused++
        throw new MailRefused('5.1.1', '550 5.1.1 No such user here')
      }
      taken.push(mail)
      return '250 kept'
    },
    close() {},
  }
  await addReaders(test, readers)
  await draftLetter(test.shop)
})
afterAll(() => test.close())

const letterMails = () => taken.filter(({ kind }) => kind === 'letter')
const again = async () => {
  owner = await signIn(test)
}
const read = async () => (await owner.get(`/api/admin/letters/${id}`)).body
const send = async (at: string | null = null) => {
  const { version } = await read()
  return owner.post(`/api/admin/letters/${id}/send`, { version, at })
}

it('is sent at its time by the shop’s clock, and not before', async () => {
  ;({ id } = await theDraft(owner))
  expect((await send('2026-11-21T09:59')).status, 'that is past').toBe(400)
  expect((await send('2026-11-22T07:30')).body).toMatchObject({
    ...{ state: 'scheduled', sendAt: '2026-11-22T12:30:00.000Z' },
  })
  test.clock.set('2026-11-22T12:29:00Z')
  await processLetters(test.shop)
  expect((await test.shop.db.select().from(letterReaders)).length).toBe(0)
  expect((await test.app.request('/letters/rss.xml')).status).toBe(200)
})

it('waits behind everything else: a sign-in link goes out first', async () => {
  test.clock.set('2026-11-22T12:31:00Z')
  await processLetters(test.shop)
  const queued = () => test.shop.db.$count(outbox, and(eq(outbox.kind, 'letter'), isNull(outbox.sentAt)))
  expect(await queued(), 'the first hundred go out alone').toBe(100)
  test.clock.advance(10_000)
  await processLetters(test.shop)
  expect(await queued(), 'until the mail server has taken them').toBe(100)
  const now = test.clock.now()
  const payload = { email: 'maya@example.com' }
  await test.shop.db.insert(outbox).values({ kind: 'magic-link', subjectId: 'x', payload, runAt: now })
  await drainOutbox(test.shop)
  // Six are sent at a time, and whichever is rendered first goes first.
  expect(taken.slice(0, 6).map(({ kind }) => kind)).toContain('magic-link')
  expect(letterMails().length).toBeGreaterThan(0)
})

it('stops at 2% bounces, until a person resumes it', async () => {
  expect(await sendOut(test, id)).toBe('stopped')
  await again()
  const { figures, stoppedBecause, bounces } = await read()
  expect(figures.readers).toBe(readers)
  const [, bounced, sent] = /^(\d+) of (\d+) emails bounced \(\d+\.\d%\)/.exec(stoppedBecause)!.map(Number)
  expect(bounced! * 100, 'at the limit').toBeGreaterThanOrEqual(2 * sent!)
  expect(sent).toBeGreaterThanOrEqual(100)
  // Twelve leave at once; each may be in the air while it's counted, and another in its place until the stop is stored.
  expect(figures.sent - sent!, 'what was in the air').toBeLessThanOrEqual(24)
  expect(bounces[0]).toMatchObject({ problem: '550 5.1.1 No such user here' })
  const before = letterMails().length
  test.clock.advance(3_600_000)
  await processLetters(test.shop)
  await drainOutbox(test.shop)
  expect(letterMails().length).toBe(before)
  await again()
  const { body } = await owner.get('/api/admin/promises?kind=letter')
  expect(body.promises).toMatchObject([
    { what: expect.stringContaining('is stopped'), act: { label: 'Letter' } },
  ])
})

it('resumes after a kill, and every good address gets it once', async () => {
  for (let rounds = 0; (await send()).status === 200 && rounds < readers; rounds++) {
    await processLetters(test.shop)
    // A killed process leaves its claims behind.
    const killed = { attempts: 1, runAt: new Date(test.clock.now().getTime() + 60_000) }
    const some = sql`${outbox.id} in (select id from outbox where kind = 'letter' and sent_at is null limit 6)`
    if (rounds < 2) await test.shop.db.update(outbox).set(killed).where(some)
    if ((await sendOut(test, id)) === 'sent') break
    await again()
  }
  await again()
  const { state, figures } = await read()
  const bad = await test.shop.db.$count(newsletterSubscribers, sql`email ~ '(20|50|80)@'`)
  expect({ state, ...figures }).toEqual({
    ...{ state: 'sent', readers, sent: readers, bounced: bad, complained: 0, dropped: 0 },
  })
  const to = letterMails().map((mail) => mail.to)
  expect(to.length).toBe(readers - bad)
  expect(new Set(to).size).toBe(to.length)
  expect(refused, 'each bad address was tried once').toBe(bad)
  expect(await test.shop.db.$count(deadAddresses)).toBe(bad)
  expect((await send()).status, 'nobody gets it twice').toBe(409)
})

it('carries the required headers, and nothing that tracks its reader', async () => {
  const [mail] = letterMails()
  expect(mail!.headers).toMatchObject({
    'List-Unsubscribe': `<http://localhost:3000/newsletter/unsubscribe/token-${numberOf(mail!)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-ID': '<letter.localhost>',
  })
  expect(mail!.returnPath).toMatch(/^support\+[0-9a-f]{48}@example\.com$/)
  expect(mail!.html).toContain('12 Canal St, Portland')
  expect(mail!.html).toContain(`/newsletter/unsubscribe/token-${numberOf(mail!)}"`)
  expect(mail!.html).not.toMatch(/unsubscribe\.invalid|width="1"|<script/)
  expect(mail!.text).toContain('/letters/november-2026')
})

it('has a page, and is in the archive, feed and sitemap', async () => {
  const subjectOf = async (subject?: string) => {
    const [row] = await test.shop.db.select().from(letters).where(eq(letters.id, id))
    if (subject) await test.shop.db.update(letters).set({ subject }).where(eq(letters.id, id))
    return row!.subject
  }
  const subject = await subjectOf('Tan & <black>')
  const feed = await (await test.app.request('/letters/rss.xml')).text()
  expect(feed).toContain('<title>Tan &amp; &lt;black></title>')
  await subjectOf(subject)
  expect(feed).toContain('<link>http://localhost:3000/letters/november-2026</link>')
  expect(feed).toContain('<pubDate>Sun, 22 Nov 2026 ')
  const sitemap = await (await test.app.request('/sitemap.xml')).text()
  expect(sitemap).toContain('/letters/november-2026</loc><lastmod>2026-11-22</lastmod>')
  // In the shop's zone it is still the 21st.
  const [was] = await test.shop.db.select().from(letters).where(eq(letters.id, id))
  const published = (publishedAt: Date) =>
    test.shop.db.update(letters).set({ publishedAt }).where(eq(letters.id, id))
  await published(new Date('2026-11-22T04:00:00Z'))
  expect((await sentLetters(test.shop)).map(({ publishedOn }) => publishedOn)).toEqual(['2026-11-21'])
  expect((await letterOnPage(test.shop, 'november-2026'))!.publishedOn).toBe('2026-11-21')
  await published(was!.publishedAt!)
})

it('the next one skips bounced and departed readers, and counts bounces from zero', async () => {
  await again()
  const { body } = await owner.post('/api/admin/letters', { month: '2026-11' })
  id = body.id
  const { body: counted } = await owner.get(`/api/admin/letters/${id}/readers`)
  const bad = await test.shop.db.$count(deadAddresses)
  expect(counted).toMatchObject({ readers: readers - bad, leftOut: [{ because: 'bounced', number: bad }] })
  await send()
  await processLetters(test.shop)
  await test.post('/newsletter/unsubscribe/token-1', '').catch(() => {})
  taken.length = 0
  expect(await sendOut(test, id)).toBe('sent')
  expect(letterMails().length).toBe(readers - bad - 1)
  expect(letterMails().map((mail) => mail.to)).not.toContain('reader00001@example.com')
})

it('forgets its recipients after 90 days, and keeps the count', async () => {
  test.clock.advance(91 * 24 * 3_600_000)
  await pruneLetterReaders(test.shop)
  expect(await test.shop.db.$count(letterReaders)).toBe(0)
  expect(await test.shop.db.$count(outbox, eq(outbox.kind, 'letter'))).toBe(0)
  const [row] = await test.shop.db.select().from(letters).where(eq(letters.slug, 'november-2026'))
  expect(row!.figures).toMatchObject({ readers, sent: readers })
  await again()
  const { body } = await owner.get('/api/admin/letters')
  expect(body.letters.at(-1).figures).toMatchObject({ readers, sent: readers })
})

it('stops even when bounces came before there were enough emails to judge', async () => {
  await again()
  const { body } = await owner.post('/api/admin/letters', { month: '2026-11' })
  id = body.id
  await send()
  await processLetters(test.shop)
  // Who joins from here on reads the next one.
  const late = { email: 'zoe@example.com', source: 'test', token: 'token-zoe', confirmedAt: test.clock.now() }
  await test.shop.db.insert(newsletterSubscribers).values(late)
  const { figures } = await read()
  // Three of the first hundred bounced while fewer had been sent; the last of them arrived.
  await test.shop.db.execute(sql`update letter_readers set sent_at = now(), state = case when n <= 3 then 'bounced' else 'sent' end
    from (select id as one, row_number() over (order by id) as n from letter_readers where letter_id = ${id} limit 100) first
    where id = one`)
  test.clock.advance(10_000)
  await processLetters(test.shop)
  expect((await read()).figures.readers).toBe(figures.readers)
  expect(await read()).toMatchObject({ state: 'stopped', stoppedBecause: '3 of 100 emails bounced (3.0%).' })
})

it('is finished though a reader’s mail server refuses it for three days', async () => {
  await again()
  await test.shop.db.delete(newsletterSubscribers).where(ne(newsletterSubscribers.email, 'zoe@example.com'))
  const { body } = await owner.post('/api/admin/letters', { month: '2026-11' })
  id = body.id
  await send()
  test.shop.mailer.send = async () => {
    throw new Error('421 try again later')
  }
  await processLetters(test.shop)
  // All tries but the last.
  await test.shop.db.update(outbox).set({ attempts: 75 }).where(eq(outbox.kind, 'letter'))
  await drainOutbox(test.shop)
  await processLetters(test.shop)
  expect(await read()).toMatchObject({ state: 'sent', figures: { readers: 1, sent: 0, dropped: 1 } })
})

it('counts a bounce that comes before the mail server has answered', async () => {
  await again()
  const { body } = await owner.post('/api/admin/letters', { month: '2026-11' })
  id = body.id
  await send()
  test.shop.mailer.send = async ({ id: mailId }) => {
    const bounce = {
      kind: 'soft',
      words: '552 5.2.2 Mailbox full',
      source: 'mailbox',
      address: null,
    } as const
    await recordBounce(test.shop, { mailId, ...bounce })
    return '250 kept'
  }
  await processLetters(test.shop)
  await drainOutbox(test.shop)
  await processLetters(test.shop)
  expect(await read()).toMatchObject({ state: 'sent', figures: { readers: 1, sent: 1, bounced: 1 } })
})

it('skips a reader who signed up again meanwhile and hasn’t confirmed it', async () => {
  await again()
  const { body } = await owner.post('/api/admin/letters', { month: '2026-11' })
  id = body.id
  await send()
  await processLetters(test.shop)
  await test.shop.db.update(newsletterSubscribers).set({ confirmedAt: null })
  await drainOutbox(test.shop)
  await processLetters(test.shop)
  expect(await read()).toMatchObject({ state: 'sent', figures: { readers: 1, sent: 0, dropped: 1 } })
})
