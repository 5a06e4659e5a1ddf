import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { rowsOf } from '../../db/database.ts'
import { loginAttempts, loginChallenges, rateLimits, sessions, staffDevices, users } from '../../db/schema.ts'
import { signIn, testPassword } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { proofFor } from '../../test/solve-proof.ts'
import { limitCaller } from '../limits/count-hits.ts'
import { pruneSignIns } from './end-sessions.ts'
import { hashPassword } from './hash-password.ts'
import { clearFailures, countFailure, countLogin } from './limit-logins.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop({ connections: 10, env: { TRUST_PROXY: '1' } })
})
beforeEach(async () => {
  test.clock.set('2026-11-21T15:00:00Z')
  test.pauses.length = 0
  await test.shop.db.delete(loginAttempts)
  await test.shop.db.delete(rateLimits)
})
afterAll(() => test.close())

const minute = 60_000
const wrong = 'never this one'
const someone = { address: '192.0.2.44', keep() {} }

function login(username: string, password: string, from = '203.0.113.7', more: Record<string, string> = {}) {
  return test.post('/api/auth/login', { username, password }, { 'x-forwarded-for': from, ...more })
}

describe('signing in', () => {
  it('shows the panel who is there, until sign-out', async () => {
    const elsewhere = await signIn(test)
    const owner = await signIn(test)
    expect(await owner.get('/api/auth/me')).toMatchObject({
      status: 200,
      body: {
        user: { username: 'test-owner', isAdmin: true, role: 'admin', staffRole: 'owner' },
        role: 'admin',
        isAdmin: true,
      },
    })
    expect((await owner.post('/api/auth/logout')).status).toBe(200)
    expect((await owner.get('/api/auth/me')).status).toBe(401)
    expect((await elsewhere.get('/api/auth/me')).status, 'another device stays signed in').toBe(200)
  })

  it('sets a cookie for this host only, over HTTPS, hidden from scripts', async () => {
    await signIn(test)
    const answer = await test.app.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'test-owner', password: testPassword }),
    })
    const cookie = answer.headers.getSetCookie()[0]!
    expect(cookie).toMatch(/^__Host-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Expires=/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const kept = await test.shop.db.select().from(sessions)
    expect(JSON.stringify(kept)).not.toContain(/=([\w-]{43})/.exec(cookie)![1])
  })

  it('requires both fields in the specification’s words', async () => {
    expect((await login(' ', 'x')).body.fields).toEqual({ username: 'Username is required' })
    expect((await login('x', '')).body.fields).toEqual({ password: 'Password is required' })
    const answers = [{}, { username: 'x' }, { username: 'x', password: null }].map((typed) =>
      test.post('/api/auth/login', typed),
    )
    expect((await Promise.all(answers)).map(({ status, body }) => [status, body.message])).toEqual([
      [400, 'Username is required'],
      [400, 'Password is required'],
      [400, 'Password is required'],
    ])
  })

  it('rejects a wrong password, an unknown name and a disabled account with the same words', async () => {
    await signIn(test, 'viewer', 'gone')
    await test.shop.db.update(users).set({ disabledAt: test.shop.now() }).where(eq(users.username, 'gone'))
    for (const [name, password] of [
      ['test-owner', wrong],
      ['nobody', wrong],
      ['gone', testPassword],
    ] as const) {
      const answer = await login(name, password)
      expect(answer).toEqual({
        status: 401,
        body: { code: 'not_signed_in', message: 'Invalid credentials', fields: {} },
      })
    }
  })

  it('compares the password exactly, to its last character', async () => {
    const long = `${'café saddle '.repeat(9)}end`
    await signIn(test, 'viewer', 'exact')
    await test.shop.db
      .update(users)
      .set({ password: await hashPassword(long) })
      .where(eq(users.username, 'exact'))
    for (const other of [long.slice(0, -1), `${long} `, ` ${long}`, long.toUpperCase()])
      expect((await login('exact', other)).status, other).toBe(401)
    await test.shop.db.delete(loginAttempts)
    expect((await login('exact', long)).status).toBe(200)
    // Another keyboard sends the accent as a character of its own.
    expect((await login('exact', long.normalize('NFD'))).status).toBe(200)
  })

  it('tells a customer without admin rights so, without a session', async () => {
    await signIn(test, 'viewer', 'customer')
    await test.shop.db.update(users).set({ isAdmin: false }).where(eq(users.username, 'customer'))
    const answer = await login('customer', testPassword)
    expect(answer).toMatchObject({ status: 200, body: { user: { isAdmin: false, role: 'customer' } } })
  })
})

