import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountContracts } from '../../domain/account/contracts.ts'
import { adminContracts } from '../../domain/admin/contracts.ts'
import type { Contract } from '../../domain/contract.ts'
import { endpoints } from '../../domain/endpoints.ts'
import { signIn } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'

/** What answers besides the calls: pages and files for people, and what a monitor or a provider asks. */
const noCalls = [
  'GET /health',
  'GET /ready',
  'GET /health/shop',
  'GET /metrics',
  'POST /webhooks/easypost',
  'POST /webhooks/ses',
  'POST /webhooks/postmark',
  'POST /webhooks/stripe',
  'POST /csp-reports',
  'GET /og/:kind{belts|boxes}/:name',
  'GET /og/:folder{uploaded|pictures}/:name',
  'GET /uploaded/:name',
  'GET /card/:token',
  'GET /card/:token/done',
  'GET /card/demo/:customerId',
  'POST /card/demo/:customerId',
  // forms that work without a script
  'POST /contact',
  'POST /newsletter/subscribe',
  'GET /newsletter/confirm/:token',
  'POST /newsletter/confirm/:token',
  'GET /newsletter/unsubscribe/:token',
  'POST /newsletter/unsubscribe',
  'POST /newsletter/unsubscribe/:token',
  'GET /mail/stop/:token',
  'POST /mail/stop/:token',
  'GET /mail/manage/:token',
  'GET /mail/delay/:token',
  'POST /mail/delay/:token',
  'POST /mail/manage/:token',
  'GET /mail/my-data/:token',
  'POST /mail/my-data/:token',
  'GET /mail/right-email/:token',
  'POST /mail/right-email/:token',
  'GET /gift/:token',
  'POST /gift/:token',
  'GET /strap/:token',
  'GET /measuring-tape-a4.pdf',
  'GET /measuring-tape-letter.pdf',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /letters/rss.xml',
  'GET /site.webmanifest',
  // the document itself
  'GET /api/openapi.json',
]

let test: TestShop
// biome-ignore lint/suspicious/noExplicitAny: a document of another standard
let document: any
beforeAll(async () => {
  test = await createTestShop()
  document = (await (await signIn(test, 'viewer')).get('/api/admin/openapi.json')).body
})
afterAll(() => test.close())

describe('the OpenAPI document', () => {
  it('shows strangers only the admin’s sign-in calls', async () => {
    expect((await test.app.request('/api/admin/openapi.json')).status).toBe(401)
    const open = (await (await test.app.request('/api/openapi.json')).json()) as typeof document
    const ofAdmin = Object.keys(open.paths).filter((path) => /^\/api\/(admin|auth)/.test(path))
    expect(ofAdmin.sort()).toEqual([
      '/api/auth/login',
      '/api/auth/passkey',
      '/api/auth/passkey/start',
      '/api/auth/second-step',
    ])
    expect(open.paths['/api/create-payment-intent']).toEqual(document.paths['/api/create-payment-intent'])
    expect(open.paths['/api/account']).toEqual(document.paths['/api/account'])
  })

  it('has every call route of the running shop, and no other', () => {
    const routes = test.app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`)
    const described = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(described).toContain('POST /api/auth/login')
    expect([...described, ...noCalls].sort()).toEqual([...new Set(routes)].sort())
  })

  it('describes every call with its body and reply', () => {
    expect(document.openapi).toBe('3.1.0')
    for (const endpoint of Object.values(endpoints)) {
      const [method, path] = endpoint.split(' ') as [string, string]
      const call = document.paths[path][method.toLowerCase()]
      expect(call.requestBody.content['application/json'].schema.type).toBe('object')
      expect(call.responses['200'].content['application/json'].schema.type).toBe('object')
    }
    const intent =
      document.paths['/api/create-payment-intent'].post.requestBody.content['application/json'].schema
    expect(intent.properties.cartItems.items.properties.planId.type).toBe('string')
    for (const [name, { endpoint }] of Object.entries<Contract>({ ...adminContracts, ...accountContracts })) {
      const [method, path] = endpoint.split(' ') as [string, string]
      const call = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
      expect(call.operationId).toBe(name)
      const inPath = call.parameters.filter((each: { in: string }) => each.in === 'path')
      expect(inPath).toHaveLength(path.match(/:/g)?.length ?? 0)
    }
    const { parameters } = document.paths['/api/admin/audit'].get
    expect(parameters.some(({ required }: { required: boolean }) => required)).toBe(false)
    const days = document.paths['/api/admin/sales-tax/report'].get.parameters
    expect(days.map(({ name, required }: { name: string; required: boolean }) => [name, required])).toEqual([
      ['from', true],
      ['to', true],
    ])
  })

  it('describes every reply completely, except audit log contents', () => {
    const open: string[] = []
    for (const [path, methods] of Object.entries<Record<string, { responses: object }>>(document.paths))
      for (const { responses } of Object.values(methods)) findOpen(responses, path, open)
    expect([...new Set(open)]).toEqual([
      '/api/admin/audit.200.content.application/json.schema.properties.lines.items.properties.before',
      '/api/admin/audit.200.content.application/json.schema.properties.lines.items.properties.after',
    ])
  })
})

/** Schemas below `node` that take anything. */
function findOpen(node: unknown, at: string, found: string[]) {
  if (typeof node !== 'object' || node === null || /\.[45]XX$/.test(at)) return
  for (const [key, value] of Object.entries(node)) {
    const isSchema = key === 'schema' || key === 'items' || /\.(properties|anyOf|allOf|oneOf)$/.test(at)
    if (isSchema && Object.keys(value).length === 0) found.push(`${at}.${key}`)
    else findOpen(value, `${at}.${key}`, found)
  }
}
