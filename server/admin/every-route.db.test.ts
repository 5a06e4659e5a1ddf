import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessions, users } from '../../db/schema.ts'
import { type AdminContractName, adminContracts } from '../../domain/admin/contracts.ts'
import { type Role, roles } from '../../domain/admin/fields.ts'
import type { Contract } from '../../domain/contract.ts'
import { signIn } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { whoMay } from '../../test/who-may.ts'

/** The calls that make a session, and so ask for none. */
const open = [
  'POST /api/auth/login',
  'POST /api/auth/second-step',
  'POST /api/auth/passkey/start',
  'POST /api/auth/passkey',
]
const beforeNewPassword: AdminContractName[] = ['me', 'signOut', 'changePassword']
const names = Object.keys(adminContracts) as AdminContractName[]
const endsSession = (name: AdminContractName) => ['signOut', 'signOutEverywhere'].includes(name)

const initials: Record<Role, string> = { owner: 'o', support: 's', packer: 'p', viewer: 'v' }
const minute = 60_000
const start = '2026-11-21T15:00:00Z'
const root = path.resolve(import.meta.dirname, '../..')

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
  // A shop that has a reader is no new one: none of these calls begins to live an invented year (decision 140).
  await test.post('/api/newsletter/subscribe', { email: 'jo@example.com', source: 'footer' })
})
beforeEach(() => test.clock.set(start))
afterAll(() => test.close())

type Route = { method: string; path: string }

/** Every route of the running app, as Hono has them: what is mounted elsewhere by hand is among them too. */
function guarded(): Route[] {
  const all = test.app.routes
    .filter((route) => /^\/api\/(admin|auth)(\/|\.|$)/.test(route.path) && route.method !== 'ALL')
    .map((route) => ({ method: route.method, path: route.path }))
  const unique = new Map(all.map((route) => [`${route.method} ${route.path}`, route]))
  return [...unique.values()].filter((route) => !open.includes(`${route.method} ${route.path}`))
}

/** Sends a route's call with bodies that would be read if anybody got so far. */
async function send({ method, path: pattern }: Route, headers: Record<string, string>) {
  const address = pattern.replace(/:\w+(\{[^}]*\})?/g, '00000000-0000-4000-8000-000000000000')
  const answer = await test.app.request(address, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return { status: answer.status, body: isJson ? await answer.json() : await answer.text() }
}

async function expectRefused(
  headers: Record<string, string>,
  status: number,
  code: string,
  routes = guarded(),
) {
  for (const route of routes) {
    const answer = await send(route, headers)
    const where = `${route.method} ${route.path}`
    expect(answer, where).toMatchObject({ status, body: { code, fields: {} } })
    expect(Object.keys(answer.body), `${where} tells nothing else`).toEqual(['code', 'message', 'fields'])
  }
}

