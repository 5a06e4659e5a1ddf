import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../db/database.ts'
import {
  approvals,
  boxes,
  contactMessages,
  contactReplies,
  exchangePhotos,
  exchanges,
  handovers,
  inboundMails,
  keptMails,
  letterReaders,
  letters,
  loginAttempts,
  mailAttachments,
  manualOrders,
  memberships,
  newsletterSubscribers,
  outbox,
  parcels,
  paymentEvents,
  shopNotices,
  users,
} from '../../../db/schema.ts'
import { everyone } from '../../../domain/admin/letter-blocks.ts'
import { retention } from '../../../domain/retention.ts'
import { selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { letter, mailsIn } from '../../../test/mails-in.ts'
import { join } from '../../../test/members.ts'
import { pruneApprovals } from '../../admin/giving/approvals.ts'
import { pruneUnpaidCarts } from '../../checkout/abandon-checkout.ts'
import { giveCredit } from '../../credit/store-credit.ts'
import { prunePaymentEvents } from '../../events/store-events.ts'
import { deletePhotos } from '../../exchanges/claim-photos.ts'
import { pruneOffers } from '../../handovers/prune-offers.ts'
import { pruneNotices } from '../../health/self-watch.ts'
import { pruneThreads } from '../../inbox/find-thread.ts'
import { receiveMails } from '../../inbox/receive-mails.ts'
import { pruneLetterReaders } from '../../letters/send-letters.ts'
import { prunePendingSubscribers } from '../../newsletter/subscribe.ts'
import { pruneMailArchive } from '../../outbox/mail-archive.ts'
import { deleteLabelFiles } from '../../parcels/labels.ts'
import { pruneSignIns } from '../../staff/end-sessions.ts'
import { background } from '../../worker.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

const day = 24 * 60 * 60_000
const count = async (from: string) =>
  Number((await rowsOf<{ n: string }>(test.shop.db, `select count(*) as n from ${from}`))[0]!.n)

/** Of each kind: one is made, what the page says of it, what counts it, and the job. */
const kinds = [
  {
    says: 'A cart you took to payment and didn’t pay for: 30 days.',
    make: async () => {
      await test.post('/api/create-payment-intent', { cartItems: [selfItem('monthly')] })
      await test.shop.db.execute(sql`update checkouts set status = 'abandoned'`)
    },
    left: () => count(`checkouts where status = 'abandoned'`),
    job: pruneUnpaidCarts,
    days: 30,
  },
  {
    says: 'An email address that signs up for the newsletter and never confirms: 30 days. We ask once more after 3.',
    make: () => test.post('/api/newsletter/subscribe', { email: 'ana@example.com', source: 'footer' }),
    left: () => count('newsletter_subscribers'),
    job: prunePendingSubscribers,
    days: 30,
  },
  {
    says: 'What you write to us, with attachments, and our answers: two years after the last word.',
    make: async () => {
      const message = {
        name: 'Maya',
        email: 'maya@example.com',
        subject: 'Hello',
        category: 'sizing',
        orderNumber: '',
      }
      await test.post('/api/contact', { ...message, message: 'Which size do I take?' })
      const [row] = await test.shop.db.select().from(contactMessages)
      const at = test.shop.now()
      await test.shop.db
        .insert(contactReplies)
        .values({ messageId: row!.id, username: 'ana', text: 'A 36', createdAt: at })
      await test.shop.db.update(contactMessages).set({ doneAt: at, answeredAt: at })
    },
    left: () => count('contact_messages where aside is null'),
    job: pruneThreads,
    days: 730,
  },
  {
    says: 'Email that turns out to be spam or automatic: 30 days.',
    make: async () => {
      const inbox = mailsIn(test.clock.now)
      inbox.add(letter({ subject: 'Away', headers: ['Auto-Submitted: auto-replied'] }))
      await receiveMails(test.shop, inbox.source)
      const [mail] = await test.shop.db.select().from(inboundMails)
      await test.shop.db.insert(mailAttachments).values({ mailId: mail!.id, name: 'a.png', size: 1 })
    },
    left: () => count(`contact_messages where aside = 'automatic'`),
    job: pruneThreads,
    days: 30,
  },
  {
    says: 'Whom each letter went to, and whether it arrived: 90 days. We keep the letter itself.',
    make: async () => {
      const at = test.shop.now()
      const [made] = await test.shop.db
        .insert(letters)
        .values({
          ...{ slug: 'a', month: '2026-11', subject: 'A', blocks: [], audience: everyone, state: 'sent' },
          ...{ publishedAt: at, finishedAt: at },
        })
        .returning({ id: letters.id })
      const reader = { letterId: made!.id, email: 'ana@example.com', state: 'sent', sentAt: at }
      await test.shop.db.insert(letterReaders).values(reader)
    },
    left: () => count('letter_readers'),
    job: pruneLetterReaders,
    days: 90,
  },
  {
    says: 'The emails we send you, as we sent them: two years. After that we keep only what kind it was, and when.',
    make: () => join(test, [selfItem('monthly')]).then(() => test.work()),
    left: () => count('kept_mails where html is not null'),
    job: pruneMailArchive,
    days: 730,
  },
  {
    says: 'A membership or an order our team offered you by a link, and you didn’t take: 30 days after the link ends.',
    make: async () => {
      const { db, now } = test.shop
      const [membership] = await db.select().from(memberships).limit(1)
      const to = { toEmail: 'ana@example.com', toName: 'Ana', username: 'owner', expiresAt: now() }
      await db.insert(handovers).values({ membershipId: membership!.id, ...to })
      const order = { kind: 'link' as const, cart: [selfItem()], cartHash: 'hers', email: to.toEmail }
      await db
        .insert(manualOrders)
        .values({ ...order, reason: 'By phone', username: 'owner', expiresAt: now() })
    },
    left: async () =>
      (await count('handovers')) + (await count(`manual_orders where cart::text || email like '%@%'`)),
    job: pruneOffers,
    days: 30,
  },
  {
    says: 'Photos of a belt that broke: two years.',
    make: async () => {
      const [box] = await test.shop.db.select().from(boxes).limit(1)
      await test.shop.db.insert(exchanges).values({
        ...{ boxId: box!.id, kind: 'damaged', remedy: 'repair', state: 'claimed', askedBy: 'member' },
        expiresAt: test.shop.now(),
      })
      const [claim] = await test.shop.db.select().from(exchanges)
      await test.shop.db.insert(exchangePhotos).values({
        ...{ boxId: box!.id, exchangeId: claim!.id, email: 'maya@example.com', content: new Uint8Array([1]) },
        createdAt: test.shop.now(),
      })
    },
    left: () => count('exchange_photos'),
    job: deletePhotos,
    days: 730,
  },
  {
    says: 'Shipping labels with your name and address: 90 days. We keep the tracking number and the price.',
    make: async () => {
      const [box] = await test.shop.db.select().from(boxes).limit(1)
      const at = test.shop.now()
      const label = {
        label: 'bought' as const,
        pdf: new Uint8Array([1]),
        qr: new Uint8Array([1]),
        ounces: 12,
      }
      await test.shop.db.insert(parcels).values({ boxId: box!.id, ...label, boughtAt: at, createdAt: at })
    },
    left: () => count('parcels where pdf is not null or qr is not null'),
    job: deleteLabelFiles,
    days: 90,
  },
  {
    says: 'What the payment provider tells us about a payment, as it came: 90 days. Your order and its payments stay in our books.',
    make: () =>
      test.shop.db.insert(paymentEvents).values({
        ...{ id: 'evt_1', type: 'payment_intent.succeeded', payload: { email: 'maya@example.com' } },
        handledAt: test.shop.now(),
      }),
    left: () => count(`payment_events where payload::text like '%maya%'`),
    job: prunePaymentEvents,
    days: 90,
  },
  {
    says: 'Sign-ins of our team, with the network address they came from: 30 days.',
    make: () => test.post('/api/auth/login', { username: 'nobody', password: 'wrong password' }),
    left: () => count('login_attempts'),
    job: pruneSignIns,
    days: 30,
  },
  {
    says: 'What our team asked an owner to agree to for you, such as a refund: 7 days.',
    make: async () => {
      const [user] = await test.shop.db
        .insert(users)
        .values({ username: 'ana', password: 'none', role: 'support', isAdmin: true })
        .returning({ id: users.id })
      await test.shop.db.insert(approvals).values({
        ...{ call: 'giveCredit', input: { reason: 'Maya’s birthday' }, userId: user!.id, username: 'ana' },
        ...{ kind: 'credit', amountCents: 20_000, createdAt: test.shop.now() },
      })
    },
    left: () => count('approvals'),
    job: pruneApprovals,
    days: 7,
  },
  {
    says: 'Network addresses that we refused more than a thousand times in an hour: 7 days.',
    make: async () => {
      const at = test.shop.now()
      const noticed = { about: '203.0.113.0', amount: 1_050, firstAt: at, lastAt: at }
      await test.shop.db.insert(shopNotices).values({ kind: 'refused often', ...noticed })
    },
    left: () => count('shop_notices'),
    job: pruneNotices,
    days: 7,
  },
]

describe('the privacy page’s retention period', () => {
  // The page prints this list, which app/policies/policies.test.tsx holds.
  const list = Object.values(retention)
  it.each(kinds)('$says', async ({ says, make, left, job, days }) => {
    expect(list).toContain(says)
    await make()
    const before = await left()
    expect(before).toBeGreaterThan(0)
    test.clock.advance(days * day - day / 2)
    await job(test.shop)
    expect(await left()).toBe(before)
    test.clock.advance(day)
    await job(test.shop)
    expect(await left()).toBe(0)
  })

  it('list matches the worker’s jobs', () => {
    expect(Object.values(background)).toEqual(expect.arrayContaining(kinds.map(({ job }) => job)))
    expect(list.toSorted()).toEqual(kinds.map(({ says }) => says).sort())
  })

  it('of an email covers its attachments', async () => {
    expect(await count('mail_attachments')).toBe(0)
  })
})

describe('a data request by anyone', () => {
  const ask = (email: string, wish: string) => test.post('/api/account/my-data/ask', { email, wish })
  /** The page behind the last email’s link, and its button. */
  async function open(method: 'GET' | 'POST', token: string, query = '') {
    const headers = { origin: 'http://localhost', 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await test.app.request(`/mail/my-data/${token}${query}`, { method, headers })
    return { status: answer.status, text: await answer.text(), headers: Object.fromEntries(answer.headers) }
  }
  async function link(email: string, wish: string) {
    expect(await ask(email, wish)).toEqual({ status: 200, body: { success: true } })
    await test.work()
    const mail = test.mails.findLast(({ kind }) => kind === 'data-request')!
    expect(mail.to).toBe(email)
    return /my-data\/([\w-]+)/.exec(mail.text)![1]!
  }
  const credit = { email: 'rosa@example.org', words: 'Sorry, your parcel was wet.' }
  const subscribe = async () => {
    await test.post('/api/newsletter/subscribe', { email: 'kim@example.org', source: 'footer' })
    await test.work()
  }

  it('shows what is stored about their address after a button press, not the link alone', async () => {
    await subscribe()
    const token = await link('kim@example.org', 'copy')
    const page = await open('GET', token)
    expect(page.text).toContain('Download my data')
    expect(page.text).not.toContain('kim@example.org')
    const file = await open('POST', token)
    expect(file.headers['content-disposition']).toContain('attachment')
    expect(JSON.parse(file.text)).toMatchObject({
      email: 'kim@example.org',
      newsletter: [{ source: 'footer' }],
    })
  })

  it('deletes it once at the button, and never when scanners open the link', async () => {
    await subscribe()
    const token = await link('kim@example.org', 'deletion')
    for (let index = 0; index < 3; index++) expect((await open('GET', token)).status).toBe(200)
    const { text } = await open('GET', token)
    expect(text, 'what the button does').toMatch(/<button[^>]*>Delete my data<\/button>/)
    expect(await count(`newsletter_subscribers where email = 'kim@example.org'`)).toBe(1)
    expect((await open('POST', token)).text).toContain('Your data is deleted')
    expect(await count(`newsletter_subscribers where email = 'kim@example.org'`)).toBe(0)
    expect((await open('POST', token)).status).toBe(404)
    const kept = await test.shop.db.select().from(keptMails).where(isNotNull(keptMails.html))
    expect(JSON.stringify(kept)).not.toContain('kim@example.org')
  })

  it('gives known and unknown addresses the same answer and email', async () => {
    await test.shop.db
      .delete(newsletterSubscribers)
      .where(eq(newsletterSubscribers.email, 'nobody@example.org'))
    const token = await link('nobody@example.org', 'copy')
    expect(JSON.parse((await open('POST', token)).text)).toMatchObject({ memberships: [], orders: [] })
  })

  it('sends one email in twenty minutes per mailbox, with a link good for a day', async () => {
    test.clock.advance(2 * 60 * 60_000)
    const token = await link('flood@example.org', 'copy')
    for (let index = 0; index < 5; index++) expect((await ask('flood@example.org', 'copy')).status).toBe(200)
    const sent = await test.shop.db
      .select()
      .from(outbox)
      .where(sql`${outbox.payload} ->> 'email' = 'flood@example.org'`)
    expect(sent, 'its link still works, so a repeat sends no other').toHaveLength(1)
    test.clock.advance(25 * 60 * 60_000)
    expect((await open('GET', token)).status).toBe(404)
  })

  it('who has store credit gives up the sum that was told by a button of its own', async () => {
    await giveCredit(test.shop, { ...credit, amountCents: 700, key: crypto.randomUUID() }, async () => {})
    await test.work()
    const token = await link(credit.email, 'deletion')
    const refused = await open('POST', token)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Give up $7.00')])
    const [query] = /\?credit=\d+/.exec(refused.text)!
    await giveCredit(test.shop, { ...credit, amountCents: 300, key: crypto.randomUUID() }, async () => {})
    expect((await open('POST', token, query)).text, 'more came meanwhile').toContain('Give up $10.00')
    expect((await open('POST', token, '?credit=1000')).text).toContain('Your data is deleted')
  })

  it('explains why nothing was deleted while belts are still to come', async () => {
    // The demo's card is good until 2030.
    test.clock.set('2027-01-05T15:00:00Z')
    await join(test, [selfItem('6-months')])
    const token = await link('maya@example.com', 'deletion')
    const answer = await open('POST', token)
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('Nothing was deleted yet')
    expect((await test.shop.db.select().from(loginAttempts)).length).toBe(0)
  })

  it('is what only its own link opens, not one for signing in', async () => {
    await test.post('/api/account/link', { email: 'maya@example.com' })
    await test.work()
    const { text } = test.mails.findLast(({ kind }) => kind === 'magic-link')!
    const [, token] = /#([\w-]{43})/.exec(text)!
    for (const method of ['GET', 'POST'] as const) expect((await open(method, token!)).status).toBe(404)
  })
})
