import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

const token = 'a'.repeat(43)
const provider = /^\/(webhooks\/|csp-reports)/
const linked = [`/mail/stop/${token}`, `/newsletter/confirm/${token}`, `/newsletter/unsubscribe/${token}`]

/** Every address that takes a write, as the app has them mounted. */
const writes = () =>
  test.app.routes
    .filter(({ method, path }) => !['GET', 'ALL', 'HEAD'].includes(method) && !path.includes('*'))
    .map(({ method, path }) => ({ method, path: path.replace(/:\w+(\{[^}]*\})?/g, token) }))

const send = (path: string, method: string, headers: Record<string, string>) =>
  test.app.request(path, { method, headers: { 'content-type': 'application/json', ...headers }, body: '{}' })

it('another site can make a browser write nothing, wherever it tries', async () => {
  const own = writes().filter(
    ({ path }) => !provider.test(path) && !linked.includes(path) && path !== '/newsletter/unsubscribe',
  )
  expect(own.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/contact', '/api/newsletter/subscribe', '/api/create-payment-intent']),
  )
  for (const { method, path } of own)
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'https://localhost.evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost' },
    ]) {
      const { status } = await send(path, method, headers as Record<string, string>)
      expect([path, headers, status]).toEqual([path, headers, 403])
    }
})

it('the shop’s own pages, programs, providers and email apps write as before', async () => {
  for (const headers of [
    {},
    { origin: 'http://localhost' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
  ])
    expect((await send('/api/contact', 'POST', headers as Record<string, string>)).status).toBe(400)
  for (const path of linked)
    for (const headers of [{}, { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }])
      expect((await send(path, 'POST', headers as Record<string, string>)).status).toBeLessThan(400)
  for (const { method, path } of writes().filter((each) => provider.test(each.path)))
    expect((await send(path, method, { origin: 'https://provider.example' })).status).not.toBe(403)
})
