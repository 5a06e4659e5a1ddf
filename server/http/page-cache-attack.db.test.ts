import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { createApp } from '../app.ts'

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

describe('the page cache', () => {
  it('keeps the shop’s own pages, however many other addresses are requested', async () => {
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

  it('renders a page once, whatever its query string', async () => {
    const { app, made } = countingShop()
    for (const query of ['', '?_routes=a', '?_routes=b', '?session_id=cs_1', '?x']) {
      expect(await (await app.request(`/returns${query}`)).text()).toBe('<h1>/returns</h1>')
    }
    expect(made).toHaveLength(1)
    // Each gift has an address of its own, and all have the same page.
    for (const token of ['a', 'b', 'c'])
      expect(await (await app.request(`/gift/${token.repeat(43)}`)).text()).toBe('<h1>/gift/-</h1>')
    expect(made).toHaveLength(2)
  })

  it('shows everyone the same page, whatever host or proxy headers say', async () => {
    const { app, made } = countingShop()
    const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' }
    const poisoned = await app.request('/terms', { headers: evil })
    expect(await poisoned.text()).not.toContain('evil')
    expect(await (await app.request('/terms')).text()).toBe('<h1>/terms</h1>')
    expect(made).toHaveLength(1)
  })

  it('sends no refused encoding, and recognizes them in any spelling', async () => {
    const { app } = countingShop()
    const codingFor = async (accepted: string) => {
      const { headers } = await app.request('/terms', { headers: { 'accept-encoding': accepted } })
      return headers.get('content-encoding')
    }
    const wanted = {
      'gzip, deflate, br': 'br',
      'BR;q=0.5 , gzip;q=0.8': 'br',
      'br;q=0, gzip': 'gzip',
      'br ; q=0.000,gzip;q=0.0': null,
      'x-br, xgzip': null,
      'identity, *;q=0': null,
      '': null,
    }
    for (const [accepted, coding] of Object.entries(wanted))
      expect(await codingFor(accepted), accepted).toBe(coding)
  })

  it('doesn’t resend what a browser has, and tags each encoding separately', async () => {
    const { app } = countingShop()
    const ask = (coding: string, known: string) =>
      app.request('/terms', { headers: { 'accept-encoding': coding, 'if-none-match': known } })
    const tag = (await ask('br', '')).headers.get('etag')!
    expect(tag).toMatch(/^"[\w-]{10,}"$/)
    expect((await ask('gzip', '')).headers.get('etag')).not.toBe(tag)
    expect((await ask('br', '')).headers.get('vary'), 'for proxies that keep it').toBe('accept-encoding')
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, `W/"a,b" ,W/${tag},`, '*'])
      expect((await ask('br', known)).status, known).toBe(304)
    for (const known of ['"other"', tag.replaceAll('"', ''), `W/${tag}x`, '"*"'])
      expect((await ask('br', known)).status, known).toBe(200)
    expect((await ask('gzip', tag)).status).toBe(200)
    // No one has a valid copy of a missing page (RFC 9110 §13.2.1).
    const missing = await app.request('/nowhere', { headers: { 'if-none-match': '*' } })
    expect(missing.status).toBe(404)
  })

  it('labels each page’s content type, and lists allowed methods', async () => {
    const pages = async ({ method }: Request) =>
      new Response('<h1>A page</h1>', {
        status: method === 'GET' ? 404 : 405,
        headers: { 'content-type': 'text/html' },
      })
    const app = createApp({ shop: test.shop, database: { ping: async () => {} }, pages })
    for (const path of ['/nowhere', '/nowhere.png', '/card/a/b/c'])
      expect((await app.request(path)).headers.get('content-type'), path).toBe('text/html; charset=utf-8')
    const allowed = async (path: string) => (await app.request(path, { method: 'PUT' })).headers.get('allow')
    expect(await allowed('/terms')).toBe('GET, HEAD')
    expect(await allowed('/mail/stop/a-link')).toBe('GET, HEAD, POST')
  })

  it('refuses an overlong address before anything reads it', async () => {
    const { app, made } = countingShop()
    for (const method of ['GET', 'POST']) {
      expect((await app.request(`/${'/'.repeat(5000)}x`, { method })).status).toBe(414)
    }
    expect(made).toEqual([])
  })
})
