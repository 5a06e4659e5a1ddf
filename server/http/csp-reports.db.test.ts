import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { createApp } from '../app.ts'

let test: TestShop
let app: ReturnType<typeof createApp>
const lines: { msg: string; violation?: Record<string, unknown> }[] = []
beforeAll(async () => {
  test = await createTestShop({ env: { TRUST_PROXY: '1' } })
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const pages = async () => new Response('<h1>A page</h1>', { headers: { 'content-type': 'text/html' } })
  app = createApp({ shop: { ...test.shop, log }, database: { ping: async () => {} }, pages })
})
afterAll(() => test.close())
beforeEach(() => {
  test.clock.advance(2 * 3_600_000)
  lines.length = 0
})

const violations = () => lines.flatMap(({ violation }) => (violation ? [violation] : []))
const report = (changes = {}) => ({
  type: 'csp-violation',
  url: 'http://localhost/cart',
  body: {
    documentURL: 'http://localhost/cart?email=maya@example.com#secret',
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://evil.example/x.js?who=maya',
    sourceFile: 'http://localhost/assets/shop.js?for=maya',
    lineNumber: 7,
    sample: 'x'.repeat(400),
    ...changes,
  },
})
const send = (body: unknown, from = '203.0.113.1', type = 'application/reports+json') =>
  app.request('/csp-reports', {
    method: 'POST',
    headers: { 'content-type': type, 'x-forwarded-for': from },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('a content policy violation', () => {
  it('is reported to an address named by each page', async () => {
    const { headers } = await app.request('/terms')
    const group = /report-to ([\w-]+)/.exec(headers.get('content-security-policy')!)?.[1]
    expect(headers.get('reporting-endpoints')).toBe(`${group}="/csp-reports"`)
    expect(headers.get('content-security-policy')).toContain('report-uri /csp-reports')
  })

  it('is logged from both kinds of browser, without private data', async () => {
    expect((await send([report()])).status).toBe(204)
    const old = {
      'csp-report': {
        'document-uri': `http://localhost/gift/${'a'.repeat(43)}`,
        'violated-directive': 'img-src',
        'blocked-uri': 'data',
      },
    }
    expect((await send(old, '203.0.113.2', 'application/csp-report')).status).toBe(204)
    expect(violations()).toMatchObject([
      {
        directive: 'script-src-elem',
        page: 'http://localhost/cart',
        blocked: 'https://evil.example/x.js',
        source: 'http://localhost/assets/shop.js',
        line: 7,
        sample: 'x'.repeat(40),
      },
      { directive: 'img-src', page: 'http://localhost/gift/-', blocked: 'data' },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/maya|secret|aaaa/)
  })

  it('is logged at a readable rate, per sender and overall', async () => {
    await send(Array.from({ length: 30 }, () => report()))
    expect(violations()).toHaveLength(10)
    for (let who = 0; who < 40; who++) await send([report(), report(), report()], `10.0.${who}.1`)
    expect(violations()).toHaveLength(100)
    test.clock.advance(3_600_000)
    await send([report()])
    expect(violations()).toHaveLength(101)
  })

  it('report accepts anything without failing', async () => {
    for (const body of [
      '',
      '{',
      'null',
      '[[[]]]',
      '[null,1,"x",{}]',
      { 'csp-report': 'x' },
      [{ type: 'csp-violation' }],
    ])
      expect((await send(body)).status).toBe(204)
    expect((await send([report({ sample: 'x'.repeat(40_000) })])).status).toBe(413)
    const odd = report({
      documentURL: 7,
      effectiveDirective: { $ne: 1 },
      blockedURL: '\u001b[2Jnot an address?x',
    })
    await send([odd])
    expect(violations()).toEqual([expect.objectContaining({ blocked: '\u001b[2Jnot an address' })])
  })
})
