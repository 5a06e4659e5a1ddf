import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestShop, type TestShop } from '../test/create-test-shop.ts'
import { createApp } from './app.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

/** A shop whose pages say how often any was made. */
function countingShop() {
  const made: string[] = []
  const pages = async (request: Request) => {
    const { pathname } = new URL(request.url)
    made.push(pathname)
    const status = pathname.startsWith('/nowhere') ? 404 : 200
    return new Response(`<h1>${pathname}</h1>`, { status, headers: { 'content-type': 'text/html' } })
  }
  const app = createApp({ shop: test.shop, database: { ping: async () => {} }, pages })
  return { app, made }
}

describe('the cache of pages', () => {
  it('keeps the shop’s own pages, however many other addresses are asked for', async () => {
    const { app, made } = countingShop()
    await app.request('/')
    for (let each = 0; each < 250; each++) {
      await app.request(`/admin/orders/${each}`)
      await app.request(`/nowhere-${each}`)
      await app.request(`/_.data?_routes=${each}`)
    }
    await app.request('/')
    expect(made.filter((path) => path === '/')).toHaveLength(1)
  })

  it('makes a page once, whatever is asked behind its path', async () => {
    const { app, made } = countingShop()
    for (const query of ['', '?_routes=a', '?_routes=b', '?session_id=cs_1', '?x']) {
      expect(await (await app.request(`/returns${query}`)).text()).toBe('<h1>/returns</h1>')
    }
    expect(made).toHaveLength(1)
  })

  it('shows everybody the same page, whatever host and proxy somebody claims', async () => {
    const { app, made } = countingShop()
    const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' }
    const poisoned = await app.request('/terms', { headers: evil })
    expect(await poisoned.text()).not.toContain('evil')
    expect(await (await app.request('/terms')).text()).toBe('<h1>/terms</h1>')
    expect(made).toHaveLength(1)
  })

  it('refuses an address that is too long before anybody reads it', async () => {
    const { app, made } = countingShop()
    for (const method of ['GET', 'POST']) {
      expect((await app.request(`/${'/'.repeat(5000)}x`, { method })).status).toBe(414)
    }
    expect(made).toEqual([])
  })
})
