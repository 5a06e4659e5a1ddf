import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountLinks, accountSessions, orders, otherMailboxes } from '../../db/schema.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { type Answer, createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { join } from '../../test/members.ts'
import { proofFor } from '../../test/solve-proof.ts'
import { memberTokenHash, newMemberToken, pruneAccountAccess, startMemberSession } from './member-session.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
  const cart = [selfItem('monthly')]
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
  await test.order(cart, (await test.pay(clientSecret)).body.paymentIntentId)
  await test.work()
})
afterAll(() => test.close())

async function tokenSentTo(email: string): Promise<string | undefined> {
  const before = test.mails.length
  await test.post('/api/account/link', { email })
  await test.work()
  const mail = test.mails
    .slice(before)
    .find((sent) => sent.kind === 'magic-link' && sent.to === email.trim().toLowerCase())
  return mail?.text.match(/\/account#([\w-]{43})/)?.[1]
}

const open = (token: string) =>
  test.app.request('/api/account/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })

describe('a sign-in link', () => {
  it('works once, for thirty minutes', async () => {
    const token = await tokenSentTo(' Maya@Example.com ')
    const opened = await open(token!)
    expect(opened.status).toBe(200)
    expect(opened.headers.getSetCookie()[0]).toMatch(
      /^__Host-member=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict/,
    )
    expect((await open(token!)).status).toBe(404)
    const late = await tokenSentTo('maya@example.com')
    test.clock.advance(31 * 60_000)
    expect((await open(late!)).status).toBe(404)
    // They count from when it was asked for, however late its email leaves.
    await test.post('/api/account/link', { email: 'maya@example.com' })
    test.clock.advance(20 * 60_000)
    await test.work()
    const { text } = test.mails.findLast(({ kind }) => kind === 'magic-link')!
    test.clock.advance(11 * 60_000)
    expect((await open(text.match(/\/account#([\w-]{43})/)![1]!)).status).toBe(404)
  })

  it('gets the same answer for an unknown address, which gets no email', async () => {
    const known = await test.post('/api/account/link', { email: 'maya@example.com' })
    const unknown = await test.post('/api/account/link', { email: 'nobody@example.com' })
    expect(unknown).toEqual(known)
    expect(await tokenSentTo('nobody@example.com')).toBeUndefined()
  })

  it('is not sent to a gift recipient before the notice, with the same answer', async () => {
    test.clock.set('2026-11-21T15:00:00Z')
    const to = (recipientEmail: string) => ({
      giftDetails: { ...giftItem().giftDetails!, recipientEmail, emailDate: '2026-11-24T00:00:00.000Z' },
    })
    await join(test, [giftItem('6-months', to('thomas.secret@example.com'))])
    await join(test, [giftItem('6-months', to('ines.both@example.com'))])
    const own = { ...selfItem().shippingDetails!, email: 'ines.both@example.com' }
    await join(test, [selfItem('monthly', { shippingDetails: own })])
    const ask = (email: string) => test.post('/api/account/link', { email })
    test.clock.set('2026-11-24T13:59:00Z')
    expect(await ask('thomas.secret@example.com')).toEqual(await ask('nobody@example.com'))
    expect(await tokenSentTo('thomas.secret@example.com')).toBeUndefined()
    // Who has a membership of their own gets in by it, and who gives sees the gift.
    expect(await tokenSentTo('ines.both@example.com')).toBeDefined()
    expect(await tokenSentTo('maya@example.com')).toBeDefined()
    const [order] = await test.shop.db.select().from(orders).where(eq(orders.recipientType, 'gift'))
    const { orderNumber } = order!
    const before = test.mails.length
    await test.post('/api/account/returns', { orderNumber, email: 'thomas.secret@example.com' })
    await test.work()
    expect(test.mails.slice(before).filter(({ kind }) => kind === 'exchange-link')).toEqual([])
    test.clock.set('2026-11-24T14:06:00Z')
    expect(await tokenSentTo('thomas.secret@example.com')).toBeDefined()
  })

  it('is not a gift link, and replaces whoever was signed in on the device', async () => {
    const path = '/api/account/session'
    const token = 'a'.repeat(43)
    const link = { purpose: 'gift', email: 'maya@example.com', tokenHash: memberTokenHash(token) }
    const expiresAt = new Date(test.clock.now().getTime() + 3_600_000)
    await test.shop.db.insert(accountLinks).values({ ...link, expiresAt })
    expect((await test.post(path, { token })).status).toBe(404)
    test.clock.advance(3_600_000)
    const ines = await signInMember(test, 'ines.both@example.com')
    const headers = { ...ines.headers }
    const own = await tokenSentTo('maya@example.com')
    expect((await ines.post(path, { token: own })).status).toBe(200)
    expect((await ines.get('/api/account')).body.email).toBe('maya@example.com')
    expect((await test.app.request('/api/account', { headers })).status).toBe(401)
  })

  it('session ends at sign-out', async () => {
    const maya = await signInMember(test, 'maya@example.com')
    expect((await maya.post('/api/account/sign-out')).status).toBe(200)
    expect((await maya.post('/api/account/sign-out')).status).toBe(401)
  })

  it('session ends everywhere at once on request', async () => {
    const [here, there] = [
      await signInMember(test, 'maya@example.com'),
      await signInMember(test, 'maya@example.com'),
    ]
    const other = await signInMember(test, 'thomas@example.com')
    expect((await here.post('/api/account/sign-out-everywhere')).status).toBe(200)
    expect((await there.get('/api/account')).status).toBe(401)
    expect((await other.get('/api/account')).status).toBe(200)
  })

  it('session, link or device of any joined address ends at sign-out everywhere, and is listed', async () => {
    const [one, other] = ['joined.one@example.com', 'joined.other@example.com']
    const { db } = test.shop
    await db
      .insert(otherMailboxes)
      .values({ email: other, firstEmail: one, username: 'Ana', createdAt: test.shop.now() })
    const [here, there] = [await signInMember(test, one), await signInMember(test, other)]
    const token = newMemberToken()
    const link = {
      tokenHash: memberTokenHash(token),
      email: other,
      purpose: 'sign-in',
      createdAt: test.shop.now(),
    }
    await db.insert(accountLinks).values({ ...link, expiresAt: new Date(test.shop.now().getTime() + 60_000) })
    const { devices } = (await here.get('/api/account/devices')).body
    expect(devices).toHaveLength(2)
    const theirs = devices.find(({ isThis }: { isThis: boolean }) => !isThis)
    expect((await here.del(`/api/account/devices/${theirs.id}`)).status).toBe(200)
    expect((await there.get('/api/account')).status).toBe(401)
    const again = await signInMember(test, other)
    expect((await here.post('/api/account/sign-out-everywhere')).status).toBe(200)
    for (const page of [here, again]) expect((await page.get('/api/account')).status).toBe(401)
    expect((await open(token)).status).toBe(404)
  })

  it('that is unopened or unsent also dies at sign-out everywhere', async () => {
    test.clock.advance(2 * 3_600_000)
    const maya = await signInMember(test, 'maya@example.com')
    const unopened = await tokenSentTo('maya@example.com')
    const { orderNumber } = (await test.shop.db.select().from(orders))[0]!
    await test.post('/api/account/returns', { orderNumber, email: 'maya@example.com' })
    await test.work()
    const toReturn = test.mails
      .findLast(({ kind }) => kind === 'exchange-link')
      ?.text.match(/#([\w-]{43})/)?.[1]
    test.clock.advance(60 * 60_000)
    const late = await tokenSentTo('maya@example.com')
    test.clock.advance(21 * 60_000)
    const others = await tokenSentTo('ines.both@example.com')
    for (const email of ['maya@example.com', 'thomas.secret@example.com'])
      await test.post('/api/account/link', { email })
    await test.post('/api/account/returns', { orderNumber, email: 'maya@example.com' })
    const before = test.mails.length
    expect((await maya.post('/api/account/sign-out-everywhere')).status).toBe(200)
    await test.work()
    expect(test.mails.slice(before).filter(({ kind }) => kind === 'exchange-link')).toEqual([])
    const left = test.mails.slice(before).filter(({ kind }) => kind === 'magic-link')
    expect(left.map(({ to }) => to)).toEqual(['thomas.secret@example.com'])
    for (const token of [unopened, toReturn, late]) expect((await open(token!)).status).toBe(404)
    // Someone who signed out can ask again and get in, and no one else was affected.
    expect((await open(others!)).status).toBe(200)
    expect((await open((await tokenSentTo('maya@example.com'))!)).status).toBe(200)
  })

  it('session ends after 45 days unused, and after 90 in any case', async () => {
    test.clock.advance(2 * 3_600_000)
    const day = 24 * 3_600_000
    const [almost, idle, used] = [
      await signInMember(test, 'maya@example.com'),
      await signInMember(test, 'maya@example.com'),
      await signInMember(test, 'maya@example.com'),
    ]
    let today = 0
    for (const next of [22, 44, 46, 66, 88]) {
      expect((await used.get('/api/account')).status, `day ${today}`).toBe(200)
      test.clock.advance((next - today) * day)
      today = next
      if (today === 44) expect((await almost.get('/api/account')).status).toBe(200)
      if (today === 46) expect((await idle.get('/api/account')).status).toBe(401)
    }
    expect((await used.get('/api/account')).status).toBe(200)
    test.clock.advance(2 * day + 1)
    expect((await used.get('/api/account')).status).toBe(401)
  })

  it('is resent only once the last one nearly expired, with the same answer', async () => {
    test.clock.advance(2 * 3_600_000)
    const before = test.mails.length
    for (let wish = 0; wish < 7; wish++) {
      const answer = await test.post('/api/account/link', { email: 'maya@example.com' })
      expect(answer).toEqual({ status: 200, body: { success: true } })
    }
    await test.work()
    expect(test.mails.slice(before).filter(({ kind }) => kind === 'magic-link')).toHaveLength(1)
    // After the twenty minutes that the page tells, there is another.
    for (const [minutes, links] of [
      [19, 1],
      [2, 2],
    ] as const) {
      test.clock.advance(minutes * 60_000)
      await test.post('/api/account/link', { email: 'maya@example.com' })
      await test.work()
      expect(test.mails.slice(before).filter(({ kind }) => kind === 'magic-link')).toHaveLength(links)
    }
  })

  it('can’t be requested by one caller for everyone', async () => {
    test.clock.advance(2 * 3_600_000)
    const ask = (who: number) => test.post('/api/account/link', { email: `somebody-${who}@example.com` })
    for (let who = 0; who < 60; who++) expect((await ask(who)).status).toBe(200)
    const refused = await ask(60)
    expect(refused).toMatchObject({ status: 429, body: { code: 'proof_needed' } })
    expect((await test.post('/api/account/link', { email: 'maya@example.com' })).status).toBe(429)
    // No one on the same network is locked out: their browser does the work.
    const proof = await proofFor(refused)
    expect((await test.post('/api/account/link', { email: 'maya@example.com' }, proof)).status).toBe(200)
    expect((await test.post('/api/account/link', { email: 'maya@example.com' }, proof)).status).toBe(429)
  })

  describe('a session’s daily renewal', () => {
    const day = 24 * 3_600_000
    /** A browser that keeps the cookie which it is given, unless the answer is lost on its way. */
    async function browser(isProved = true) {
      test.clock.advance(2 * 3_600_000)
      const { token } = await startMemberSession(test.shop, 'maya@example.com', {
        userAgent: phone,
        isProved,
      })
      const jar = { cookie: `__Host-member=${token}` }
      const ask = async ({
        cookie = jar.cookie,
        isLost = false,
        method = 'GET',
        path = '/api/account',
        body = '',
      } = {}) => {
        const headers = { cookie, 'content-type': 'application/json' }
        const answer = await test.app.request(path, { method, headers, ...(body ? { body } : {}) })
        const kept = answer.headers
          .getSetCookie()
          .find((each) => each.startsWith('__Host-member='))
          ?.split(';')[0]
        if (kept && !isLost) jar.cookie = kept
        return { status: answer.status, kept, json: (await answer.json()) as Answer['body'] }
      }
      return { jar, ask }
    }
    const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1'

    it('changes the token, and keeps concurrent requests working', async () => {
      const { jar, ask } = await browser()
      const first = jar.cookie
      expect((await ask()).kept).toBeUndefined()
      test.clock.advance(day + 60_000)
      const together = await Promise.all([1, 2, 3, 4].map(() => ask({ cookie: first })))
      expect(together.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(together.filter(({ kept }) => kept)).toHaveLength(1)
      expect(jar.cookie).not.toBe(first)
      expect((await ask()).status).toBe(200)
      expect((await ask({ cookie: first })).status).toBe(200)
    })

    it('survives a lost answer', async () => {
      const { ask } = await browser()
      test.clock.advance(day + 60_000)
      expect((await ask({ isLost: true })).kept).toBeDefined()
      test.clock.advance(60 * 60_000)
      expect((await ask()).status).toBe(200)
      test.clock.advance(60 * 60_000)
      expect((await ask()).status).toBe(200)
    })

    it('ends the session for thief and owner when a replaced token is used', async () => {
      const { jar, ask } = await browser()
      const stolen = jar.cookie
      test.clock.advance(day + 60_000)
      await ask()
      await ask()
      test.clock.advance(6 * 60_000)
      expect((await ask({ cookie: stolen })).status).toBe(401)
      expect((await ask()).status).toBe(401)
    })

    it('requires a fresh link before moving parcels or taking or deleting data', async () => {
      const { jar, ask } = await browser()
      const { memberships } = (await ask()).json
      const address = {
        method: 'POST',
        path: `/api/account/memberships/${memberships[0].id}/address`,
        body: JSON.stringify({ ...selfItem().shippingDetails, address2: '', city: 'Salem' }),
      }
      const acts = [
        address,
        { path: '/api/account/my-data' },
        { method: 'POST', path: '/api/account/my-data/delete', body: '{}' },
      ]
      test.clock.advance(day - 60_000)
      expect((await ask(address)).status).toBe(200)
      test.clock.advance(2 * 60_000)
      await test.work()
      for (const act of acts) {
        const refused = await ask(act)
        expect([act.path, refused.status, refused.json.code]).toEqual([act.path, 403, 'confirm_first'])
        expect(refused.json.details).toEqual({ email: 'maya@example.com' })
      }
      // All that can be undone needs no link.
      expect((await ask({ path: '/api/account/devices' })).status).toBe(200)
      const opened = await ask({
        method: 'POST',
        path: '/api/account/session',
        body: JSON.stringify({ token: await tokenSentTo('maya@example.com') }),
      })
      expect([opened.status, jar.cookie === opened.kept]).toEqual([200, true])
      expect((await ask(address)).status).toBe(200)
    })

    it('never allows that when it began from a receipt’s link, which may be forwarded', async () => {
      const { ask } = await browser(false)
      expect((await ask()).status).toBe(200)
      // The page says so, instead of calling it a while.
      const refused = await ask({ path: '/api/account/my-data' })
      const details = { email: 'maya@example.com', cameFrom: 'email' }
      expect(refused).toMatchObject({ status: 403, json: { code: 'confirm_first', details } })
    })

    it('lists its device, and can be ended from another one, but not by someone else', async () => {
      const here = await browser()
      const there = await browser()
      const { devices } = (await here.ask({ path: '/api/account/devices' })).json
      const seen = devices.map(({ lastSeenAt }: { lastSeenAt: string }) => lastSeenAt)
      expect(seen).toEqual(seen.toSorted().reverse())
      // Those of the tests before are over by now.
      expect(Date.parse(seen.at(-1))).toBeGreaterThan(test.clock.now().getTime() - 45 * day)
      const own = devices.filter((each: { isThis: boolean }) => each.isThis)
      expect(own).toMatchObject([{ device: 'Safari on iOS' }])
      const [other] = devices.filter((each: { isThis: boolean }) => !each.isThis)
      const thomas = await signInMember(test, 'thomas@example.com')
      expect((await thomas.del(`/api/account/devices/${other.id}`)).status).toBe(404)
      const { json } = await there.ask({ path: '/api/account/devices' })
      const thereId = json.devices.find((each: { isThis: boolean }) => each.isThis).id
      const ended = await here.ask({ method: 'DELETE', path: `/api/account/devices/${thereId}` })
      expect(ended.status).toBe(200)
      expect((await there.ask()).status).toBe(401)
      expect((await here.ask()).status).toBe(200)
    })
  })

  it('leaves nothing behind once over, and signs nobody else out', async () => {
    await signInMember(test, 'maya@example.com')
    await tokenSentTo('maya@example.com')
    test.clock.advance(91 * 24 * 3_600_000)
    const here = await signInMember(test, 'maya@example.com')
    const link = await tokenSentTo('maya@example.com')
    // For three months the page of a gift can say that it is over.
    for (const days of [89, 91]) {
      const gift = { purpose: 'gift', email: 'thomas@example.com', tokenHash: `ended ${days} days ago` }
      const expiresAt = new Date(test.clock.now().getTime() - days * 24 * 3_600_000)
      await test.shop.db.insert(accountLinks).values({ ...gift, expiresAt })
    }
    await pruneAccountAccess(test.shop)
    expect((await test.shop.db.select().from(accountLinks)).map(({ purpose }) => purpose).sort()).toEqual([
      'gift',
      'sign-in',
    ])
    expect(await test.shop.db.select().from(accountSessions)).toHaveLength(1)
    expect((await here.get('/api/account')).status).toBe(200)
    expect((await open(link!)).status).toBe(200)
  })

  it('rejects pages of other sites', async () => {
    const maya = await signInMember(test, 'maya@example.com')
    const answer = await test.app.request('/api/account/sign-out', {
      method: 'POST',
      headers: { ...maya.headers, origin: 'https://elsewhere.example' },
      body: '{}',
    })
    expect(answer.status).toBe(403)
  })
})
