import { createServer } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { listen } from '../../test/listen.ts'
import { createApp } from '../app.ts'
import type { FastPath } from './cached-page.ts'
import { pageContextOf } from './page-context.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

describe('a cached page', () => {
  it('is whole for visitors, even after a HEAD request', async () => {
    // As React Router renders: nothing for HEAD.
    const pages = async ({ method }: Request) =>
      new Response(method === 'HEAD' ? null : '<h1>Home</h1>', { headers: { 'content-type': 'text/html' } })
    const app = createApp({ shop: test.shop, database: { ping: async () => {} }, pages })
    const head = await app.request('/', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe('13')
    expect(await (await app.request('/')).text()).toBe('<h1>Home</h1>')
  })

  it('refreshes for the next visitor after a minute, and old ones are dropped', async () => {
    let made = 0
    const pages = async () => new Response(`<h1>${++made}</h1>`, { headers: { 'content-type': 'text/html' } })
    const app = createApp({ shop: test.shop, database: { ping: async () => {} }, pages })
    const ask = async (path: string) => (await app.request(path)).text()
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      expect([await ask('/'), await ask('/')]).toEqual(['<h1>1</h1>', '<h1>1</h1>'])
      vi.advanceTimersByTime(61_000)
      expect(await ask('/')).toBe('<h1>1</h1>')
      while ((await ask('/')) === '<h1>1</h1>') await nextTurn()
      const zipped = await app.request('/', { headers: { 'accept-encoding': 'gzip' } })
      expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe('<h1>2</h1>')
    } finally {
      vi.useRealTimers()
    }
    const order = (number: number) => ask(`/admin/orders/${number}`)
    const first = await order(0)
    expect(await order(0)).toBe(first)
    for (let other = 1; other <= 200; other++) await order(other)
    expect(await order(200)).toBe(`<h1>${made}</h1>`)
    expect(await order(0)).not.toBe(first)
    // The shop's own pages stay.
    expect(await ask('/')).toBe('<h1>2</h1>')
  })

  it('older than a minute is sent at once, however long the database keeps the next one waiting', async () => {
    let made = 0
    const pages = () =>
      made++ > 0
        ? new Promise<Response>(() => {})
        : Promise.resolve(new Response('<h1>known</h1>', { headers: { 'content-type': 'text/html' } }))
    const app = createApp({ shop: test.shop, database: { ping: async () => {} }, pages })
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      await app.request('/')
      vi.advanceTimersByTime(61_000)
      for (const _ of [1, 2]) expect(await (await app.request('/')).text()).toBe('<h1>known</h1>')
      while (made < 2) await nextTurn()
    } finally {
      vi.useRealTimers()
    }
  })

  it('that fails because the database is away says 503, and when to come back', async () => {
    const pages = async (_: Request, { failed }: { failed(error: unknown): void }) => {
      failed(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }))
      return new Response('<h1>Sorry</h1>', { status: 500, headers: { 'content-type': 'text/html' } })
    }
    const app = createApp({ shop: test.shop, database: { ping: async () => {} }, pages })
    const answer = await app.request('/')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
  })

  it('is keyed by the requested routes only, not the rest of the query string', async () => {
    const pages = Object.assign(
      async ({ url }: Request) =>
        new Response(new URL(url).search, { headers: { 'content-type': 'text/x-script' } }),
      { match: (path: string) => ({ path, ids: ['a', 'b'] }) },
    )
    const app = createApp({ shop: test.shop, database: { ping: async () => {} }, pages })
    const ask = async (query: string) => (await app.request(`/faq.data${query}`)).text()
    expect([await ask('?_routes=a'), await ask('?_routes=b'), await ask('?_routes=a&x=1')]).toEqual([
      '?_routes=a',
      '?_routes=b',
      '?_routes=a',
    ])
  })

  it('shows the last known plans while the database is down', async () => {
    const { db } = test.shop
    const plans = await pageContextOf(test.shop).plans()
    test.shop.db = null as unknown as typeof db
    expect(await pageContextOf(test.shop).plans()).toEqual(plans)
    test.shop.db = db
    expect(plans.length).toBeGreaterThan(0)
  })

  it('stays as it was while it can’t be rerendered, then refreshes', async () => {
    let forget = () => {}
    let state: 'good' | 'throws' | 'fails' = 'good'
    let made = 0
    const pages = async () => {
      if (state === 'throws') throw new Error('the database is away')
      const body = `<h1>${++made}</h1>`
      return new Response(body, {
        status: state === 'fails' ? 500 : 200,
        headers: { 'content-type': 'text/html' },
      })
    }
    const app = createApp({
      shop: test.shop,
      database: { ping: async () => {} },
      pages,
      whenChanged: (whoForgets) => {
        forget = whoForgets
      },
    })
    const home = async () => (await app.request('/')).text()
    expect(await home()).toBe('<h1>1</h1>')
    for (state of ['throws', 'fails'] as const) {
      forget()
      forget()
      expect(await home()).toBe('<h1>1</h1>')
    }
    state = 'good'
    expect(await home()).toBe('<h1>3</h1>')
    // Yesterday's names another ship-by day and another price.
    const now = test.clock.now().toISOString()
    state = 'fails'
    forget()
    test.clock.advance(24 * 3_600_000)
    expect((await app.request('/')).status).toBe(500)
    test.clock.set(now)
  })

  it('is served ahead of the router, byte for byte; anything unusual takes the full path', async () => {
    let forget = () => {}
    let quick: FastPath = () => false
    const app = createApp({
      shop: test.shop,
      database: { ping: async () => {} },
      pages: async () =>
        new Response(`<h1>Home ${'belt '.repeat(500)}</h1>`, { headers: { 'content-type': 'text/html' } }),
      whenChanged: (whoForgets) => {
        forget = whoForgets
      },
      whenQuick: (whoAnswers) => {
        quick = whoAnswers
      },
    })
    const longWay = 418
    const server = createServer((request, response) => {
      if (!quick(request, response)) response.writeHead(longWay).end()
    })
    const { address, close } = await listen(server)
    const ask = (path: string, init?: RequestInit) => fetch(address + path, init)
    try {
      expect((await ask('/')).status).toBe(longWay)
      for (const encoding of ['br', 'gzip', 'identity']) {
        const init = { headers: { 'accept-encoding': encoding } }
        const slow = await app.request('/', init)
        const sent = await ask('/', init)
        const { date, connection, 'keep-alive': _, ...headers } = Object.fromEntries(sent.headers)
        expect(headers).toEqual(Object.fromEntries(slow.headers))
        expect(await sent.text()).toContain('<h1>Home belt ')
      }
      const etag = (await ask('/')).headers.get('etag')!
      for (const [path, init] of [
        ['/?utm_source=letter', {}],
        ['/', { method: 'HEAD' }],
        ['/', { method: 'POST', body: '' }],
        ['/', { headers: { 'if-none-match': etag } }],
        ['/account', {}],
        ['//', {}],
      ] as const)
        expect([path, (await ask(path, init)).status]).toEqual([path, longWay])
      forget()
      expect((await ask('/')).status).toBe(longWay)
      await app.request('/')
      expect((await ask('/')).status).toBe(200)
      test.clock.set('2026-11-22T15:00:00Z')
      expect((await ask('/')).status).toBe(longWay)
    } finally {
      await close()
    }
  })
})
