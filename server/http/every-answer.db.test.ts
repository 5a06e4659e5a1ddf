import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { createApp } from '../app.ts'
import { parseConfig } from '../shop/config.ts'
import { openApi } from './openapi.ts'

type Route = { path?: string; children?: Route[] }
const file = path.resolve(import.meta.dirname, '../../app/routes.ts')
const id = '00000000-0000-4000-8000-000000000000'

// security-headers.db.test.ts asks one address of every kind; this one asks every page and every call that there is, so
// that none is mounted beside the headers.
let test: TestShop
let app: ReturnType<typeof createApp>
beforeAll(async () => {
  test = await createTestShop({ env: { PUBLIC_URL: 'https://shop.example', ALLOW_DEMO: '1' } })
  const pages = async () =>
    new Response('<!doctype html><script>go()</script><h1>Page</h1>', {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  app = createApp({ shop: test.shop, database: { ping: async () => {} }, pages })
})
afterAll(() => test.close())

const below = (routes: Route[], parent = ''): string[] =>
  routes.flatMap(({ path: own, children = [] }) => {
    const whole = own ? `${parent}/${own}` : parent
    return [whole || '/', ...below(children, whole)]
  })
const addressOf = (pattern: string) => pattern.replace(/[:{]\w+\}?/g, id).replace('*', 'no-such-page')

function expectGuarded(where: string, { headers }: Response) {
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy, where).toMatch(/default-src '(none|self)'/)
  expect(policy, where).toContain("base-uri 'none'")
  expect(policy, where).toContain("frame-ancestors 'none'")
  expect(policy, where).toMatch(/form-action '(none|self)'/)
  expect(policy, where).not.toMatch(/script-src[^;]*(unsafe|\*)/)
  expect(headers.get('strict-transport-security'), where).toBe('max-age=31536000; includeSubDomains')
  expect(headers.get('x-content-type-options'), where).toBe('nosniff')
  expect(headers.get('cross-origin-opener-policy'), where).toBe('same-origin-allow-popups')
  expect(headers.get('cross-origin-resource-policy'), where).toBe('same-origin')
  expect(headers.get('permissions-policy'), where).toContain('geolocation=()')
  expect(headers.get('referrer-policy'), where).toMatch(/no-referrer|strict-origin/)
  expect(headers.get('access-control-allow-origin'), where).toBeNull()
}

it('every page of app/routes.ts and its data run only the shop’s script, and personal ones are never cached', async () => {
  const { default: routes } = (await import(pathToFileURL(file).href)) as { default: Route[] }
  const pages = [...new Set(below(routes).map(addressOf))]
  expect(pages.length).toBeGreaterThan(40)
  for (const page of pages) {
    const answer = await app.request(page)
    expectGuarded(page, answer)
    expect(answer.headers.get('content-type'), page).toBe('text/html; charset=utf-8')
    expect(answer.headers.getSetCookie(), page).toEqual([])
    const caching = answer.headers.get('cache-control') ?? ''
    if (/^\/(gift|review|handover)\//.test(page)) expect(caching, page).toBe('no-store')
    // The same for everyone, even in the admin: only the calls know who is signed in.
    else expect(caching, page).toMatch(/^public, max-age=0, (s-maxage=5, )?must-revalidate/)
    // A CDN keeps public pages for a moment, and nothing of a visitor, a member or the admin.
    const isShared = caching.includes('s-maxage')
    if (/^\/(belts|drops|letters|returns|contact|privacy|terms|accessibility)?$/.test(page))
      expect(isShared, page).toBe(true)
    else if (!/^\/(belts|drops|letters)\/[^/]+$/.test(page)) expect(isShared, page).toBe(false)
    expectGuarded(`${page}.data`, await app.request(page === '/' ? '/_.data' : `${page}.data`))
  }
})

it('every documented call answers uncached data, even to strangers and nonsense', async () => {
  const { paths } = openApi(parseConfig({}), 'staff')
  let calls = 0
  for (const [pattern, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods)) {
      const where = `${method} ${pattern}`
      const answer = await app.request(addressOf(pattern), {
        method: method.toUpperCase(),
        ...(method === 'get' ? {} : { body: '{', headers: { 'content-type': 'application/json' } }),
      })
      calls++
      expectGuarded(where, answer)
      expect(answer.status, where).toBeLessThan(500)
      expect(answer.headers.get('cache-control'), where).toBe('no-store')
      expect(answer.headers.get('content-type'), where).toMatch(/^application\/json/)
    }
  }
  expect(calls).toBeGreaterThan(120)
})
