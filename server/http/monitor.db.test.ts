import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { parseConfig } from '../shop/config.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop({ env: { MONITOR_TOKEN: 'a monitor of sixteen' } })
})
afterAll(() => test.close())

const ask = (authorization?: string) =>
  test.app.request('/health/shop', authorization ? { headers: { authorization } } : {})

it('gives a monitor with the token the shop’s state, and 503 when something is wrong', async () => {
  const good = await ask('Bearer a monitor of sixteen')
  expect(good.status).toBe(200)
  expect(await good.json()).toMatchObject({ state: 'good', lines: expect.any(Array) })
  // What can wait for the morning wakes nobody.
  test.shop.diskFree = async () => 1023 * 1024 * 1024
  const watch = await ask('Bearer a monitor of sixteen')
  expect([watch.status, ((await watch.json()) as { state: string }).state]).toEqual([200, 'watch'])
  test.mailbox.refuse(new Error('mailbox full'))
  await test.post('/api/newsletter/subscribe', { email: 'lee@example.com', source: 'footer' })
  await test.work()
  test.clock.advance(24 * 3_600_000)
  expect((await ask('Bearer a monitor of sixteen')).status).toBe(503)
})

it('warns of a filling disk, and reports a full one', async () => {
  const mega = 1024 * 1024
  const readings = [
    [null, 'unknown', 'good'],
    [1536 * mega, '1.5 GB', 'good'],
    [1024 * mega, '1 GB', 'good'],
    [1024 * mega - 1, '1023 MB', 'watch'],
    [64 * mega, '64 MB', 'watch'],
    [64 * mega - 1, '63 MB', 'bad'],
  ] as const
  for (const [free, value, state] of readings) {
    test.shop.diskFree = async () => free
    const { lines } = (await (await ask('Bearer a monitor of sixteen')).json()) as Told
    const found = lines.find((each) => each.id === 'disk-free')
    expect(found).toMatchObject({ value, state })
    expect(found?.advice).toMatch(state === 'good' ? /^$/ : /larger disk/)
  }
})

type Told = { lines: { id: string; advice: string }[] }

it('refuses everyone else, and doesn’t exist without the setting', async () => {
  expect((await ask()).status).toBe(401)
  expect((await ask('Bearer wrong')).status).toBe(401)
  test.shop.config = parseConfig({})
  expect((await ask('Bearer a monitor of sixteen')).status).toBe(404)
})
