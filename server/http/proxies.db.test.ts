import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { readHealth } from '../admin/health/read-health.ts'

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
