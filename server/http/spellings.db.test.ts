import { createServer } from 'node:http'
import { connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { listen } from '../../test/listen.ts'
import { createApp } from '../app.ts'
import type { FastPath } from './cached-page.ts'
import { pageRoutes } from './page-routes.ts'

let test: TestShop
let place: Awaited<ReturnType<typeof listen>>
let made: string[] = []
let poison: string[] = []

const match = pageRoutes([
  { id: 'root' },
  { id: 'home', parentId: 'root', index: true },
  ...['belts', 'cart', 'contact', 'returns', 'letters', 'drops', 'belts/:slug', 'gift/:token'].map(
    (path) => ({
      ...{ id: path, parentId: 'root', path },
    }),
  ),
  { id: 'order', parentId: 'root', path: 'admin/orders/:orderId' },
])

beforeAll(async () => {
  test = await createTestShop()
  // As React Router answers: by its own reading of whatever address it gets.
  const pages = Object.assign(
    async (request: Request) => {
      const { pathname, search, host } = new URL(request.url)
      made.push(pathname + search)
      poison.push(host, ...[...request.headers].flat())
      const isData = pathname.endsWith('.data')
      const isThere = !pathname.includes('~') && match(pathname.replace(/(\/_)?\.data$/, '') || '/')
      const body = isData
        ? `data of ${pathname}${search}`
        : `<h1>${isThere ? pathname : 'Page Not Found'}</h1>`
      const type = isData ? 'text/x-script' : 'text/html'
      return new Response(body, { status: isThere ? 200 : 404, headers: { 'content-type': type } })
    },
    { match },
  )
  let quick: FastPath = () => false
  const app = createApp({
    shop: test.shop,
    database: { ping: async () => {} },
    pages,
    whenQuick: (whoAnswers) => {
      quick = whoAnswers
    },
  })
  const listener = getRequestListener(app.fetch)
  place = await listen(
    createServer((request, response) => {
      if (!quick(request, response)) void listener(request, response)
    }),
  )
})
afterAll(async () => {
  await place.close()
  await test.close()
})

/** Sends a target as it is: fetch would spell it right. */
function ask(
  target: string,
  { method = 'GET', headers = '' } = {},
): Promise<{ status: number; head: string; body: string }> {
  const { port } = new URL(place.address)
  return new Promise((resolve, reject) => {
    let all = ''
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(
        Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: shop\r\n${headers}Connection: close\r\n\r\n`),
      ),
    )
    socket.on('data', (part) => {
      all += part
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = all.split('\r\n\r\n')
      resolve({ status: Number(head.slice(9, 12)), head, body })
    })
  })
}

const others = (page: string): string[] => [
  ...[
    `/%${page.charCodeAt(1).toString(16)}${page.slice(2)}`,
    `/${page}`,
    `${page}/`,
    `${page}//`,
    `/.${page}`,
  ],
  ...[`/x/..${page}`, `/x/%2e%2E${page}`, `${page}/.`, `${page}%2F`, `${page}%2f`, `${page}%5C`, `${page}\\`],
  ...[`${page};x=1`, `${page}%3Bx`, `${page}.`, `${page}%20`, `${page}%00`, `${page}%zz`, `${page}%C3%28`],
  ...[
    `${page}/index`,
    `${page}/_.data`,
    `${page}.data/`,
    `${page}.data%20x`,
    `${page}.DATA`,
    page.toUpperCase(),
  ],
  ...[
    `//evil.example${page}`,
    `/\\evil.example${page}`,
    `/%2F%2Fevil.example${page}`,
    `${page}\u0301`,
    `${page}#x`,
  ],
]

it.each(['/belts', '/cart', '/contact', '/returns', '/letters', '/drops'])(
  'another spelling of %s leads there or nowhere, and is never kept in its place',
  async (page) => {
    for (const method of ['GET', 'HEAD'])
      for (const target of [...others(page), ...others(page)]) {
        const { status, head } = await ask(target, { method })
        expect([308, 400, 404], `${method} ${target}`).toContain(status)
        const [, location] = /^location: (.*)$/im.exec(head) ?? []
        if (status === 308) expect(location).toMatch(/^\/[\w.-]/)
        if (status === 308) expect(head).toMatch(/^cache-control: no-store/im)
      }
    for (const each of [page, `${page}?x=${page}`, `${page}?`]) {
      const { status, body } = await ask(each)
      expect([status, body]).toEqual([200, expect.stringContaining(`<h1>${page}</h1>`)])
    }
    const data = await ask(`${page}.data`)
    expect([data.status, data.body]).toEqual([200, expect.stringContaining(`data of ${page}.data`)])
  },
  30_000,
)

it('is sent to the right one with its query, in the letters of the route', async () => {
  for (const [target, place] of [
    ['/Belts/?x=//y', '/belts?x=//y'],
    ['/BELTS.data?_routes=belts', '/belts.data?_routes=belts'],
    ['/gift//abc', '/gift/abc'],
    ['//', '/'],
    ['/Mail/Stop/abc', undefined],
    ['/mail/stop/a%62c', '/mail/stop/abc'],
  ] as const) {
    const { head } = await ask(target)
    expect([target, /^location: (.*)$/im.exec(head)?.[1]]).toEqual([target, place])
  }
})

it('an address that looks like another one’s data gets its own page, and leaves the other alone', async () => {
  for (const target of [
    '/admin/orders/x.data%20yyy',
    '/admin/orders/x.data%3F_routes%3Dorder',
    '/admin/orders/x.data%2520yyy',
  ]) {
    await ask(target)
    const data = await ask(`${target.slice(0, 20)}?_routes=yyy`)
    expect(data.body).toContain('data of')
    const page = await ask(target)
    expect(page.body).toContain('<h1>')
  }
})

it('the parts a page’s data is asked for are one, in any order, beside whatever else', async () => {
  made = []
  for (const routes of [
    'root,belts',
    'belts,root',
    'belts,root,belts,none',
    'root%2Cbelts',
    'root,belts&x=1',
  ])
    expect((await ask(`/belts.data?_routes=${routes}`)).status).toBe(200)
  expect(made).toEqual(['/belts.data?_routes=root%2Cbelts'])
})

it('a page is rendered from its address alone', async () => {
  poison = []
  await ask('/drops?secret', {
    headers:
      'X-React-Router-SPA-Mode: yes\r\nX-React-Router-Prerender-Data: x\r\nCookie: a=b\r\nX-Forwarded-Host: evil\r\n',
  })
  await ask('/cart', { headers: 'Host: evil.example\r\n' })
  await ask('http://evil.example/contact')
  expect(new Set(poison)).toEqual(new Set(poison.length ? [new URL(test.shop.config.publicUrl).host] : []))
})

it('calls take parameters in any encoding, and nothing else in another spelling', async () => {
  expect((await ask('/api/openapi.json')).status).toBe(200)
  expect((await ask('/%61pi/openapi.json')).status).toBe(404)
  for (const target of [
    '/api//openapi.json',
    '/api/./openapi.json',
    '/api/openapi.json/',
    '/API/openapi.json',
  ])
    expect([target, [308, 404].includes((await ask(target)).status)]).toEqual([target, true])
})
