import { startMemberSession } from '../server/members/member-session.ts'
import type { Answer, TestShop } from './create-test-shop.ts'

const origin = 'http://localhost'

/** A member signed in through their email, and the calls of the member's page as their browser makes them. */
export async function signInMember(test: TestShop, email: string) {
  const { token } = await startMemberSession(test.shop, email, { isProved: true })
  const headers = { cookie: `__Host-member=${token}`, origin, 'content-type': 'application/json' }

  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await test.app.request(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // As a browser does: the session gets a new token every day.
    const renewed = response.headers.getSetCookie().find((cookie) => /^__Host-member=[\w-]{43};/.test(cookie))
    if (renewed) headers.cookie = renewed.split(';')[0]!
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }

  return {
    email,
    headers,
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown = {}) => call('POST', path, body),
    del: (path: string) => call('DELETE', path),
  }
}