describe('every admin route', () => {
  it('matches a call with its roles, and vice versa', () => {
    const routes = guarded().map((route) => `${route.method} ${route.path}`)
    expect(routes.sort()).toEqual(names.map((name) => adminContracts[name].endpoint).sort())
    expect(routes.length).toBeGreaterThan(40)
    const toAll = test.app.routes.filter(
      ({ method, path }) => method === 'ALL' && /^\/api\/(admin|auth)/.test(path),
    )
    expect(toAll).toEqual([])
  })

  it('refuses without a session or with a made-up token', async () => {
    await expectRefused({}, 401, 'not_signed_in')
    await expectRefused({ cookie: `__Host-session=${'a'.repeat(43)}` }, 401, 'not_signed_in')
  })

  it('refuses a session that is signed out, idle, too old, replaced or disabled', async () => {
    const out = await signIn(test)
    await out.post('/api/auth/logout')
    await expectRefused({ cookie: out.cookie }, 401, 'not_signed_in')

    const idle = await signIn(test)
    test.clock.advance(31 * minute)
    await expectRefused({ cookie: idle.cookie }, 401, 'not_signed_in')

    const old = await signIn(test)
    test.clock.advance(12 * 60 * minute)
    await test.shop.db.update(sessions).set({ lastSeenAt: test.shop.now() })
    await expectRefused({ cookie: old.cookie }, 401, 'not_signed_in')

    const replaced = await signIn(test)
    test.clock.advance(16 * minute)
    const answer = await replaced.request('GET', '/api/auth/me')
    const renewed = answer.headers.getSetCookie()[0]!.split(';')[0]!
    await test.app.request('/api/auth/me', { headers: { cookie: renewed } })
    test.clock.advance(2 * minute)
    await expectRefused({ cookie: replaced.cookie }, 401, 'not_signed_in')

    const disabled = await signIn(test, 'owner', 'disabled')
    await test.shop.db
      .update(users)
      .set({ disabledAt: test.shop.now() })
      .where(eq(users.username, 'disabled'))
    await expectRefused({ cookie: disabled.cookie }, 401, 'not_signed_in')
  })

  it('refuses requests from other sites, even with the owner’s cookie', async () => {
    const { cookie } = await signIn(test)
    for (const foreign of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost' },
    ]) {
      await expectRefused({ cookie, ...foreign } as Record<string, string>, 403, 'foreign_origin')
    }
    for (const [method = '', path = ''] of open.map((endpoint) => endpoint.split(' '))) {
      const answer = await send({ method, path }, { origin: 'https://evil.example' })
      expect(answer).toMatchObject({ status: 403, body: { code: 'foreign_origin' } })
    }
  })

  it('answers each role as declared, and refuses the others', async () => {
    const inOrder = names.toSorted((one, other) => Number(endsSession(one)) - Number(endsSession(other)))
    for (const role of roles) {
      let staff = await signIn(test, role)
      for (const name of inOrder) {
        const [method, path] = adminContracts[name].endpoint.split(' ') as [string, string]
        const answer = await send({ method, path }, { cookie: staff.cookie })
        const where = `${name} by ${role}: ${JSON.stringify(answer)}`
        if (whoMay[name].includes(initials[role])) {
          if (answer.body.code !== 'confirm_first') expect([401, 403], where).not.toContain(answer.status)
          if (endsSession(name)) staff = await signIn(test, role)
        } else {
          expect(answer, where).toMatchObject({ status: 403, body: { code: 'not_allowed', fields: {} } })
        }
      }
    }
  })

  it('allows only a password change while the password is someone else’s', async () => {
    const { cookie } = await signIn(test, 'owner', 'fresh')
    await test.shop.db.update(users).set({ mustChangePassword: true }).where(eq(users.username, 'fresh'))
    const exempt = beforeNewPassword.map((name) => adminContracts[name].endpoint as string)
    const routes = guarded().filter((route) => !exempt.includes(`${route.method} ${route.path}`))
    await expectRefused({ cookie }, 403, 'must_change_password', routes)
  })

  it('accepts no body that another site’s form could send', async () => {
    const { cookie } = await signIn(test)
    for (const name of names) {
      const call: Contract = adminContracts[name]
      if (!call.body || name === 'changePassword') continue
      const [method, address] = call.endpoint.split(' ') as [string, string]
      const answer = await send({ method, path: address }, { cookie, 'content-type': 'text/plain' })
      expect(answer, call.endpoint).toMatchObject({ status: 400, body: { code: 'invalid_body' } })
    }
  })
})

/** The files that a file imports where staff's calls do their work, itself included. */
function withImports(file: string): string {
  const text = readFileSync(file, 'utf8')
  const inRoom = [...text.matchAll(/(?:from |import\()'(\.[^']+\.ts)'/g)]
    .map(([, to]) => path.resolve(path.dirname(file), to!))
    .filter(
      (each) =>
        /^server\/(admin|backup|billing|demo)\//.test(path.relative(root, each)) && !/audit\.ts$/.test(each),
    )
  return [text, ...inRoom.map((each) => readFileSync(each, 'utf8'))].join('\n')
}

it('every call that changes something writes the audit log', () => {
  const table = readFileSync(path.join(root, 'server/http/admin-handlers.ts'), 'utf8')
  const files = new Map<string, string>()
  for (const [, list, file] of table.matchAll(/export \{([^}]+)\} from '(\.[^']+)'/g))
    for (const each of list!.split(','))
      files.set(each.trim().replace(/^\w+ as /, ''), path.join(root, 'server/http', file!))
  for (const name of names) {
    // A preview is sent like what it previews, and changes nothing. Taking an invented year away puts the audit log back as
    // it was, too (decision 140).
    if (/^GET |\/preview$/.test(adminContracts[name].endpoint) || name === 'removeDemo') continue
    const file = files.get(name)
    expect(file, `the file of ${name}`).toBeDefined()
    expect(withImports(file!), `${name} writes the audit log`).toMatch(/\baudit(All|Alone)?\(/)
  }
})

it('no admin page carries server data: all of it comes from the calls', async () => {
  for await (const file of glob('app/admin/**/*.{ts,tsx}', { cwd: root })) {
    const text = readFileSync(path.join(root, file), 'utf8')
    expect(text, file).not.toMatch(/export (?:async )?(?:function|const) (?:loader|action|clientLoader)\b/)
  }
  const paths = readFileSync(path.join(root, 'app/routes.ts'), 'utf8')
  expect(paths, 'all of the admin lies below adminRoutes').not.toMatch(/(route|index)\([^)]*admin/)
})