describe('guessing passwords', () => {
  it('is slowed and then locked, for real and unknown names alike', async () => {
    await signIn(test, 'packer', 'slow')
    await test.shop.db.delete(loginAttempts)
    for (const name of ['slow', 'nobody at all']) {
      test.pauses.length = 0
      for (let tries = 0; tries < 10; tries++) expect((await login(name, wrong)).status).toBe(401)
      expect(test.pauses).toEqual([500, 1000, 2000, 4000, 4000, 4000, 4000])
      expect(await login(name, testPassword)).toMatchObject({
        status: 429,
        body: { message: 'Too many attempts to sign in. Try again in 15 minutes.' },
      })
    }
    test.clock.advance(16 * minute)
    expect((await login('slow', testPassword)).status).toBe(200)
  })

  it('counts simultaneous tries', async () => {
    await signIn(test, 'packer', 'slow')
    await test.shop.db.delete(loginAttempts)
    const answers = await Promise.all(Array.from({ length: 14 }, () => login('slow', wrong)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
  })

  // On the embedded database one transaction follows the other.
  it.runIf(inject('databaseKind') === 'postgres')('counts simultaneous tries of two names', async () => {
    for (let tries = 0; tries < 29; tries++) await countLogin(test.shop, `name-${tries}`, someone)
    // Neither can be stored before both have begun.
    const both = await test.shop.db.transaction(async (tx) => {
      await tx.execute('lock table login_attempts in exclusive mode')
      const begun = Promise.allSettled(['ana', 'ben'].map((name) => countLogin(test.shop, name, someone)))
      const isWaiting = sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect(await rowsOf(tx, isWaiting)).toHaveLength(2), 5_000)
      return { begun }
    })
    expect((await both.begun).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('by strangers doesn’t lock out someone who signed in from their address before', async () => {
    await signIn(test, 'packer', 'slow')
    expect((await login('slow', testPassword, '198.51.100.1')).status).toBe(200)
    for (let tries = 0; tries < 10; tries++) await login('slow', wrong, `203.0.113.${tries}`)
    expect((await login('slow', testPassword, '203.0.113.99')).status).toBe(429)
    // Where a colleague signed in is no known place of this account.
    await signIn(test, 'packer', 'colleague')
    expect((await login('colleague', testPassword, '198.51.100.2')).status).toBe(200)
    expect((await login('slow', testPassword, '198.51.100.2')).body.code).toBe('proof_needed')
    expect((await login('slow', testPassword, '198.51.100.1')).status).toBe(200)
    // Known for thirty days since they signed in there.
    test.clock.advance(31 * 24 * 60 * minute)
    for (let tries = 0; tries < 10; tries++) await login('slow', wrong, `203.0.113.${tries}`)
    expect((await login('slow', testPassword, '198.51.100.1')).body.code).toBe('proof_needed')
  })

  it('is forgiven by the right password', async () => {
    await signIn(test, 'packer', 'clumsy')
    for (let times = 0; times < 2; times++) {
      for (let tries = 0; tries < 8; tries++) await login('clumsy', wrong)
      expect((await login('clumsy', testPassword)).status).toBe(200)
    }
    // Who shows again and again who they are, as every change of the staff asks, has guessed nothing.
    const owner = await signIn(test)
    for (let times = 0; times < 12; times++) {
      test.clock.advance(1_000)
      await owner.confirm()
    }
  })

  it('is forgotten when the owner lifts it, and where one signed in before is not', async () => {
    await signIn(test, 'packer', 'slow')
    expect((await login('slow', testPassword, '198.51.100.1')).status).toBe(200)
    for (let tries = 0; tries < 3; tries++) await login('slow', wrong, '198.51.100.1')
    const tried = async () => (await test.shop.db.select().from(loginAttempts)).map((each) => each.succeeded)
    const good = (await tried()).filter(Boolean)
    await test.shop.db.transaction((tx) => clearFailures(tx, ' Slow '))
    expect(await tried()).toEqual(good)
    expect(good.length).toBeGreaterThan(0)
  })

  it('by strangers from everywhere lets the owner in from a new place after proof of work', async () => {
    await signIn(test, 'owner', 'hammered')
    await test.shop.db.delete(loginAttempts)
    for (let tries = 0; tries < 70; tries++) await login('hammered', wrong, `203.0.${tries}.9`)
    for (const place of ['192.0.2.77', '2001:db8:77::1']) {
      const refused = await login('hammered', testPassword, place)
      expect(refused).toMatchObject({ status: 429, body: { code: 'proof_needed' } })
      const proof = await proofFor(refused)
      // The work is done for one try, and not for another call.
      expect(
        (await test.post('/api/newsletter/subscribe', { email: 'a@example.com', source: 'x' }, proof)).status,
      ).toBe(200)
      expect((await login('hammered', testPassword, place, proof)).status).toBe(200)
    }
    const again = await login('hammered', wrong, '192.0.2.78')
    const spent = await proofFor(again)
    expect((await login('hammered', wrong, '192.0.2.78', spent)).status).toBe(401)
    expect((await login('hammered', testPassword, '192.0.2.79', spent)).status).toBe(429)
  })

  it('slowly all day counts toward the daily limit', async () => {
    await signIn(test, 'owner', 'worn')
    await test.shop.db.delete(loginAttempts)
    for (let tries = 0; tries < 50; tries++) {
      expect((await login('worn', wrong, `203.0.${tries}.9`)).status).toBe(401)
      if (tries % 10 === 9) test.clock.advance(16 * minute)
    }
    expect((await login('worn', testPassword, '192.0.2.80')).body.code).toBe('proof_needed')
    test.clock.advance(24 * 60 * minute)
    expect((await login('worn', testPassword, '192.0.2.80')).status).toBe(200)
  })

  it('from new networks of one provider locks that provider’s customer only', async () => {
    await signIn(test, 'packer', 'neighbor')
    await test.shop.db.delete(loginAttempts)
    const place = (tries: number) => `2001:db8:aa:${tries.toString(16)}::1`
    expect((await login('neighbor', testPassword, place(200))).status).toBe(200)
    // What the first forty would have left.
    for (let tries = 0; tries < 40; tries++)
      await countFailure(test.shop, { address: place(tries), keep() {} } as never)
    const statuses = []
    for (let tries = 40; tries < 64; tries++) {
      statuses.push((await login(`name-${tries}`, wrong, place(tries))).status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect((await login('slow', testPassword, '2001:db8:bb::1')).status).toBe(200)
    // Nor someone who signed in from there before.
    expect((await login('neighbor', testPassword, place(201))).status).toBe(429)
    expect((await login('neighbor', testPassword, place(200))).status).toBe(200)
  })

  it('of many names from one network locks that network only', async () => {
    await signIn(test, 'packer', 'slow')
    await test.shop.db.delete(loginAttempts)
    for (let tries = 0; tries < 30; tries++) await login(`name-${tries}`, wrong, `2001:db8:1:2::${tries + 1}`)
    expect((await login('slow', testPassword, '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await login('slow', testPassword, '2001:db8:1:3::1')).status).toBe(200)
  })
})

it('for passkeys is limited per hour and per address', async () => {
  const start = (from: string) => test.post('/api/auth/passkey/start', {}, { 'x-forwarded-for': from })
  for (let times = 0; times < 120; times++)
    await limitCaller(test.shop, 'passkey', '203.0.113.80', [1_000, 1_000], '')
  expect((await start('203.0.113.80')).body.code).toBe('too_many_requests')
  expect((await start('203.0.113.81')).status).toBe(200)
})

it('leaves no expired sessions or last month’s attempts', async () => {
  await signIn(test)
  await login('nobody', wrong)
  test.clock.advance(31 * 24 * 60 * minute)
  const owner = await signIn(test)
  const browsers = await test.shop.db.$count(staffDevices)
  await pruneSignIns(test.shop)
  expect(await test.shop.db.select().from(sessions)).toHaveLength(1)
  expect(await test.shop.db.select().from(loginAttempts)).toHaveLength(1)
  expect(await test.shop.db.$count(loginChallenges), 'passkeys that were asked for').toBe(0)
  // Who works here goes on, in browsers that the shop knows for a year.
  expect((await owner.get('/api/auth/me')).status).toBe(200)
  expect(await test.shop.db.$count(staffDevices)).toBe(browsers)
  test.clock.advance(366 * 24 * 60 * minute)
  await pruneSignIns(test.shop)
  expect(await test.shop.db.$count(staffDevices)).toBe(0)
})
