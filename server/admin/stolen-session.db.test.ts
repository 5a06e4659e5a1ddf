import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loginAttempts, users } from '../../db/schema.ts'
import { type AdminContractName, adminContracts } from '../../domain/admin/contracts.ts'
import type { Contract } from '../../domain/contract.ts'
import { type SignedIn, signIn, testPassword } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { softwarePasskey } from '../../test/passkey.ts'

let test: TestShop
let owner: SignedIn
/** An attacker with the cookie of the owner’s browser, and nothing more. */
let thief: SignedIn
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(async () => {
  await test.shop.db.delete(loginAttempts)
  test.clock.advance(60 * 60_000)
  owner = await signIn(test)
  thief = owner
})
afterAll(() => test.close())

const minute = 60_000
const idOf = async (username: string) =>
  (await test.shop.db.select().from(users).where(eq(users.username, username)))[0]!.id
const setEmail = (username: string, email: string | null) =>
  test.shop.db.update(users).set({ email }).where(eq(users.username, username))

/** Calls that change who can sign in or delete someone’s data, as a thief would send them. */
async function takeovers() {
  await signIn(test, 'packer', 'pat')
  const pat = await idOf('pat')
  return [
    ['POST', '/api/admin/staff', { username: 'mallory', email: null, role: 'owner' }],
    ['PATCH', `/api/admin/staff/${pat}/role`, { role: 'owner' }],
    ['PATCH', `/api/admin/staff/${pat}/disabled`, { isDisabled: true }],
    ['POST', `/api/admin/staff/${pat}/password`, { removeTwoStep: true }],
    ['POST', '/api/admin/settings/two-step', { isNeeded: false }],
    ['POST', '/api/admin/backups/key', {}],
    ['POST', '/api/admin/backups/plan', { hour: 3, keptDays: 1, keptMonths: 0 }],
    ['POST', '/api/admin/backups/stop', {}],
    ['POST', '/api/auth/confirmed', {}],
    ['POST', `/api/admin/approvals/${crypto.randomUUID()}`, { agrees: true }],
    ['POST', '/api/auth/email', { email: 'mallory@example.net' }],
    ['POST', '/api/auth/two-step', {}],
    ['POST', '/api/auth/two-step/end', { code: '000000' }],
    ['POST', '/api/auth/recovery-codes', { code: '000000' }],
    ['POST', '/api/auth/passkeys/start', {}],
    ['POST', `/api/admin/people/${'0'.repeat(32)}/delete`, { reason: 'They asked for it.' }],
    [
      'POST',
      `/api/admin/people/${'0'.repeat(32)}/join`,
      { email: 'thief@example.com', reason: 'The same person.' },
    ],
    [
      'POST',
      `/api/admin/people/${'0'.repeat(32)}/correct-email`,
      { email: 'thief@example.com', orderIds: ['00000000-0000-4000-8000-000000000000'], reason: 'A typo.' },
    ],
    ['DELETE', '/api/auth/passkeys/00000000-0000-4000-8000-000000000000', undefined],
  ] as const
}

const send = async (who: SignedIn, [method, path, body]: readonly [string, string, unknown]) => {
  const answer = await who.request(method, path, body)
  return { status: answer.status, body: (await answer.json()) as { code?: string } }
}

