import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { createApp } from '../app.ts'

const pages = async () =>
  new Response('<style>a{}</style><script>go()</script><h1>Page</h1>', {
    headers: { 'content-type': 'text/html' },
  })

/** One address of every kind of answer. */
const everyKind: [method: string, path: string][] = [
  ['GET', '/'],
  ['HEAD', '/'],
  ['POST', '/'],
  ['GET', '/account'],
  ['GET', '/admin/orders/1'],
  ['GET', '/no-such-page'],
  ['GET', '/gift/no-such-token'],
  ['GET', '/assets/no-such-file.js'],
  ['GET', '/pictures/uploaded/no-such-picture.webp'],
  ['GET', '/card/no-such-token'],
  ['GET', '/mail/stop/no-such-token'],
  ['POST', '/mail/stop/no-such-token'],
  ['GET', '/mail/manage/no-such-token'],
  ['POST', '/mail/manage/no-such-token'],
  ['GET', '/newsletter/confirm/no-such-token'],
  ['GET', '/newsletter/unsubscribe/no-such-token'],
  ['POST', '/newsletter/unsubscribe/no-such-token'],
  ['GET', '/newsletter/unsubscribe?token=none'],
  ['GET', '/api/account'],
  ['POST', '/api/create-payment-intent'],
  ['GET', '/api/no-such-call'],
  ['POST', '/webhooks/stripe'],
  ['GET', '/health'],
  ['GET', '/robots.txt'],
]

describe('every answer', () => {
  let test: TestShop
  let app: ReturnType<typeof createApp>
  beforeAll(async () => {
    test = await createTestShop({ env: { PUBLIC_URL: 'https://shop.example', ALLOW_DEMO: '1' } })
    app = createApp({ shop: test.shop, database: { ping: async () => {} }, pages })
  })
  afterAll(() => test.close())

  it.each(everyKind)(
    'to %s %s keeps its type, can’t be framed, and runs only the shop’s script',
    async (method, path) => {
      const { headers } = await app.request(path, { method })
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/default-src '(none|self)'/)
      expect(policy).toContain("base-uri 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toMatch(/form-action '(none|self)'/)
      expect(policy).toMatch(/object-src 'none'|default-src 'none'/)
      expect(policy).not.toMatch(/script-src[^;]*unsafe/)
      expect(policy).not.toMatch(/style-src [^;]*unsafe/)
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      // Without it, browsers would hide Apple Pay and Google Pay.
      expect(headers.get('permissions-policy')).toMatch(/\bpayment=\(self "https:\/\/js\.stripe\.com"/)
      expect(headers.get('referrer-policy')).toMatch(/no-referrer|strict-origin/)
      expect(headers.get('x-powered-by') ?? headers.get('server')).toBeNull()
    },
  )

  it('whose address holds a token is never cached', async () => {
    for (const [method, path] of everyKind.filter(
      ([, each]) => /token|account$/.test(each) && each.includes('/'),
    )) {
      if (path === '/account' || path.startsWith('/newsletter/unsubscribe?')) continue
      const { headers } = await app.request(path, { method })
      expect(headers.get('cache-control'), path).toBe('no-store')
    }
  })

  it('crawlers are told to skip every emailed link', async () => {
    const robots = await (await app.request('/robots.txt')).text()
    for (const folder of ['/card/', '/gift/', '/review/', '/handover/', '/mail/', '/account', '/admin'])
      expect(robots).toContain(`\nDisallow: ${folder}\n`)
    for (const link of ['/mail/stop/x', '/newsletter/confirm/x'])
      expect([link, (await app.request(link)).headers.get('x-robots-tag')]).toEqual([link, 'noindex'])
  })

  it('buttons on the pages behind emailed links send their origin, which no-referrer would hide', async () => {
    for (const link of [
      '/mail/stop/x',
      '/mail/delay/x',
      '/mail/my-data/x',
      '/mail/right-email/x',
      '/mail/manage/x',
    ])
      expect([link, (await app.request(link)).headers.get('referrer-policy')]).toEqual([
        link,
        'strict-origin',
      ])
  })

  it('no other site can sign someone in, answer an email’s question, or request someone’s data', async () => {
    const paths = ['/api/auth/login', '/api/auth/second-step', '/api/auth/passkey/start', '/api/auth/passkey']
    for (const path of [
      ...paths,
      '/mail/delay/x',
      '/mail/my-data/x',
      '/mail/right-email/x',
      '/mail/manage/x',
    ]) {
      const status = async (headers: Record<string, string>) =>
        (await app.request(path, { method: 'POST', headers })).status
      for (const [name, value] of [
        ['origin', 'https://elsewhere.example'],
        ['sec-fetch-site', 'same-site'],
      ] as const)
        expect([path, name, await status({ [name]: value })]).toEqual([path, name, 403])
      // Behind a proxy the shop is asked at another address than the one visitors know.
      expect([path, await status({ origin: 'https://shop.example' })]).not.toEqual([path, 403])
      // An address typed or opened directly comes from no site.
      expect([path, await status({ 'sec-fetch-site': 'none' })]).not.toEqual([path, 403])
    }
  })
})

it('a shop without HTTPS sends no HSTS', async () => {
  const test = await createTestShop()
  const { headers } = await test.app.request('/health')
  expect(headers.get('strict-transport-security')).toBeNull()
  await test.close()
})
