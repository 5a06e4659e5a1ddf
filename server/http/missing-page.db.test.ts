import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { createApp } from '../app.ts'
import type { Pages } from './page-context.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

/** A shop with one page, which says of what is not there how often it was made. */
function shopOfOnePage() {
  const made: string[] = []
  const pages: Pages = Object.assign(
    async (request: Request) => {
      const { pathname } = new URL(request.url)
      made.push(pathname)
      const status = pathname === '/terms' ? 200 : 404
      return new Response(`<h1>${status}</h1>`, { status, headers: { 'content-type': 'text/html' } })
    },
    {
      match: (path: string) =>
        path === '/terms' || path.endsWith('/told') || /^\/(belts|drops|letters)\/[^/]+$/.test(path)
          ? { path, ids: [] }
          : null,
    },
  )
  const whenChanged = { forget: () => {} }
  const app = createApp({
    shop: test.shop,
    database: { ping: async () => {} },
    pages,
    whenChanged: (forget) => {
      whenChanged.forget = forget
    },
  })
  return { app, made, whenChanged }
}

const unknown = (n: number) =>
  [`/nowhere-${n}`, `/wp-${n}.php`, `/a/b/${n}/`, `/nowhere-${n}?x=${n}`, `/assets/${n}.js`][n % 5]!

it('an unknown address gets one cached page, under the same policy as any page', async () => {
  const { app, made } = shopOfOnePage()
  for (let n = 0; n < 200; n++) {
    const answer = await app.request(unknown(n))
    expect([answer.status, await answer.text()], unknown(n)).toEqual([404, '<h1>404</h1>'])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect(made).toHaveLength(1)
  for (let n = 0; n < 50; n++) await app.request(`/nowhere-${n}.data`)
  for (let n = 0; n < 50; n++) await app.request(`/admin/nowhere-${n}`)
  expect(made).toHaveLength(3)
  expect((await app.request('/terms')).status).toBe(200)
})

it('an unknown belt, drop or letter renders no page', async () => {
  const { app, made } = shopOfOnePage()
  for (let n = 0; n < 100; n++) {
    const names = [`/belts/nowhere-${n}`, `/drops/19${n + 10}-01`, `/letters/nowhere-${n}`]
    const path = [...names, `/belts/nowhere-${n}.data`][n % 4]!
    expect((await app.request(path)).status, path).toBe(404)
  }
  expect(made).toHaveLength(4)
  await app.request('/belts/the-ashbury')
  expect(made).toContain('/belts/the-ashbury')
})

it('a write to an unknown address is told that it is read-only', async () => {
  const { app, made } = shopOfOnePage()
  for (let n = 0; n < 20; n++) {
    const answer = await app.request(`/nowhere-${n}`, { method: 'POST' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  }
  expect(made).toHaveLength(1)
})

it('the missing page is rerendered when the shop’s name may have changed', async () => {
  const { app, made, whenChanged } = shopOfOnePage()
  await app.request('/nowhere')
  whenChanged.forget()
  await app.request('/nowhere')
  expect(made).toHaveLength(2)
})

it('a missing page below a gift, a review or a handover has their plain frame', async () => {
  const { app, made } = shopOfOnePage()
  for (const path of ['/gift/a/b', '/review/a/b', '/handover/a/b']) await app.request(path)
  expect(made).toEqual(['/admin/page/not-found'])
})

it('the frames of pages that the server writes are not there for anyone else', async () => {
  const { app, made } = shopOfOnePage()
  for (const path of ['/page/told', '/gift/letter/told']) expect((await app.request(path)).status).toBe(404)
  expect(made).toEqual(['/page/not-found', '/admin/page/not-found'])
})