describe('a stolen session', () => {
  it('can’t change who can sign in, however fresh it is', async () => {
    const before = await test.shop.db.select().from(users).orderBy(users.id)
    const asked = await takeovers()
    for (const call of asked)
      expect(await send(thief, call), call[1]).toMatchObject({ status: 403, body: { code: 'confirm_first' } })
    const wrong = await send(thief, [
      'POST',
      '/api/admin/staff',
      { ...asked[0][2], password: 'a guess of it' },
    ])
    expect(wrong).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    expect(await thief.post('/api/auth/confirm', { password: 'another guess' })).toMatchObject({
      status: 403,
    })
    const after = await test.shop.db.select().from(users).orderBy(users.id)
    expect(after.filter(({ username }) => username !== 'pat')).toEqual(before)
    // Every call that asks is among those that were tried.
    const asking = (Object.keys(adminContracts) as AdminContractName[]).filter(
      (name) => (adminContracts[name] as Contract).asksAgain,
    )
    expect(asked).toHaveLength(asking.length)
  })

  it('is told apart by the password, for five minutes of that session only', async () => {
    const elsewhere = await signIn(test)
    const stolen = owner.cookie
    await owner.confirm()
    // Confirming one’s identity again rotates the token.
    expect((await test.app.request('/api/auth/me', { headers: { cookie: stolen } })).status).toBe(401)
    const invite = { username: 'ina', email: null, role: 'viewer' }
    expect((await elsewhere.post('/api/admin/staff', invite)).body.code).toBe('confirm_first')
    test.clock.advance(4 * minute)
    expect((await owner.post('/api/admin/staff', invite)).status).toBe(200)
    test.clock.advance(minute)
    const later = await owner.post('/api/admin/staff', { ...invite, username: 'late' })
    expect(later.body.code).toBe('confirm_first')
    const withPassword = { ...invite, username: 'late', password: testPassword }
    expect((await owner.post('/api/admin/staff', withPassword)).status).toBe(200)
  })

  it('can’t be used to guess the password', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 14; tries++) {
      test.clock.advance(1000)
      statuses.push((await thief.post('/api/auth/confirm', { password: `a guess number ${tries}` })).status)
    }
    expect(statuses.slice(-3)).toEqual([429, 429, 429])
  })

  it('can’t be used to guess codes, even with the password', async () => {
    const staff = await signIn(test, 'support', 'coded')
    const begun = await staff.post('/api/auth/two-step', { password: testPassword })
    const app = new TOTP({ secret: Secret.fromBase32(begun.body.secret) })
    const code = () => app.generate({ timestamp: test.shop.now().getTime() })
    const tries = async (path: string, body: object) => {
      const seen: number[] = []
      for (let each = 0; each < 12; each++) {
        await staff.confirm()
        seen.push((await staff.post(path, { code: '000000', ...body })).status)
      }
      return seen
    }
    const forget = () => test.shop.db.delete(loginAttempts)
    expect(await tries('/api/auth/two-step/confirm', {})).toContain(429)
    await forget()
    const on = await staff.request('POST', '/api/auth/two-step/confirm', { code: code() })
    const { recoveryCodes } = (await on.json()) as { recoveryCodes: string[] }
    const again = await test.post('/api/auth/login', { username: 'coded', password: testPassword })
    test.clock.advance(30_000)
    const opened = await test.app.request('/api/auth/second-step', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ challenge: again.body.challenge, code: code() }),
    })
    const cookie = opened.headers.getSetCookie()[0]!.split(';')[0]!
    const post = async (path: string, body: object) => {
      const answer = await test.app.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ password: testPassword, ...body }),
      })
      return { status: answer.status, body: (await answer.json()) as { recoveryCodes?: string[] } }
    }
    await forget()
    for (const path of ['/api/auth/two-step/end', '/api/auth/recovery-codes']) {
      const seen: number[] = []
      for (let each = 0; each < 12; each++) seen.push((await post(path, { code: '000000' })).status)
      expect(seen.slice(0, 3), path).toEqual([400, 400, 400])
      expect(seen.at(-1), path).toBe(429)
      // What one place counted, the others count too.
      expect((await post('/api/auth/recovery-codes', { code: recoveryCodes[0]! })).status).toBe(429)
      await forget()
    }
    const renewed = await post('/api/auth/recovery-codes', { code: recoveryCodes[0]! })
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    expect((await post('/api/auth/two-step/end', { code: recoveryCodes[1]! })).status).toBe(400)
    test.clock.advance(minute)
    expect((await post('/api/auth/two-step/end', { code: code() })).status).toBe(200)
    expect(await test.post('/api/auth/login', { username: 'coded', password: testPassword })).toMatchObject({
      status: 200,
      body: { user: { username: 'coded' } },
    })
  })
})

