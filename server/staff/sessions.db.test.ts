import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessions, users } from '../../db/schema.ts'
import { signIn, testPassword } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { deviceOf } from '../shop/device.ts'
import { consumeChallenge, newChallenge } from './challenge.ts'
import { requireConfirmed } from './change-password.ts'
import { replaceToken } from './session.ts'
import type { Staff } from './staff.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(() => test.clock.set('2026-11-21T15:00:00Z'))
afterAll(() => test.close())

const minute = 60_000

async function me(cookie: string) {
  const answer = await test.app.request('/api/auth/me', { headers: { cookie } })
  return { status: answer.status, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? null }
}

/** Of someone who is signed in once. */
async function sessionOf(username: string) {
  const [row] = await test.shop.db
    .select({ sessionId: sessions.id, userId: users.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(users.username, username))
  return { ...row!, username, address: '127.0.0.1' }
}

it('a passkey’s answer to one question answers no other', async () => {
  await signIn(test, 'support', 'asked')
  const { userId } = await sessionOf('asked')
  const asked = Buffer.from(await newChallenge(test.shop, 'passkey-add', userId)).toString('base64url')
  const answers = (kind: 'passkey-add' | 'passkey-confirm') =>
    test.shop.db.transaction((tx) => consumeChallenge(tx, test.shop.now(), kind, userId, asked))
  expect(await answers('passkey-confirm')).toBe(false)
  expect(await answers('passkey-add')).toBe(true)
  expect(await answers('passkey-add')).toBe(false)
})

describe('a session', () => {
  it('ends after 30 minutes without a call', async () => {
    const { cookie } = await signIn(test)
    test.clock.advance(14 * minute)
    expect((await me(cookie)).status).toBe(200)
    test.clock.advance(31 * minute)
    expect((await me(cookie)).status).toBe(401)
  })

  it('ends after 12 hours regardless', async () => {
    let { cookie } = await signIn(test)
    for (let at = 10; at < 12 * 60; at += 10) {
      test.clock.advance(10 * minute)
      const answer = await me(cookie)
      expect(answer.status, `${at} minutes`).toBe(200)
      cookie = answer.cookie ?? cookie
    }
    test.clock.advance(10 * minute)
    expect((await me(cookie)).status).toBe(401)
  })

  it('rotates its token every 15 minutes; the old one covers requests in flight', async () => {
    const { cookie: old } = await signIn(test)
    test.clock.advance(16 * minute)
    const answers = await Promise.all([me(old), me(old), me(old)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const renewed = answers.flatMap(({ cookie }) => cookie ?? [])
    expect(renewed).toHaveLength(1)
    expect((await me(renewed[0]!)).status).toBe(200)
    expect((await me(old)).status).toBe(200)
    test.clock.advance(2 * minute)
    expect((await me(old)).status).toBe(401)
    expect((await me(renewed[0]!)).status).toBe(200)
  })

  it('survives a lost answer with the new token', async () => {
    const { cookie: old } = await signIn(test)
    test.clock.advance(16 * minute)
    const lost = (await me(old)).cookie!
    test.clock.advance(5 * minute)
    const again = await me(old)
    expect(again).toMatchObject({ status: 200, cookie: expect.stringContaining('__Host-session=') })
    expect((await me(lost)).status).toBe(401)
    expect((await me(again.cookie!)).status).toBe(200)
  })

  it('with new rights ends its earlier tokens at once, the one before the last as well', async () => {
    const { cookie: old } = await signIn(test, 'support', 'rotating')
    test.clock.advance(16 * minute)
    await me(old)
    expect((await me(old)).status).toBe(200)
    await replaceToken(test.shop, (await sessionOf('rotating')).sessionId)
    expect((await me(old)).status).toBe(401)
  })

  it('has not shown who it is when the clock was set back since', async () => {
    const owner = await signIn(test, 'owner', 'early')
    await owner.confirm()
    const staff = (await sessionOf('early')) as Staff
    await expect(requireConfirmed(test.shop, staff, undefined)).resolves.toBeUndefined()
    test.clock.advance(-60 * minute)
    await expect(requireConfirmed(test.shop, staff, undefined)).rejects.toMatchObject({
      code: 'confirm_first',
    })
  })

  it('is replaced by the next sign-in of the same browser', async () => {
    const { cookie } = await signIn(test)
    await test.post(
      '/api/auth/login',
      { username: 'test-owner', password: 'correct horse battery' },
      { cookie },
    )
    expect((await me(cookie)).status).toBe(401)
  })

  it('leaves its browser one token at a time, and none after signing out', async () => {
    const here = await signIn(test, 'owner', 'tidy')
    test.clock.advance(16 * minute)
    // Its token is due to be replaced anyway.
    const confirmed = await here.request('POST', '/api/auth/confirm', { password: testPassword })
    const set = confirmed.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
    expect(set).toEqual(['__Host-session', 'session'])
    for (const way of ['logout', 'logout-everywhere']) {
      const out = await (await signIn(test, 'support', 'tidy-support')).request(
        'POST',
        `/api/auth/${way}`,
        {},
      )
      const cleared = out.headers.getSetCookie().map((cookie) => cookie.replace(/;.*;/, ';'))
      expect(cleared, way).toEqual(['__Host-session=; Max-Age=0', 'session=; Max-Age=0'])
    }
  })

  it('makes its browser known for a year, however short the session', async () => {
    const { username } = await signIn(test, 'support', 'known')
    const answer = await test.app.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: testPassword }),
    })
    const known = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-device='))
    expect(known).toContain('Expires=Sun, 21 Nov 2027 15:00:00 GMT')
  })

  it('lists its device, and can be ended there, alone or with all others', async () => {
    const here = await signIn(test, 'support')
    const there = await signIn(test, 'support')
    const listed = (await here.get('/api/auth/account')).body.sessions
    const other = listed.find(({ isThis }: { isThis: boolean }) => !isThis)
    expect(listed).toHaveLength(2)
    expect((await here.del(`/api/auth/sessions/${other.id}`)).status).toBe(200)
    expect((await me(there.cookie)).status).toBe(401)
    const owner = await signIn(test)
    const own = (await owner.get('/api/auth/account')).body.sessions[0]
    expect((await here.del(`/api/auth/sessions/${own.id}`)).status).toBe(404)
    const back = await signIn(test, 'support')
    expect((await here.post('/api/auth/logout-everywhere')).status).toBe(200)
    expect([(await me(here.cookie)).status, (await me(back.cookie)).status]).toEqual([401, 401])
    expect((await me(owner.cookie)).status).toBe(200)
  })

  it('that timed out is no longer listed', async () => {
    for (const _ of [1, 2]) await signIn(test, 'support')
    test.clock.advance(31 * minute)
    const here = await signIn(test, 'support')
    expect((await here.get('/api/auth/account')).body.sessions).toMatchObject([{ isThis: true }])
    const { staff } = (await (await signIn(test)).get('/api/admin/staff')).body
    expect(staff).toContainEqual(expect.objectContaining({ username: 'test-support', sessions: 1 }))
  })

  it('is named by its browser and system, whatever else they claim', () => {
    const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
    const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
    for (const [userAgent, name] of [
      [`${windows} ${chrome} Edg/140.0.0.0`, 'Edge on Windows'],
      [`${windows} ${chrome} OPR/120.0.0.0`, 'Opera on Windows'],
      [`${windows} ${chrome}`, 'Chrome on Windows'],
      [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome}`, 'Chrome on Android'],
      [`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, 'Chrome on Linux'],
      ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari on macOS'],
      ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) FxiOS/140.0 Safari/605.1', 'Firefox on iOS'],
      ['curl/8.5.0', 'A program'],
    ])
      expect(deviceOf(userAgent!)).toBe(name)
  })
})
