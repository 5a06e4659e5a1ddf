import { eq, isNull, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { passkeys, recoveryCodes, staffDevices, users } from '../../db/schema.ts'
import { signIn, testPassword } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { softwarePasskey } from '../../test/passkey.ts'
import { commands } from '../cli/commands.ts'
import { secretsBy } from '../shop/secrets.ts'
import { sealSecrets } from './two-step-codes.ts'

let test: TestShop
let app: TOTP
let codes: string[]
const name = 'stepper'

beforeAll(async () => {
  test = await createTestShop()
  const staff = await signIn(test, 'support', name)
  const begun = await staff.post('/api/auth/two-step', { password: testPassword })
  app = new TOTP({ secret: Secret.fromBase32(begun.body.secret) })
  expect(begun.body.address).toBe(
    `otpauth://totp/Belt%20Club:${name}?issuer=Belt%20Club&secret=${begun.body.secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(begun.body.picture).toMatch(/^<svg /)
  const other = await signIn(test, 'support', name)
  expect(await staff.post('/api/auth/two-step/confirm', { code: '000000' })).toMatchObject({ status: 400 })
  const before = staff.cookie
  const confirmed = await staff.request('POST', '/api/auth/two-step/confirm', { code: code() })
  codes = ((await confirmed.json()) as { recoveryCodes: string[] }).recoveryCodes
  // A privilege changed: the token is new at once, and other devices are signed out.
  const [renewed] = confirmed.headers.getSetCookie()
  expect((await test.app.request('/api/auth/me', { headers: { cookie: before } })).status).toBe(401)
  expect((await test.app.request('/api/auth/me', { headers: { cookie: renewed! } })).status).toBe(200)
  expect((await other.get('/api/auth/me')).status).toBe(401)
})
beforeEach(() => test.clock.advance(60 * 60_000))
afterAll(() => test.close())

const code = () => app.generate({ timestamp: test.shop.now().getTime() })
const login = () => test.post('/api/auth/login', { username: name, password: testPassword })
const second = (challenge: string, entered: string) =>
  test.post('/api/auth/second-step', { challenge, code: entered })

it('a password alone doesn’t sign in someone with a passkey', async () => {
  const username = 'key holder'
  await signIn(test, 'support', username)
  const asked = () => test.post('/api/auth/login', { username, password: testPassword })
  expect((await asked()).body).toMatchObject({ user: { username } })
  const [user] = await test.shop.db.select().from(users).where(eq(users.username, username))
  const key = { credentialId: 'AAAA', publicKey: 'AAAA', counter: 0, name: 'Laptop' }
  await test.shop.db.insert(passkeys).values({ ...key, userId: user!.id })
  const { body } = await asked()
  expect(body).toMatchObject({ challenge: expect.any(String) })
  expect(body).not.toHaveProperty('user')
  const owner = await signIn(test)
  const { staff } = (await owner.get('/api/admin/staff')).body
  const listed = (of: string) => staff.find((each: { username: string }) => each.username === of)
  expect([listed(username).hasTwoStep, listed('test-owner').hasTwoStep]).toEqual([true, false])
  expect(
    (await owner.post('/api/auth/passkeys/confirm/start', {})).body.message,
    'only someone else has one',
  ).toContain('You don’t have a passkey')
  // Who lost it is let in again by an owner.
  await owner.confirm()
  const { password } = (await owner.post(`/api/admin/staff/${user!.id}/password`, { removeTwoStep: true }))
    .body
  expect((await test.post('/api/auth/login', { username, password })).body).toMatchObject({
    user: { username },
  })
})

it('the code that turned it on signs nobody in: who read it over a shoulder has nothing', async () => {
  const username = 'starter'
  const staff = await signIn(test, 'support', username)
  const { secret } = (await staff.post('/api/auth/two-step', { password: testPassword })).body
  const device = new TOTP({ secret: Secret.fromBase32(secret) })
  const shown = () => device.generate({ timestamp: test.shop.now().getTime() })
  const first = shown()
  expect((await staff.post('/api/auth/two-step/confirm', { code: first })).status).toBe(200)
  const { challenge } = (await test.post('/api/auth/login', { username, password: testPassword })).body
  expect((await second(challenge, first)).status).toBe(401)
  test.clock.advance(30_000)
  expect((await second(challenge, shown())).status).toBe(200)
})

it('a new password ends a sign-in started with the old one', async () => {
  const username = 'changer'
  const staff = await signIn(test, 'support', username)
  const [user] = await test.shop.db.select().from(users).where(eq(users.username, username))
  const key = { credentialId: 'BBBB', publicKey: 'BBBB', counter: 0, name: 'Laptop' }
  await test.shop.db.insert(passkeys).values({ ...key, userId: user!.id })
  const { challenge } = (await test.post('/api/auth/login', { username, password: testPassword })).body
  const change = { currentPassword: testPassword, newPassword: 'nine copper rivets' }
  expect((await staff.post('/api/auth/password', change)).status).toBe(200)
  expect((await second(challenge, '000000')).body.details).toEqual({ begin: 'again' })
})

it('ends at sign-out everywhere, and no browser is known after it', async () => {
  const username = 'leaver'
  const staff = await signIn(test, 'support', username)
  const [user] = await test.shop.db.select().from(users).where(eq(users.username, username))
  const key = { credentialId: 'CCCC', publicKey: 'CCCC', counter: 0, name: 'Laptop' }
  await test.shop.db.insert(passkeys).values({ ...key, userId: user!.id })
  const { challenge } = (await test.post('/api/auth/login', { username, password: testPassword })).body
  const isTheirs = eq(staffDevices.userId, user!.id)
  expect(await test.shop.db.$count(staffDevices, isTheirs)).toBeGreaterThan(0)
  expect((await staff.post('/api/auth/logout-everywhere')).status).toBe(200)
  expect((await second(challenge, '000000')).body.details).toEqual({ begin: 'again' })
  expect(await test.shop.db.$count(staffDevices, isTheirs)).toBe(0)
})

it('recovery codes last until the final second step is removed, and passkeys stop at twenty', async () => {
  const username = 'both ways'
  const staff = await signIn(test, 'support', username)
  const own = { password: testPassword }
  const [user] = await test.shop.db.select().from(users).where(eq(users.username, username))
  const { secret } = (await staff.post('/api/auth/two-step', own)).body
  const device = new TOTP({ secret: Secret.fromBase32(secret) })
  const next = () => device.generate({ timestamp: test.shop.now().getTime() })
  const confirmed = await staff.request('POST', '/api/auth/two-step/confirm', { code: next() })
  const { recoveryCodes: codesOf } = (await confirmed.json()) as { recoveryCodes: string[] }
  const headers = (answer: Response) => ({
    cookie: answer.headers.getSetCookie()[0]!.split(';')[0]!,
    origin: 'http://localhost',
    'content-type': 'application/json',
  })
  let kept = headers(confirmed)
  const call = async (method: string, path: string, body?: object) => {
    const answer = await test.app.request(path, {
      ...{ method, headers: kept },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (answer.headers.getSetCookie().length > 0) kept = headers(answer)
    // biome-ignore lint/suspicious/noExplicitAny: replies of every shape
    return { status: answer.status, body: (await answer.json()) as any }
  }
  // What is on is not begun again: another secret would shut its owner out.
  expect((await call('POST', '/api/auth/two-step', own)).status).toBe(409)
  const hold = (count: number) =>
    test.shop.db.insert(passkeys).values(
      Array.from({ length: count }, (_, n) => ({
        ...{ userId: user!.id, credentialId: `C${count}-${n}`, publicKey: 'CCCC', counter: 0, name: 'Key' },
      })),
    )
  await hold(19)
  expect((await call('POST', '/api/auth/passkeys/start', own)).status).toBe(200)
  await hold(1)
  expect((await call('POST', '/api/auth/passkeys/start', own)).status).toBe(409)
  const other = await signIn(test, 'support', 'without keys')
  expect((await other.get('/api/auth/account')).body.passkeys, 'those of somebody else').toEqual([])
  const left = async () => (await call('GET', '/api/auth/account')).body.recoveryCodesLeft
  await test.shop.db.delete(passkeys).where(eq(passkeys.credentialId, 'C1-0'))
  expect((await call('POST', '/api/auth/confirm', own)).status).toBe(200)
  const drop = async () => {
    const [key] = (await call('GET', '/api/auth/account')).body.passkeys
    return call('DELETE', `/api/auth/passkeys/${key.id}`)
  }
  await test.shop.db
    .delete(passkeys)
    .where(sql`${passkeys.credentialId} like 'C19-%' and ${passkeys.credentialId} <> 'C19-0'`)
  expect([(await drop()).status, await left()]).toEqual([200, 10])
  await hold(2)
  const before = kept
  expect((await call('POST', '/api/auth/two-step/end', { ...own, code: codesOf[0] })).status).toBe(200)
  // What a session is worth has changed: it goes on under another token.
  expect((await test.app.request('/api/auth/me', { headers: before })).status).toBe(401)
  expect(await left()).toBe(9)
  await drop()
  expect(await left()).toBe(9)
  await drop()
  expect(await left()).toBe(0)
})

it('someone who has used up their recovery codes gets new ones with their next passkey', async () => {
  const staff = await signIn(test, 'support', 'out of codes')
  const [user] = await test.shop.db.select().from(users).where(eq(users.username, 'out of codes'))
  const used = { userId: user!.id, codeHash: 'used', usedAt: test.shop.now() }
  await test.shop.db.insert(recoveryCodes).values(used)
  const { options } = (await staff.post('/api/auth/passkeys/start', { password: testPassword })).body
  const { body } = await staff.post('/api/auth/passkeys', {
    name: 'Laptop',
    answer: softwarePasskey().make(options),
  })
  expect(body.recoveryCodes).toHaveLength(10)
})

describe('the authenticator secret in the database', () => {
  const secretOf = async () => {
    const [user] = await test.shop.db.select().from(users).where(eq(users.username, name))
    return user!.totpSecret!
  }
  const keep = (totpSecret: string) =>
    test.shop.db.update(users).set({ totpSecret }).where(eq(users.username, name))

  it('is unreadable to an app in any encoding', async () => {
    const kept = await secretOf()
    expect(kept).not.toMatch(/^[A-Z2-7]+=*$/)
    const { rows } = (await test.shop.db.execute(sql`select users::text as row from users`)) as unknown as {
      rows: { row: string }[]
    }
    for (const { row } of rows) {
      expect(row).not.toContain(app.secret.base32)
      expect(row).not.toContain(app.secret.hex.toLowerCase())
      expect(row).not.toContain(Buffer.from(app.secret.buffer).toString('base64'))
      expect(row).not.toContain(Buffer.from(app.secret.base32).toString('base64').slice(0, -4))
    }
  })

  it('is encrypted at startup when an earlier release left it plain, and still works', async () => {
    await keep(app.secret.base32)
    await sealSecrets(test.shop)
    const sealed = await secretOf()
    expect(sealed).not.toContain(app.secret.base32)
    await sealSecrets(test.shop)
    expect(await secretOf()).toBe(sealed)
    const { challenge } = (await login()).body
    expect((await second(challenge, code())).status).toBe(200)
  })

  it('doesn’t work in someone else’s row', async () => {
    const own = await signIn(test, 'support', 'thief')
    const stolen = await secretOf()
    const hers = { password: testPassword }
    expect((await own.post('/api/auth/two-step', hers)).status).toBe(200)
    await test.shop.db.update(users).set({ totpSecret: stolen }).where(eq(users.username, 'thief'))
    expect((await own.post('/api/auth/two-step/confirm', { code: code() })).status).toBe(409)
  })

  it('without its key doesn’t work, and names the fallback: a recovery code or the shell command', async () => {
    const withKey = test.shop.secrets
    test.shop.secrets = secretsBy(() => Buffer.alloc(32, 'another key'))
    try {
      const { challenge } = (await login()).body
      const refused = await second(challenge, code())
      expect(refused.status).toBe(401)
      expect(refused.body.message).toMatch(
        /key .* is missing.*recovery code.*admin:reset-password.*--remove-two-step/,
      )
      expect((await second(challenge, codes[9]!)).status).toBe(200)
    } finally {
      test.shop.secrets = withKey
    }
  })
})

describe('two-step sign-in', () => {
  it('gives no access with the password alone', async () => {
    const answer = await test.app.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: name, password: testPassword }),
    })
    expect(await answer.json()).toEqual({ needsSecondStep: true, challenge: expect.any(String) })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('accepts each app code once, and each challenge once', async () => {
    const { challenge } = (await login()).body
    const used = code()
    expect(await second(challenge, used)).toMatchObject({ status: 200, body: { user: { username: name } } })
    expect((await second(challenge, used)).status).toBe(401)
    const again = (await login()).body.challenge
    expect((await second(again, used)).status).toBe(401)
    test.clock.advance(30_000)
    expect((await second(again, code())).status).toBe(200)
  })

  it('never locks out someone who keeps entering right codes', async () => {
    for (let times = 0; times < 12; times++) {
      test.clock.advance(30_000)
      const { challenge } = (await login()).body
      expect((await second(challenge, code())).status, `${times + 1}`).toBe(200)
    }
  })

  it('accepts a code once even when sent twice at once', async () => {
    const challenges = [(await login()).body.challenge, (await login()).body.challenge]
    const used = code()
    const answers = await Promise.all(challenges.map((challenge) => second(challenge, used)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('asks for the password again after five wrong codes or five minutes', async () => {
    const { challenge } = (await login()).body
    for (let tries = 0; tries < 5; tries++) expect((await second(challenge, '000000')).status).toBe(401)
    expect(await second(challenge, code())).toMatchObject({
      status: 401,
      body: { details: { begin: 'again' } },
    })
    test.clock.advance(60 * 60_000)
    const late = (await login()).body.challenge
    test.clock.advance(5 * 60_000)
    expect((await second(late, code())).status).toBe(401)
  })

  it('counts wrong codes as guesses, so that a known password doesn’t help', async () => {
    const statuses: number[] = []
    for (let round = 0; round < 4; round++) {
      const answer = await login()
      statuses.push(answer.status)
      if (answer.status !== 200) break
      for (let tries = 0; tries < 4; tries++)
        statuses.push((await second(answer.body.challenge, '000000')).status)
    }
    expect(statuses).toContain(429)
  })

  it('accepts each recovery code once in any spelling, and stores only hashes', async () => {
    expect(codes).toHaveLength(10)
    const first = (await login()).body.challenge
    expect((await second(first, ` ${codes[0]!.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200)
    const again = (await login()).body.challenge
    expect((await second(again, codes[0]!)).status).toBe(401)
    const kept = await test.shop.db.select().from(recoveryCodes)
    expect(JSON.stringify(kept)).not.toContain(codes[1])
    // Nobody else's opens it.
    const [own] = await test.shop.db.select().from(users).where(eq(users.username, name))
    const { username } = await signIn(test, 'support', 'another')
    const [other] = await test.shop.db.select().from(users).where(eq(users.username, username))
    const giveTo = (userId: string) =>
      test.shop.db.update(recoveryCodes).set({ userId }).where(isNull(recoveryCodes.usedAt))
    await giveTo(other!.id)
    expect((await second((await login()).body.challenge, codes[2]!)).status).toBe(401)
    await giveTo(own!.id)
  })

  it('issues new recovery codes, and turns off, with the password and a code', async () => {
    const staff = await signIn(test, 'support', 'renewer')
    const own = { password: testPassword }
    expect((await staff.post('/api/auth/recovery-codes', { ...own, code: '000000' })).status).toBe(400)
    const { secret } = (await staff.post('/api/auth/two-step', own)).body
    const device = new TOTP({ secret: Secret.fromBase32(secret) })
    const next = () => device.generate({ timestamp: test.shop.now().getTime() })
    const confirmed = await staff.request('POST', '/api/auth/two-step/confirm', { code: next() })
    const { recoveryCodes: old } = (await confirmed.json()) as { recoveryCodes: string[] }
    const headers = {
      cookie: confirmed.headers.getSetCookie()[0]!.split(';')[0]!,
      origin: 'http://localhost',
    }
    const wrong = { password: 'not the password', code: old[1]! }
    for (const path of ['/api/auth/recovery-codes', '/api/auth/two-step/end'])
      expect(await test.post(path, wrong, headers), path).toMatchObject({
        status: 403,
        body: { code: 'not_allowed' },
      })
    test.clock.advance(30_000)
    const renewed = (await test.post('/api/auth/recovery-codes', { ...own, code: next() }, headers)).body
      .recoveryCodes
    expect(renewed).toHaveLength(10)
    await test.work()
    const told = test.mails
      .map(({ text }) => text)
      .filter((text) => text.includes('renewer made new recovery'))
    expect(told, 'the shop is told').toHaveLength(1)
    const enter = async (entered: string) => {
      const { body } = await test.post('/api/auth/login', { username: 'renewer', ...own })
      return second(body.challenge, entered)
    }
    expect((await enter(old[0]!)).status).toBe(401)
    expect((await enter(renewed[0])).status).toBe(200)

    const end = { ...own, code: renewed[1] }
    expect((await test.post('/api/auth/two-step/end', end, headers)).body).toEqual({ success: true })
    expect((await test.post('/api/auth/login', { username: 'renewer', ...own })).body.user).toMatchObject({
      username: 'renewer',
    })
    await test.work()
    const off = test.mails.filter(({ text }) => text.includes('renewer turned two-step sign-in off.'))
    expect(off, 'the shop is told').toHaveLength(1)
    expect(await test.shop.db.select().from(users).where(eq(users.username, 'renewer'))).toMatchObject([
      { totpSecret: null, totpConfirmedAt: null },
    ])
  })

  it('ends its pending sign-in once the password changes', async () => {
    const { challenge } = (await login()).body
    await commands['admin:reset-password']!.run(test.shop, { username: name })
    expect(await second(challenge, code())).toMatchObject({
      status: 401,
      body: { details: { begin: 'again' } },
    })
  })

  it('can be turned off by the server’s owner for someone who lost everything', async () => {
    const [line] = await commands['admin:reset-password']!.run(test.shop, {
      username: name,
      'remove-two-step': true,
    })
    const password = /password (\S+) /.exec(line!)![1]!
    expect(await test.post('/api/auth/login', { username: name, password })).toMatchObject({
      status: 200,
      body: { user: { mustChangePassword: true } },
    })
    const [user] = await test.shop.db.select().from(users).where(eq(users.username, name))
    expect(user).toMatchObject({ totpSecret: null, totpConfirmedAt: null })
  })
})