describe('the shop’s owner', () => {
  const notices = async (work: () => Promise<unknown>) => {
    await test.work()
    const before = test.mails.length
    await work()
    await test.work()
    return test.mails.slice(before).filter(({ kind }) => kind === 'security-notice')
  }

  it('is emailed about every change in who can sign in, as are all owners and the person concerned', async () => {
    await signIn(test, 'owner', 'second')
    await signIn(test, 'owner', 'gone')
    await signIn(test, 'support', 'sam')
    await setEmail('test-owner', 'first@example.com')
    await setEmail('second', 'second@example.com')
    await setEmail('gone', 'gone@example.com')
    await setEmail('sam', 'sam@example.com')
    await test.shop.db.update(users).set({ disabledAt: test.shop.now() }).where(eq(users.username, 'gone'))
    await owner.confirm()
    const told = await notices(async () => {
      await owner.post('/api/admin/staff', { username: 'ivy', email: null, role: 'owner' })
    })
    expect(told.map(({ to }) => to).sort()).toEqual(['first@example.com', 'second@example.com'])
    expect(told[0]!.text).toContain('test-owner gave ivy access to the admin, as owner.')
    const sam = await idOf('sam')
    const reset = await notices(() => owner.post(`/api/admin/staff/${sam}/password`, { removeTwoStep: true }))
    expect(reset.map(({ to }) => to)).toContain('sam@example.com')
    expect(reset[0]!.text).toContain('made a new password for sam, and turned their second step off')
    const changed = await notices(() => owner.post('/api/auth/email', { email: 'new@example.com' }))
    // The old address is told, not only the new one.
    expect(changed.map(({ to }) => to).sort()).toEqual(['first@example.com', 'second@example.com'])
    await test.shop.db.update(users).set({ email: null })
    await setEmail('sam', 'sam@example.com')
    const role = await notices(() => owner.patch(`/api/admin/staff/${sam}/role`, { role: 'viewer' }))
    expect(role.map(({ to }) => to).sort()).toEqual(['sam@example.com', 'support@example.com'])
    await test.shop.db.update(users).set({ email: null })
  })

  it('is emailed at the startup address, which no session can change', async () => {
    const settings = { shopName: '', supportEmail: 'mallory@example.net', holidays: [] }
    await owner.patch('/api/admin/settings', settings)
    await owner.confirm()
    const told = await notices(() => owner.post('/api/admin/settings/two-step', { isNeeded: false }))
    expect(told.map(({ to }) => to)).toEqual(['support@example.com'])
    await owner.patch('/api/admin/settings', { ...settings, supportEmail: '' })
  })

  it('is emailed about a sign-in from a new browser, once', async () => {
    const login = async (cookie: string) =>
      test.app.request('/api/auth/login', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie,
          'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
        },
        body: JSON.stringify({ username: 'newcomer', password: testPassword }),
      })
    // An account’s first sign-in is no news: its owner was told when it was created.
    expect(await notices(() => signIn(test, 'viewer', 'newcomer'))).toEqual([])
    await setEmail('newcomer', 'newcomer@example.com')
    let kept = ''
    const told = await notices(async () => {
      const answer = await login('')
      kept = answer.headers
        .getSetCookie()
        .find((each) => each.includes('device'))!
        .split(';')[0]!
    })
    expect(told.map(({ to }) => to)).toEqual(['newcomer@example.com'])
    expect(told[0]!.text).toContain('newcomer signed in from a new device: Firefox on Windows.')
    expect(await notices(() => login(kept))).toEqual([])
    expect(await notices(() => login(''))).toHaveLength(1)
  })
})

