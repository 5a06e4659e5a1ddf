import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog, users } from '../../db/schema.ts'
import { signIn, testPassword } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'

let test: TestShop
let owner: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
  await owner.confirm()
})
afterAll(() => test.close())

async function idOf(username: string): Promise<string> {
  const [user] = await test.shop.db.select().from(users).where(eq(users.username, username))
  return user!.id
}

const login = (username: string, password: string) => test.post('/api/auth/login', { username, password })

describe('the staff', () => {
  it('are invited with a password shown once that they must change', async () => {
    // Whoever has got into the admin can change its address, but not who hears of new staff.
    const settings = { shopName: '', supportEmail: 'thief@example.com', holidays: [] }
    expect((await owner.patch('/api/admin/settings', settings)).status).toBe(200)
    const invited = await owner.post('/api/admin/staff', { username: ' pat ', email: null, role: 'packer' })
    const { password } = invited.body
    expect(password).toMatch(/^[\w-]{16}$/)
    expect(
      await owner.post('/api/admin/staff', { username: 'pat', email: null, role: 'owner' }),
    ).toMatchObject({
      status: 409,
      body: { code: 'taken' },
    })
    expect((await login('pat', password)).body.user).toMatchObject({
      staffRole: 'packer',
      mustChangePassword: true,
    })
    await test.work()
    const notice = test.mails.find(
      ({ kind, text }) => kind === 'security-notice' && /access to the admin/.test(text),
    )
    expect(notice?.to).toBe('support@example.com')
    expect(notice?.text).toContain('test-owner gave pat access to the admin, as packer.')
    await owner.patch('/api/admin/settings', { ...settings, supportEmail: '' })
  })

  it('change their own password by the rules, which signs out their other devices', async () => {
    const here = await signIn(test, 'viewer', 'vera')
    const there = await signIn(test, 'viewer', 'vera')
    const change = (currentPassword: string, newPassword: string) =>
      here.request('POST', '/api/auth/password', { currentPassword, newPassword })
    expect((await change('not mine at all', 'nine copper rivets')).status).toBe(403)
    for (const weak of ['short', 'vera-vera-vera', testPassword]) {
      expect((await change(testPassword, weak)).status, weak).toBe(400)
    }
    const changed = await change(testPassword, 'nine copper rivets')
    expect(changed.status).toBe(200)
    const cookie = changed.headers.getSetCookie()[0]!.split(';')[0]!
    expect((await there.get('/api/auth/me')).status).toBe(401)
    expect((await here.get('/api/auth/me')).status).toBe(401)
    expect((await test.app.request('/api/auth/me', { headers: { cookie } })).status).toBe(200)
    expect((await login('vera', testPassword)).status).toBe(401)
    expect((await login('vera', 'nine copper rivets')).status).toBe(200)
  })

  it('get a new role, and are signed out, disabled and enabled by the owner', async () => {
    const sam = await signIn(test, 'support', 'sam')
    const id = await idOf('sam')
    expect((await owner.patch(`/api/admin/staff/${id}/role`, { role: 'viewer' })).status).toBe(200)
    expect((await sam.get('/api/auth/me')).status).toBe(401)
    const again = await signIn(test, 'support', 'sam')
    expect((await again.get('/api/auth/me')).body.user.staffRole).toBe('viewer')
    expect((await owner.post(`/api/admin/staff/${id}/logout`)).status).toBe(200)
    expect((await again.get('/api/auth/me')).status).toBe(401)
    await owner.patch(`/api/admin/staff/${id}/disabled`, { isDisabled: true })
    expect((await login('sam', testPassword)).status).toBe(401)
    await owner.patch(`/api/admin/staff/${id}/disabled`, { isDisabled: false })
    expect((await login('sam', testPassword)).status).toBe(200)
    // Who has forgotten the password has tried others before.
    test.clock.advance(1_000)
    for (let tries = 0; tries < 10; tries++) await login('sam', `perhaps ${tries}`)
    expect((await login('sam', testPassword)).status).toBe(429)
    const reset = await owner.post(`/api/admin/staff/${id}/password`, { removeTwoStep: false })
    expect((await login('sam', testPassword)).status).toBe(401)
    expect((await login('sam', reset.body.password)).status).toBe(200)
    const me = await idOf('test-owner')
    expect((await owner.post(`/api/admin/staff/${me}/password`, { removeTwoStep: true })).status).toBe(409)
    expect((await owner.get('/api/auth/me')).status).toBe(200)
    const { staff } = (await owner.get('/api/admin/staff')).body
    expect(staff.find(({ username }: { username: string }) => username === 'sam')).toMatchObject({
      role: 'viewer',
      isDisabled: false,
      mustChangePassword: true,
      sessions: 1,
    })
  })

  it('keep their own email, and can’t take someone else’s', async () => {
    const write = async (email: string) => (await owner.post('/api/auth/email', { email })).status
    await test.shop.db.update(users).set({ email: 'vera@example.com' }).where(eq(users.username, 'vera'))
    expect(await write('mine@example.com')).toBe(200)
    await test.work()
    test.mails.length = 0
    expect(await write('Mine@Example.com')).toBe(200)
    expect(await write('elsewhere@example.com')).toBe(200)
    await test.work()
    expect(test.mails[0]!.text).toContain('November 21, 2026 at 10:00')
    // Whoever took over the account can't keep its owner from hearing of it.
    expect(test.mails.map(({ kind, to }) => [kind, to])).toEqual([
      ['security-notice', 'mine@example.com'],
      ['security-notice', 'mine@example.com'],
    ])
    expect(await write('mine@example.com')).toBe(200)
    const taken = await owner.post('/api/auth/email', { email: 'VERA@example.com' })
    expect([taken.status, Object.keys(taken.body.fields)]).toEqual([409, ['email']])
    expect((await owner.get('/api/auth/me')).body.user.email).toBe('mine@example.com')
    const twin = { username: 'twin', email: ' Vera@Example.com', role: 'viewer' }
    expect((await owner.post('/api/admin/staff', twin)).body.code).toBe('taken')
  })

  it('who are disabled read no mail about the others, owners neither', async () => {
    await signIn(test, 'owner', 'gone')
    for (const name of ['gone', 'test-owner']) {
      const email = `${name}@example.com`
      await test.shop.db.update(users).set({ email }).where(eq(users.username, name))
    }
    await owner.patch(`/api/admin/staff/${await idOf('gone')}/disabled`, { isDisabled: true })
    await test.work()
    test.mails.length = 0
    await owner.post(`/api/admin/staff/${await idOf('sam')}/password`, { removeTwoStep: false })
    await test.work()
    expect(test.mails.map(({ kind, to }) => [kind, to])).toEqual([
      ['security-notice', 'test-owner@example.com'],
    ])
    await test.shop.db.update(users).set({ role: 'viewer' }).where(eq(users.username, 'gone'))
  })

  it('always include an owner, even when two remove each other at once', async () => {
    const me = await idOf('test-owner')
    expect(await owner.patch(`/api/admin/staff/${me}/role`, { role: 'viewer' })).toMatchObject({
      status: 409,
    })
    expect(await owner.patch(`/api/admin/staff/${me}/disabled`, { isDisabled: true })).toMatchObject({
      status: 409,
    })
    const second = await signIn(test, 'owner', 'second')
    const other = await idOf('second')
    await second.confirm()
    const answers = await Promise.all([
      owner.patch(`/api/admin/staff/${other}/role`, { role: 'viewer' }),
      second.patch(`/api/admin/staff/${me}/role`, { role: 'viewer' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const owners = await test.shop.db.select().from(users).where(eq(users.role, 'owner'))
    expect(owners).toHaveLength(1)
    await test.shop.db.update(users).set({ role: 'owner' }).where(eq(users.username, 'test-owner'))
    owner = await signIn(test)
    await owner.confirm()
  })
})

describe('the audit log', () => {
  it('shows who did what to which row, newest first, by person, kind and day, in pages', async () => {
    const all = (await owner.get('/api/admin/audit?limit=200')).body.lines
    expect(all.length).toBeGreaterThan(10)
    const role = all.find(({ action }: { action: string }) => action === 'user.role')
    expect(role).toMatchObject({ entity: 'users', role: 'owner', after: { role: 'viewer' } })
    const walked: { id: string }[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await owner.get(`/api/admin/audit?limit=4${cursor && `&cursor=${cursor}`}`)
      walked.push(...page.body.lines)
      cursor = page.body.nextCursor
    }
    expect(walked.map(({ id }) => id)).toEqual(all.map(({ id }: { id: string }) => id))
    const vera = await idOf('vera')
    const hers = (
      await owner.get(`/api/admin/audit?userId=${vera}&entity=users&from=2026-11-21&to=2026-11-21`)
    ).body
    expect(new Set(hers.lines.map(({ username }: { username: string }) => username))).toEqual(
      new Set(['vera']),
    )
    await test.shop.db.update(users).set({ email: 'vera@shop.example' }).where(eq(users.id, vera))
    const about = (await owner.get('/api/admin/audit?about=vera@shop.example')).body.lines
    expect(about.map(({ entityId }: { entityId: string }) => entityId)).toContain(vera)
    expect((await owner.get('/api/admin/audit?to=2026-11-20')).body.lines).toEqual([])
    expect((await owner.get('/api/admin/audit?entity=orders')).body.lines).toEqual([])
  })

  it('contains no secret', async () => {
    const kept = JSON.stringify(await test.shop.db.select().from(auditLog))
    for (const secret of [testPassword, 'nine copper rivets', 'argon2id', 'tokenHash']) {
      expect(kept).not.toContain(secret)
    }
  })

  it('can’t be changed, even in the database', async () => {
    const { db } = test.shop
    const refused = { cause: { message: 'the audit log is not edited' } }
    await expect(db.update(auditLog).set({ username: 'nobody' })).rejects.toMatchObject(refused)
    await expect(db.delete(auditLog)).rejects.toMatchObject(refused)
    await expect(db.execute('truncate audit_log')).rejects.toMatchObject(refused)
  })
})
