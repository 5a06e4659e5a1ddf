import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contactMessages, rateLimits } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { type Answer, createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { proofFor } from '../../test/solve-proof.ts'
import { causedBy } from './causer.ts'
import { countHit, pruneHits } from './count-hits.ts'
import { countAttackSign } from './proof-of-work.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => test.close())
beforeEach(() => test.clock.advance(2 * 3_600_000))

const words = 'CHEAP WATCHES at http://spam.example'
const message = { name: words, category: 'general', subject: words, message: `${words} now` }

/** Every form where anyone may type someone’s email. */
const forms: Record<string, (email: string) => [string, object]> = {
  newsletter: (email) => ['/api/newsletter/subscribe', { email, name: words, source: 'footer' }],
  quiz: (email) => ['/api/gift-email/subscribe', { email, recipientName: words }],
  contact: (email) => ['/api/contact', { ...message, email }],
}

function send(form: string, email: string, from: string, headers: Record<string, string> = {}) {
  const [path, body] = forms[form]!(email)
  return test.post(path, body, { 'x-forwarded-for': from, ...headers })
}

/** Sends with as much work as is asked for: what a determined stranger does. */
async function insist(form: string, email: string, from: string): Promise<Answer> {
  const answer = await send(form, email, from)
  return answer.body.code === 'proof_needed' ? send(form, email, from, await proofFor(answer)) : answer
}

/** The emails that a piece of work sent to anyone but the shop. */
async function mailsOf(work: () => Promise<unknown>) {
  await test.work()
  const before = test.mails.length
  await work()
  for (let round = 0; round < 20; round++) await test.work()
  return test.mails.slice(before).filter(({ to }) => to !== 'support@example.com')
}

const mailedTo = (email: string) => ({ shippingDetails: { ...selfItem().shippingDetails!, email } })

describe('a flood', () => {
  it.each(['without', 'with'])(
    'from one address sends only dozens of emails an hour, through any form, %s the work',
    async (how) => {
      const ask = how === 'with' ? insist : send
      const mails = await mailsOf(async () => {
        for (let who = 0; who < 16; who++)
          for (const form of Object.keys(forms))
            await ask(form, `${form}-${how}-${who}@example.com`, '203.0.113.9')
      })
      expect(mails.length).toBeGreaterThan(10)
      expect(mails.length).toBeLessThanOrEqual(30)
      for (const { subject, text, html } of mails)
        expect(`${subject} ${text} ${html}`).not.toMatch(/watches|spam\.example/i)
      // Messages to support are kept, and others can still sign up.
      expect((await test.shop.db.select().from(contactMessages)).length).toBeGreaterThan(10)
      expect((await insist('newsletter', `else-${how}@example.com`, '198.51.100.1')).status).toBe(200)
    },
  )

  it('from new addresses in a /48 sends at most twice as many', async () => {
    const mails = await mailsOf(async () => {
      for (let who = 0; who < 80; who++)
        await insist('quiz', `six-${who}@example.com`, `2001:db8:7:${(who * 311).toString(16)}::1`)
    })
    expect(mails.length).toBeLessThanOrEqual(60)
    expect((await send('quiz', 'neighbor@example.com', '2001:db8:8::1')).status).toBe(200)
  })

  it('in new spellings of one mailbox reaches it a few times', async () => {
    const spellings = Array.from({ length: 12 }, (_, n) => `${n % 2 ? 'm.aya' : 'ma.ya'}+${n}@gmail.com`)
    const mails = await mailsOf(async () => {
      for (const [n, email] of spellings.entries()) await send('newsletter', email, `192.0.2.${n * 3}`)
    })
    expect(mails).toHaveLength(3)
    test.clock.advance(3_600_000)
    expect(
      await mailsOf(async () => void (await send('newsletter', 'ma.ya+again@gmail.com', '192.0.2.99'))),
    ).toHaveLength(1)
  })

  it('through one form takes nothing from what others send to the same mailbox, least of all what the law demands', async () => {
    const email = 'starved@example.com'
    for (let n = 0; n < 4; n++)
      for (const form of Object.keys(forms)) await send(form, email, `192.0.2.${100 + n}`)
    const ask = { email, wish: 'copy' }
    const own = { 'x-forwarded-for': '198.51.100.77' }
    const mails = await mailsOf(async () => {
      expect((await test.post('/api/account/my-data/ask', ask, own)).status).toBe(200)
      expect((await test.post('/api/account/my-data/ask', { ...ask, wish: 'deletion' }, own)).status).toBe(
        200,
      )
    })
    expect(mails.map(({ kind }) => kind)).toEqual(['data-request', 'data-request'])
    // A crowd of sign-ups doesn't stop it, either.
    for (let sent = 0; sent < 1_000; sent++) await countHit(test.shop, 'mail', causedBy.everyone)
    const later = await mailsOf(async () => {
      test.clock.advance(21 * 60_000)
      await test.post('/api/account/my-data/ask', ask, own)
    })
    expect(later.map(({ kind }) => kind)).toEqual(['data-request'])
  })

  it('of requests for one’s data, by strangers, leaves its owner a working link', async () => {
    const ask = { email: 'asked-for@example.com', wish: 'copy' }
    const mails = await mailsOf(async () => {
      for (let n = 0; n < 6; n++)
        await test.post('/api/account/my-data/ask', ask, { 'x-forwarded-for': `192.0.2.${n * 9}` })
    })
    expect(mails, 'one email, whose link still works').toHaveLength(1)
  })

  it('requires a proof of work, valid once', async () => {
    for (let who = 0; who < 15; who++) await send('newsletter', `soon-${who}@example.com`, '203.0.113.20')
    const refused = await send('newsletter', 'late@example.com', '203.0.113.20')
    expect(refused.status).toBe(429)
    expect(refused.body.message).toContain('X-Proof-Of-Work')
    const proof = await proofFor(refused)
    const padded = Buffer.from(Buffer.from(proof['x-proof-of-work']!, 'base64') + ' '.repeat(4_000))
    const long = { 'x-proof-of-work': padded.toString('base64') }
    expect((await send('newsletter', 'late@example.com', '203.0.113.20', long)).status).toBe(429)
    expect((await send('newsletter', 'late@example.com', '203.0.113.20', proof)).status).toBe(200)
    expect((await send('newsletter', 'later@example.com', '203.0.113.20', proof)).status).toBe(429)
    const made = { 'x-proof-of-work': Buffer.from('{"challenge":{},"solution":{}}').toString('base64') }
    for (const header of [made, { 'x-proof-of-work': 'x' }, { 'x-proof-of-work': 'x'.repeat(9_000) }])
      expect((await send('newsletter', 'later@example.com', '203.0.113.20', header)).status).toBe(429)
    const late = await proofFor(await send('newsletter', 'later@example.com', '203.0.113.20'))
    test.clock.advance(21 * 60_000)
    // Counts from the last hour still apply, whatever was cleared meanwhile.
    await pruneHits(test.shop)
    expect((await send('newsletter', 'later@example.com', '203.0.113.20', late)).status).toBe(429)
    test.clock.advance(39 * 60_000)
    expect((await send('newsletter', 'later@example.com', '203.0.113.20')).status, 'an hour on').toBe(200)
    test.clock.advance(2 * 3_600_000)
    await pruneHits(test.shop)
    expect(await test.shop.db.$count(rateLimits)).toBe(0)
  })

  it('of messages is stored in full, emailed in part, and finally refused', async () => {
    const [many, mailed] = [60, 20]
    const before = test.mails.length
    const kept = await test.shop.db.$count(contactMessages)
    for (let turn = 0; turn < many; turn++)
      expect((await send('contact', `writer-${turn}@example.com`, '203.0.113.50')).status).toBe(200)
    const refused = await send('contact', 'writer@example.com', '203.0.113.50')
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    const [path, body] = forms.contact!('writer@example.com')
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.50' }
    const again = await test.app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(again.headers.get('retry-after')).toBe('3600')
    const toSupport = async () => {
      for (let round = 0; round < 20; round++) await test.work()
      return test.mails.slice(before).filter(({ kind }) => kind === 'contact-to-support').length
    }
    expect([(await test.shop.db.$count(contactMessages)) - kept, await toSupport()]).toEqual([many, mailed])
    // Of everybody together so many are mailed; the admin has them all.
    for (let others = 0; others < 100; others++) await countHit(test.shop, 'contact', causedBy.everyone)
    expect((await send('contact', 'calm@example.com', '203.0.113.51')).status).toBe(200)
    expect(await toSupport()).toBe(mailed)
  })

  it('across the shop stops at a thousand emails an hour, and says so', async () => {
    for (let mails = 0; mails < 1_000; mails++) await countHit(test.shop, 'mail', causedBy.everyone)
    const { status, body } = await send('newsletter', 'more@example.com', '203.0.113.60')
    expect([status, body.message]).toEqual([429, expect.stringContaining('more sign-ups than we can handle')])
  })

  it('needs the shop’s full proof of work, and rejects a cheaper one', async () => {
    for (let who = 0; who < 15; who++) await send('newsletter', `dear-${who}@example.com`, '203.0.113.30')
    const ask = (headers = {}) => send('newsletter', 'dear@example.com', '203.0.113.30', headers)
    const cheap = await proofFor(await ask())
    delete test.shop.proofRounds
    const refused = await ask(cheap)
    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.body.details.challenge).parameters).toMatchObject({
      algorithm: 'PBKDF2/SHA-256',
      cost: 5_000,
      keyPrefix: '00',
    })
    expect((await ask(await proofFor(refused))).status).toBe(200)
    test.shop.proofRounds = 1
  })

  it('from everywhere makes everyone work before an email, nobody before a payment', async () => {
    for (let before = 0; before < 185; before++) await countHit(test.shop, 'guarded', causedBy.crowd('mails'))
    const statuses: number[] = []
    for (let who = 0; who < 25; who++)
      statuses.push((await send('newsletter', `bot-${who}@example.com`, `10.${who}.${who}.9`)).status)
    expect(statuses).toEqual([...Array(15).fill(200), ...Array(10).fill(429)])
    const refused = await send('newsletter', 'honest@example.com', '192.0.2.200')
    expect(refused.body.code).toBe('proof_needed')
    // A message to support needs the work too, as long as that lasts.
    const message = await send('contact', 'honest@example.com', '192.0.2.201')
    expect(message.body.code).toBe('proof_needed')
    expect(
      (await send('newsletter', 'honest@example.com', '192.0.2.200', await proofFor(refused))).status,
    ).toBe(200)
    expect((await test.post('/api/create-payment-intent', { cartItems: [selfItem()] })).status).toBe(200)
    test.clock.advance(2 * 3_600_000)
    expect((await send('newsletter', 'again@example.com', '192.0.2.200')).status).toBe(200)
  })

  it('of refused cards makes everyone work before a payment', async () => {
    for (let before = 0; before < 180; before++) await countAttackSign(test.shop, 'checkouts')
    for (let turn = 0; turn < 3; turn++) {
      const started = await test.post(
        '/api/create-payment-intent',
        { cartItems: [selfItem('monthly', mailedTo(`tester-${turn}@example.com`))] },
        { 'x-forwarded-for': `10.1.${turn}.9` },
      )
      for (let card = 0; card < 10; card++)
        await test.pay(started.body.clientSecret, { cardNumber: '4000 0000 0000 0002' })
    }
    await test.work()
    const cart = { cartItems: [selfItem()] }
    const refused = await test.post('/api/create-payment-intent', cart)
    expect(refused.body.code).toBe('proof_needed')
    // Work done for an email doesn’t count for a payment.
    for (let who = 0; who < 15; who++) await send('newsletter', `pay-${who}@example.com`, '203.0.113.70')
    const forMail = await proofFor(await send('newsletter', 'pay@example.com', '203.0.113.70'))
    expect((await test.post('/api/create-payment-intent', cart, forMail)).body.code).toBe('proof_needed')
    expect((await test.post('/api/create-payment-intent', cart, await proofFor(refused))).status).toBe(200)
  })
})

describe('an ambiguous email address', () => {
  const odd = [
    '<maya@example.com>',
    'maya@example.com>',
    'a@example.com,b@example.com',
    'Maya <maya@example.com>',
    'maya@exa\u0000mple.com',
  ]

  it.each(odd)('is refused by every call: %j', async (email) => {
    const calls = [
      ...Object.values(forms).map((form) => form(email)),
      ['/api/account/link', { email }] as const,
      ['/api/account/returns', { email, orderNumber: 'BC-7K3F-9QMT' }] as const,
      [
        '/api/create-payment-intent',
        { cartItems: [selfItem('monthly', { shippingDetails: { ...selfItem().shippingDetails!, email } })] },
      ] as const,
    ]
    const mails = await mailsOf(async () => {
      for (const [path, body] of calls) {
        const { status, body: answer } = await test.post(path, body)
        expect([path, status]).toEqual([path, 400])
        expect(answer.message).toMatch(/\w/)
      }
    })
    expect(mails).toEqual([])
  })
})
