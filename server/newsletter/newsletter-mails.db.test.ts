import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keptMails, newsletterSubscribers, outbox } from '../../db/schema.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { storedRows } from '../../test/stored-rows.ts'
import { isSuppressed, recordBounce } from '../bounces/record-bounce.ts'
import { prunePendingSubscribers } from './subscribe.ts'

const hour = 60 * 60_000
const email = 'ada@example.com'
let test: TestShop
beforeEach(async () => {
  test = await createTestShop()
})
afterEach(() => test.close())

const signUp = (address = email) =>
  test.post('/api/newsletter/subscribe', { email: address, name: 'Ada', source: 'footer' })
const standing = async () =>
  (await test.shop.db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.email, email)))[0]
/** The links of the last email, as paths. */
function links() {
  const { text } = test.mails.at(-1)!
  const path = (pattern: RegExp) => new URL(pattern.exec(text)![0]).pathname
  return { confirm: path(/\S+\/confirm\/\S+/), unsubscribe: path(/\S+\/unsubscribe\/\S+/) }
}
async function follow(path: string, method = 'GET') {
  const response = await test.app.request(path, { method })
  return { status: response.status, to: response.headers.get('location'), response }
}

describe('signing up', () => {
  it('again within the hour sends no second email', async () => {
    for (const [minutes, mails] of [
      [0, 1],
      [59, 1],
      [1, 2],
    ] as const) {
      test.clock.advance(minutes * 60_000)
      await signUp()
      await test.work()
      expect(test.mails).toHaveLength(mails)
    }
  })

  it('emails a question, and only the linked button adds the address to the list', async () => {
    await signUp()
    await test.work()
    expect(test.mails.map((mail) => [mail.to, mail.kind])).toEqual([[email, 'newsletter-confirmation']])
    expect((await standing())?.confirmedAt).toBeNull()
    const { confirm } = links()
    // A mail scanner that only sends HEAD (RFC 9110 §9.3.2) is not the owner.
    await test.app.request(confirm, { method: 'HEAD' })
    const opened = await follow(confirm)
    expect(opened.status).toBe(200)
    expect(await opened.response.text()).toContain('<form method="post">')
    expect((await standing())?.confirmedAt, 'a link that is only opened').toBeNull()
    expect(await follow(confirm, 'POST')).toMatchObject({ status: 303, to: '/newsletter/confirmed' })
    const confirmedAt = (await standing())?.confirmedAt
    expect(confirmedAt).toEqual(test.clock.now())
    test.clock.advance(hour)
    expect(await follow(confirm, 'POST')).toMatchObject({ to: '/newsletter/confirmed' })
    expect((await standing())?.confirmedAt).toEqual(confirmedAt)
  })

  it('reminds an unconfirmed address once, and forgets it after 30 days', async () => {
    await signUp()
    await test.work()
    const words = `452 <${email}>: mailbox full`
    const report = {
      mailId: test.mails[0]!.id,
      address: null,
      kind: 'soft',
      words,
      source: 'mailbox',
    } as const
    await recordBounce(test.shop, report)
    test.clock.advance(71 * hour)
    await prunePendingSubscribers(test.shop)
    await test.work()
    expect(test.mails).toHaveLength(1)
    test.clock.advance(2 * hour)
    await Promise.all([prunePendingSubscribers(test.shop), prunePendingSubscribers(test.shop)])
    await test.work()
    expect(test.mails.map((mail) => mail.kind)).toEqual(['newsletter-confirmation', 'newsletter-reminder'])
    test.clock.advance(26 * 24 * hour)
    await prunePendingSubscribers(test.shop)
    await test.work()
    expect(test.mails, 'reminded once').toHaveLength(2)
    expect(await standing()).toBeDefined()
    test.clock.advance(24 * hour)
    await prunePendingSubscribers(test.shop)
    expect(await standing()).toBeUndefined()
    const kept = await test.shop.db.select().from(outbox)
    expect(JSON.stringify(kept), 'nothing names the address').not.toContain(email)
    expect(JSON.stringify(await test.shop.db.select().from(keptMails))).not.toContain(email)
    expect(await follow(links().confirm, 'POST')).toMatchObject({ to: '/newsletter/old-link' })
  })

  it('forgotten after 30 days leaves other people’s emails readable', async () => {
    await signUp('reader@example.com')
    await test.work()
    await follow(links().confirm, 'POST')
    await signUp()
    await test.work()
    test.clock.advance(31 * 24 * hour)
    await prunePendingSubscribers(test.shop)
    expect(await standing()).toBeUndefined()
    const texts = await test.shop.db
      .select({ to: outbox.recipient, text: keptMails.text })
      .from(outbox)
      .innerJoin(keptMails, eq(keptMails.mailId, outbox.id))
    const readers = texts.filter(({ to }) => to === 'reader@example.com')
    expect(readers.length).toBeGreaterThan(0)
    expect(readers.every(({ text }) => text !== null)).toBe(true)
  })

  it('again shortly before the 30 days are over gets a link that lasts', async () => {
    await signUp()
    test.clock.advance(29 * 24 * hour)
    await signUp()
    await test.work()
    test.clock.advance(2 * 24 * hour)
    await prunePendingSubscribers(test.shop)
    expect(await follow(links().confirm, 'POST')).toMatchObject({ to: '/newsletter/confirmed' })
  })

  it('reminds nobody who was never asked, because their mailbox had enough emails', async () => {
    for (const alias of ['ada+1', 'ada+2', 'ada+3', 'ada+4']) await signUp(`${alias}@example.com`)
    await test.work()
    const asked = test.mails.map(({ to }) => to)
    expect(asked).toHaveLength(3)
    test.mails.length = 0
    test.clock.advance(73 * hour)
    await prunePendingSubscribers(test.shop)
    await test.work()
    expect(test.mails.map(({ to }) => to).sort()).toEqual(asked.sort())
  })

  it('keeps a confirmed address', async () => {
    await signUp()
    await test.work()
    await follow(links().confirm, 'POST')
    test.clock.advance(40 * 24 * hour)
    await prunePendingSubscribers(test.shop)
    expect((await standing())?.confirmedAt).not.toBeNull()
  })

  it('sends an address at most one email an hour', async () => {
    await Promise.all([1, 2, 3].map(() => signUp()))
    test.clock.advance(hour - 1)
    await signUp()
    await test.work()
    expect(test.mails).toHaveLength(1)
    test.clock.advance(1)
    await signUp()
    await test.work()
    expect(test.mails).toHaveLength(2)
  })

  it('again when confirmed gets the same answer, and an email tells the owner', async () => {
    const first = await signUp()
    await test.work()
    await follow(links().confirm, 'POST')
    test.clock.advance(hour)
    expect(await signUp()).toEqual(first)
    await test.work()
    expect(test.mails.map((mail) => mail.kind)).toEqual(['newsletter-confirmation', 'newsletter-welcome'])
    expect((await standing())?.confirmedAt).not.toBeNull()
  })

  it('by finishing the quiz sends the same question', async () => {
    await test.post('/api/gift-email/subscribe', { email, recipientName: 'Ada' })
    await test.work()
    expect(test.mails.map((mail) => mail.kind)).toEqual(['newsletter-confirmation'])
    expect((await standing())?.confirmedAt).toBeNull()
  })

  it('drops a question that was answered while the email waited', async () => {
    await signUp()
    await test.shop.db.update(newsletterSubscribers).set({ status: 'unsubscribed' })
    await test.work()
    expect(test.mails).toEqual([])
  })

  it.each([
    ['came back', 'hard', '1'],
    ['was called spam', 'complaint', '1'],
    ['came back, to a shop that asks nobody else', 'hard', '0'],
  ] as const)('again after a letter %s asks once more, and its button ends that', async (_, kind, asks) => {
    await test.close()
    test = await createTestShop({ env: { NEWSLETTER_DOUBLE_OPT_IN: asks } })
    await signUp()
    await test.work()
    const words = '550 5.1.1 No such user here'
    await recordBounce(test.shop, { mailId: null, address: email, kind, words, source: 'postmark' })
    test.clock.advance(hour)
    test.mails.length = 0
    await test.post('/api/gift-email/subscribe', { email, recipientName: 'Ada' })
    await test.work()
    expect(test.mails, 'who only finished the quiz').toEqual([])
    await signUp()
    await test.work()
    expect(test.mails.map((mail) => mail.kind)).toEqual(['newsletter-confirmation'])
    expect(await standing()).toMatchObject({ status: 'active', confirmedAt: null })
    await follow(links().confirm, 'POST')
    expect((await standing())?.confirmedAt).not.toBeNull()
    expect(await isSuppressed(test.shop, 'letter', email)).toBe(false)
  })

  it('sends a plain welcome when no confirmation is required', async () => {
    await test.close()
    test = await createTestShop({ env: { NEWSLETTER_DOUBLE_OPT_IN: '0' } })
    await signUp()
    await test.work()
    expect(test.mails.map((mail) => mail.kind)).toEqual(['newsletter-welcome'])
    expect((await standing())?.confirmedAt).toEqual(test.clock.now())
    // Anyone may type the address of someone who has left.
    await test.shop.db.update(newsletterSubscribers).set({ status: 'unsubscribed' })
    test.clock.advance(hour)
    await signUp()
    await test.work()
    expect(test.mails.at(-1)?.kind).toBe('newsletter-confirmation')
    expect((await standing())?.confirmedAt).toBeNull()
  })
})

