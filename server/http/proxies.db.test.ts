import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { readHealth } from '../admin/health/read-health.ts'
import { parseConfig } from '../shop/config.ts'
import { noteCaller, proxyWarning } from '../shop/proxy-warning.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const line = async () => (await readHealth(shop.shop)).lines.find(({ id }) => id === 'visitors-apart')

test('Health tells the owner about an untrusted proxy, and what to set', async () => {
  expect((await line())?.state).toBe('good')
  await shop.post(
    '/api/newsletter/subscribe',
    { email: 'maya@example.com', source: 'footer' },
    { 'x-forwarded-for': '203.0.113.9' },
  )
  expect(await line()).toMatchObject({ state: 'bad', advice: expect.stringContaining('TRUST_PROXY') })
})

test('a single address that everybody comes from is told as a proxy, two are not, and neither is this machine', () => {
  const seenFrom = (publicUrl: string, ...addresses: string[]) => {
    const one = { ...shop.shop, config: parseConfig({ PUBLIC_URL: publicUrl, ALLOW_DEMO: '1' }) }
    for (let call = 0; call < 300; call++) noteCaller(one, addresses[call % addresses.length]!, undefined)
    return proxyWarning(one)
  }
  expect(seenFrom('https://belts.example', '10.0.0.7')).toContain('All 300 calls so far came from 10.0.0.7')
  expect(seenFrom('https://belts.example', '10.0.0.7', '203.0.113.9')).toBeNull()
  expect(seenFrom('http://localhost:3000', '127.0.0.1')).toBeNull()
  expect(seenFrom('http://belts.example', '10.0.0.7')).not.toBeNull()
})

test('a proxy that TRUST_PROXY names is nothing to warn of', () => {
  const env = { PUBLIC_URL: 'https://belts.example', ALLOW_DEMO: '1', TRUST_PROXY: '1' }
  const behind = { ...shop.shop, config: parseConfig(env) }
  noteCaller(behind, '203.0.113.9', '203.0.113.9')
  expect(proxyWarning(behind)).toBeNull()
})
