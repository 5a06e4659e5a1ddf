import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { users } from '../db/schema.ts'
import type { Role } from '../domain/admin/fields.ts'
import type { Staff } from '../server/staff/staff.ts'
import type { Answer, TestShop } from './create-test-shop.ts'

/** The origin of the test shop's pages. */
const origin = 'http://localhost'
export const testPassword = 'correct horse battery'
// The cheapest hash argon2 allows: a hash carries its own cost. The shop's real hashes cost the full price.
const cheapHash = hash(testPassword, { memoryCost: 8, timeCost: 1 })

/**
 * Signs in a staff member and returns calls as their browser makes them: with the session's cookie and the shop's origin.
 */
export async function signIn(test: TestShop, role: Role = 'owner', username: string = `test-${role}`) {
  await test.shop.db
    .insert(users)
    .values({ username, password: await cheapHash, isAdmin: true, role })
    .onConflictDoNothing()
  const answer = await test.app.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ username, password: testPassword }),
  })
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
  let cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!

  /** The raw reply, for files and headers. A download that asks who is at the screen gets the password, as in the admin. */
  async function request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const answer = await send(method, path, body, headers)
    if (method !== 'GET' || answer.status !== 403) return answer
    const { code } = (await answer.clone().json()) as { code: string }
    if (code !== 'confirm_first') return answer
    await confirm()
    return send(method, path, body, headers)
  }

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const isFile = body instanceof Uint8Array
    return test.app.request(path, {
      method,
      headers: {
        cookie,
        origin,
        ...(body === undefined || isFile ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isFile ? (body as BodyInit) : JSON.stringify(body) }),
    })
  }

  /** Confirms the session, as required before changing who can sign in; it continues under a new token. */
  async function confirm(password = testPassword) {
    const confirmed = await send('POST', '/api/auth/confirm', { password })
    if (confirmed.status !== 200) throw new Error(`confirm: ${confirmed.status} ${await confirmed.text()}`)
    cookie = confirmed.headers.getSetCookie()[0]!.split(';')[0]!
  }

  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await request(method, path, body)
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }

  return {
    username,
    /** the browser's current cookie */
    get cookie() {
      return cookie
    },
    request,
    /** the same without the password */
    send,
    confirm,
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown = {}) => call('POST', path, body),
    patch: (path: string, body: unknown) => call('PATCH', path, body),
    del: (path: string) => call('DELETE', path),
  }
}

export type SignedIn = Awaited<ReturnType<typeof signIn>>

/** An owner, for handlers that are called without signing in. */
export const anOwner: Staff = {
  userId: randomUUID(),
  username: 'owner',
  role: 'owner',
  sessionId: randomUUID(),
  address: '127.0.0.1',
  mustChangePassword: false,
  mustSetUpTwoStep: false,
}