describe('unsubscribing', () => {
  beforeEach(async () => {
    await signUp()
    await test.work()
    await follow(links().confirm, 'POST')
  })

  it('works from email programs with one POST, in every letter', async () => {
    const { unsubscribe } = links()
    expect(test.mails[0]?.headers).toEqual({
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${test.shop.config.publicUrl}${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect((await follow(unsubscribe, 'POST')).status).toBe(200)
    expect(await standing()).toMatchObject({ status: 'unsubscribed', unsubscribedAt: test.clock.now() })
  })

  it('needs a click: opening the link changes nothing, and its page has the button', async () => {
    const before = await storedRows(test.shop.db)
    const { to } = await follow(links().unsubscribe)
    expect(to).toMatch(/^\/newsletter\/unsubscribe\?token=/)
    expect(await storedRows(test.shop.db)).toEqual(before)
    expect(await follow(to!, 'POST')).toMatchObject({ status: 303, to: '/newsletter/unsubscribed' })
    expect((await standing())?.status).toBe('unsubscribed')
  })

  it('answers the same for an unknown link', async () => {
    const { unsubscribe } = links()
    const [known, unknown] = [
      await follow(unsubscribe, 'POST'),
      await follow('/newsletter/unsubscribe/x', 'POST'),
    ]
    expect([unknown.status, await unknown.response.text()]).toEqual([
      known.status,
      await known.response.text(),
    ])
    expect(unknown.response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await follow('/newsletter/unsubscribe?token=x', 'POST')).toMatchObject({
      to: '/newsletter/unsubscribed',
    })
  })

  it('isn’t undone by an old confirmation link, only by signing up and confirming again', async () => {
    const { confirm, unsubscribe } = links()
    await follow(unsubscribe, 'POST')
    expect(await follow(confirm, 'POST')).toMatchObject({ to: '/newsletter/old-link' })
    expect((await standing())?.status).toBe('unsubscribed')
    test.clock.advance(hour)
    await signUp()
    await test.work()
    expect(await standing()).toMatchObject({ status: 'active', confirmedAt: null, unsubscribedAt: null })
    expect(test.mails.at(-1)?.kind).toBe('newsletter-confirmation')
    await follow(links().confirm, 'POST')
    expect((await standing())?.confirmedAt).not.toBeNull()
  })
})
