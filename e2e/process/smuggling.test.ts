import { get, type IncomingMessage } from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startFront } from '../../test/front-nginx.ts'
import type { FrontProxy } from '../../test/front-proxy.ts'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'

// RFC 9112 §6.3, §11.2: when two parsers disagree about where a request ends, the rest becomes a second request that
// nobody sent. Each attempt hides one; it counts as found when the shop logs it.
let shop: ShopProcess
let front: FrontProxy
beforeAll(async () => {
  shop = await startShopProcess({ env: { LOG_LEVEL: 'info' } })
  front = await startFront([Number(new URL(shop.address).port)])
})
afterAll(async () => {
  await front.close()
  await shop.stop()
  removeData(shop.dataDir)
})

const hidden = 'GET /api/openapi.json HTTP/1.1\r\nHost: shop\r\n\r\n'
const timesFound = () => shop.output().split('"route":"/api/openapi.json"').length - 1

const head = 'POST /api/contact HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n'
const chunked = (headers: string) => `${head}${headers}\r\n\r\n0\r\n\r\n${hidden}`
const all = `Content-Length: ${5 + hidden.length}`
const none = 'Content-Length: 0'

const attempts: [what: string, bytes: string][] = [
  ['a length beside chunks', chunked(`${all}\r\nTransfer-Encoding: chunked`)],
  ['chunks beside a length', chunked(`Transfer-Encoding: chunked\r\n${all}`)],
  [
    'chunks beside a short length',
    `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  ],
  ['a space before the colon', chunked(`${all}\r\nTransfer-Encoding : chunked`)],
  ['an unknown coding', chunked(`${all}\r\nTransfer-Encoding: xchunked`)],
  ['a coding after the chunks', chunked(`${all}\r\nTransfer-Encoding: chunked, identity`)],
  ['two codings', chunked(`${all}\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x`)],
  ['a vertical tab in the coding', chunked(`${all}\r\nTransfer-Encoding: \x0bchunked`)],
  ['two lengths', `${head}${none}\r\n${all}\r\n\r\n0\r\n\r\n${hidden}`],
  ['two lengths the other way', `${head}${all}\r\n${none}\r\n\r\n0\r\n\r\n${hidden}`],
  ['a list of lengths', `${head}Content-Length: 0, ${hidden.length}\r\n\r\n${hidden}`],
  ['a length with a sign', `${head}Content-Length: +0\r\n\r\n${hidden}`],
  ['a length in hexadecimal', `${head}Content-Length: 0x0\r\n\r\n${hidden}`],
  ['a negative length', `${head}Content-Length: -1\r\n\r\n${hidden}`],
  ['a folded length', `${head}Content-Length:\r\n 0\r\n\r\n${hidden}`],
  ['a folded line that names chunks', chunked(`X: a\r\n Transfer-Encoding: chunked\r\n${all}`)],
  ['a bare LF before the chunks', chunked(`${all}\r\nX: a\nTransfer-Encoding: chunked`)],
  ['a bare CR before the chunks', chunked(`${all}\r\nX: a\rTransfer-Encoding: chunked`)],
  ['a NUL in a header', chunked(`${all}\r\nX: a\0\r\nTransfer-Encoding: chunked`)],
  ['a chunk’s size in disguise', `${head}Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${hidden}`],
  ['chunks of HTTP/1.0', chunked('Transfer-Encoding: chunked').replace('HTTP/1.1', 'HTTP/1.0')],
  ['a request within a body', `${head}Content-Length: ${hidden.length}\r\n\r\n${hidden}`],
  [
    'a body that a GET has no use for',
    `GET /health HTTP/1.1\r\nHost: shop\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  ],
  [
    'a body that HEAD has no use for',
    `HEAD / HTTP/1.1\r\nHost: shop\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  ],
  [
    'an upgrade that nobody offers',
    `GET /health HTTP/1.1\r\nHost: shop\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  ],
  [
    'two hosts',
    `GET /health HTTP/1.1\r\nHost: shop\r\nHost: evil.example\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  ],
]

// nginx takes a bare LF for the end of a line, as RFC 9112 §2.2 lets it: for it these are two requests, and it passes
// each on by itself, with a length and on a connection of its own.
const notOfNginx: typeof attempts = [
  ['a chunk that ends by a bare LF', `${head}Transfer-Encoding: chunked\r\n\r\n0;a\n\n${hidden}`],
]

describe.each([['the shop’s own port'], ['the proxy in front of it']])('an HTTP request at %s', (place) => {
  const address = () => (place === 'the shop’s own port' ? shop.address : front.address)

  it('is one of two on a connection, so that a hidden one would show', async () => {
    const before = timesFound()
    await send(address(), `GET /health HTTP/1.1\r\nHost: shop\r\n\r\n${hidden}`)
    await vi.waitFor(() => expect(timesFound()).toBe(before + 1), 60_000)
  })

  it('is never taken for two', async () => {
    const before = timesFound()
    const tried = address() === shop.address ? [...attempts, ...notOfNginx] : attempts
    const answers = await Promise.all(tried.map(([, bytes]) => send(address(), bytes)))
    for (const [index, [what]] of tried.entries()) {
      const statuses = answers[index]!.match(/^HTTP\/1\.[01] \d{3}/gm) ?? []
      expect(statuses.length, `${what}: ${answers[index]}`).toBeLessThanOrEqual(1)
      // nginx answers a coding that it does not know with 501, which is its name.
      expect(['500', '502', '503', '504'], what).not.toContain(statuses[0]?.slice(-3))
    }
    // What is asked for last is written last.
    await send(address(), hidden)
    await vi.waitFor(() => expect(timesFound()).toBeGreaterThan(before), 60_000)
    expect(timesFound()).toBe(before + 1)
    expect(shop.output()).not.toContain('database_away')
  })

  it('with an absolute URL reaches its path, and nobody else’s page', async () => {
    const answer = await send(
      address(),
      'GET http://evil.example/ HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200/)
    expect(answer).not.toContain('evil.example')
    const other = await send(address(), 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')
    expect(other).not.toMatch(/^HTTP\/1\.1 2/)
  })
})

it('over HTTP/1.0 without a host gets its health check answered (RFC 1945)', async () => {
  expect(await send(shop.address, 'GET /ready HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200/)
})

it('gets no file outside the client build, no folder listing, and no echo of itself', async () => {
  const paths = [
    '/.git/config',
    '/package.json',
    '/assets',
    '/assets/',
    '/pictures/',
    '/server/index.js',
    '/.data/db',
  ]
  const ways = ['/../package.json', '/..%2f..%2fpackage.json', '/assets/..%2f..%2f..%2fpackage.json']
  const end = 'HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nX-Secret: hush\r\n\r\n'
  for (const path of [...paths, ...ways]) {
    const answer = await send(shop.address, `GET ${path} ${end}`)
    expect(answer, path).toMatch(/^HTTP\/1\.1 404/)
    expect(answer, path).not.toContain('"dependencies"')
  }
  for (const path of ['/', '/api/contact']) {
    const answer = await send(shop.address, `TRACE ${path} ${end}`)
    expect(answer).toMatch(/^HTTP\/1\.1 405/)
    expect(answer).not.toContain('hush')
  }
})

/**
 * A server sends ten packets before it waits for a word (RFC 6928 §2). The first screen travels in them; the three that may
 * follow a round trip later hold what is far below it.
 */
const firstPackets = 13 * 1460

it('the home page and its headers fit in thirteen packets', async () => {
  const answer = await new Promise<IncomingMessage>((resolve) =>
    get(shop.address, { headers: { 'accept-encoding': 'br' } }, resolve),
  )
  // Behind each name ': ', behind each value and each line the end of the line.
  let bytes = 'HTTP/1.1 200 OK\r\n\r\n'.length + answer.rawHeaders.join('  ').length + 2
  for await (const chunk of answer) bytes += chunk.length
  expect(answer.headers['content-encoding']).toBe('br')
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(firstPackets)
})

/** Sends bytes as they are, and reads until the other side has nothing more to say. */
function send(address: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    let answer = ''
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    const quiet = setTimeout(() => socket.destroy(), 60_000)
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      quiet.refresh()
      // Whatever its answer, the request got through: a second answer comes at once.
      setTimeout(() => socket.end(), 500)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(quiet)
      resolve(answer)
    })
  })
}