describe('a passkey', () => {
  const start = () => test.post('/api/auth/passkey/start', {})
  const enter = (answer: object) => test.post('/api/auth/passkey', { answer })

  async function withPasskey(username: string) {
    const staff = await signIn(test, 'support', username)
    const key = softwarePasskey()
    await staff.confirm()
    const { options } = (await staff.post('/api/auth/passkeys/start')).body
    const added = await staff.post('/api/auth/passkeys', { name: 'My telephone', answer: key.make(options) })
    return { staff: await signInByKey(key), key, added, options }
  }
  async function signInByKey(key: ReturnType<typeof softwarePasskey>) {
    const { options } = (await start()).body
    const answer = await test.app.request('/api/auth/passkey', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ answer: key.use(options) }),
    })
    expect(answer.status).toBe(200)
    const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!
    const call = async (method: string, path: string, body?: object) => {
      const sent = await test.app.request(path, {
        method,
        headers: { 'content-type': 'application/json', cookie },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      // biome-ignore lint/suspicious/noExplicitAny: replies of every shape
      return { status: sent.status, body: (await sent.json()) as any, headers: sent.headers }
    }
    return { cookie, call }
  }

  it('signs in without name or password, and is required after the password too', async () => {
    const { staff, added } = await withPasskey('key-holder')
    expect(added).toMatchObject({ status: 200, body: { recoveryCodes: { length: 10 } } })
    expect((await staff.call('GET', '/api/auth/me')).body.user.username).toBe('key-holder')
    const account = (await staff.call('GET', '/api/auth/account')).body
    expect(account).toMatchObject({ recoveryCodesLeft: 10, passkeys: [{ name: 'My telephone' }] })
    const login = await test.post('/api/auth/login', { username: 'key-holder', password: testPassword })
    expect(login.body).toEqual({ needsSecondStep: true, challenge: expect.any(String) })
    const [code] = added.body.recoveryCodes
    expect((await test.post('/api/auth/second-step', { challenge: login.body.challenge, code })).status).toBe(
      200,
    )
  })

  it('is accepted only for this address, by a person, once, and in time', async () => {
    const { key } = await withPasskey('careful')
    const fresh = async () => (await start()).body.options
    const refused = { status: 403, body: { code: 'not_allowed' } }
    expect(await enter(key.use(await fresh(), { origin: 'https://evil.example' }))).toMatchObject(refused)
    expect(await enter(key.use(await fresh(), { rpId: 'evil.example' }))).toMatchObject(refused)
    expect(await enter(key.use(await fresh(), { isPersonKnown: false }))).toMatchObject(refused)
    expect(await enter(key.use({ challenge: 'bWFkZSB1cA' }))).toMatchObject(refused)
    expect(await enter(softwarePasskey().use(await fresh()))).toMatchObject(refused)
    const options = await fresh()
    expect((await enter(key.use(options))).status).toBe(200)
    expect(await enter(key.use(options))).toMatchObject(refused)
    const late = await fresh()
    test.clock.advance(5 * minute)
    expect(await enter(key.use(late))).toMatchObject(refused)
    await test.shop.db.update(users).set({ disabledAt: test.shop.now() }).where(eq(users.username, 'careful'))
    expect(await enter(key.use(await fresh()))).toMatchObject(refused)
  })

  it('from another site, without a person, or for someone else’s challenge is rejected', async () => {
    const staff = await signIn(test, 'support', 'adder')
    const key = softwarePasskey()
    const begin = async () =>
      (await staff.post('/api/auth/passkeys/start', { password: testPassword })).body.options
    const add = async (answer: object) =>
      (await staff.post('/api/auth/passkeys', { name: 'Telephone', answer })).status
    expect(await add(key.make(await begin(), { origin: 'https://evil.example' }))).toBe(403)
    expect(await add(key.make(await begin(), { isPersonKnown: false }))).toBe(403)
    const others = (await owner.post('/api/auth/passkeys/start', { password: testPassword })).body.options
    expect(await add(key.make(others))).toBe(403)
    expect((await staff.get('/api/auth/account')).body.passkeys).toEqual([])
    expect(await add(key.make((await start()).body.options))).toBe(403)
  })

  it('confirms identity like the password, and is named and removed only by its owner', async () => {
    const { staff, key } = await withPasskey('namer')
    const { body } = await staff.call('POST', '/api/auth/passkeys/confirm/start')
    // What was asked of one passkey makes no other.
    const other = { name: 'Another', answer: softwarePasskey().make(body.options) }
    expect((await staff.call('POST', '/api/auth/passkeys', other)).status).toBe(403)
    const confirmed = await staff.call('POST', '/api/auth/passkeys/confirm', {
      answer: key.use(body.options),
    })
    expect(confirmed.status).toBe(200)
    const cookie = confirmed.headers.getSetCookie()[0]!.split(';')[0]!
    const call = async (method: string, path: string, sent?: object) =>
      (
        await test.app.request(path, {
          method,
          headers: { 'content-type': 'application/json', cookie },
          ...(sent ? { body: JSON.stringify(sent) } : {}),
        })
      ).status
    const [passkey] = (await signInByKey(key).then(({ call: read }) => read('GET', '/api/auth/account'))).body
      .passkeys
    const path = `/api/auth/passkeys/${passkey.id}`
    await owner.confirm()
    expect((await owner.request('PATCH', path, { name: 'Mine now' })).status).toBe(404)
    expect((await owner.request('DELETE', path)).status).toBe(404)
    expect(await call('PATCH', path, { name: 'The blue one' })).toBe(200)
    expect(await call('DELETE', path)).toBe(200)
    const login = await test.post('/api/auth/login', { username: 'namer', password: testPassword })
    expect(login.body.user.username).toBe('namer')
  })
})

describe('an owner without the required second step', () => {
  it('must set it up before anything else, then continues', async () => {
    await owner.confirm()
    expect((await owner.post('/api/admin/settings/two-step', { isNeeded: true })).status).toBe(200)
    expect((await owner.get('/api/auth/me')).body.user.mustSetUpTwoStep).toBe(true)
    expect(await owner.get('/api/admin/orders')).toMatchObject({
      status: 403,
      body: { code: 'must_set_up_two_step' },
    })
    const packer = await signIn(test, 'packer')
    expect((await packer.get('/api/admin/orders')).status).toBe(200)
    const key = softwarePasskey()
    const { options } = (await owner.post('/api/auth/passkeys/start', { password: testPassword })).body
    const added = await owner.request('POST', '/api/auth/passkeys', {
      name: 'Key',
      answer: key.make(options),
    })
    const cookie = added.headers.getSetCookie()[0]!.split(';')[0]!
    expect((await test.app.request('/api/admin/orders', { headers: { cookie } })).status).toBe(200)
    await test.shop.db.delete(users).where(eq(users.username, 'test-owner'))
    owner = await signIn(test)
    expect((await owner.get('/api/auth/me')).body.user.mustSetUpTwoStep).toBe(true)
  })
})
