import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { outbox } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'

const token = 'a monitor of our own'
let test: TestShop
beforeAll(async () => {
  test = await createTestShop({ env: { MONITOR_TOKEN: token } })
})
afterAll(() => test.close())

const scrape = (authorization = `Bearer ${token}`) =>
  test.app.request('/metrics', { headers: { authorization } })

describe('what a monitor is told', () => {
  it('orders, and mails that are due', async () => {
    const cart = [selfItem('monthly')]
    const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
    await test.order(cart, (await test.pay(clientSecret)).body.paymentIntentId)
    const text = await (await scrape()).text()
    expect(text).toContain('\nshop_orders_today 1\n')
    expect(text).toContain('\nshop_memberships_active 1\n')
    expect(text).toContain('\nshop_database_up 1\n')
    const due = (await test.shop.db.select().from(outbox)).length
    expect(text).toContain(`\nshop_mails_due ${due}\n`)
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="POST",route="\/api\/orders\/guest",status="2xx"\} 1\n/,
    )
  })

  it('how much room the disk of the data folder has, and that nobody can say', async () => {
    test.shop.diskFree = async () => 5 * 1024 ** 3
    expect(await (await scrape()).text()).toContain('\nshop_disk_free_bytes 5368709120\n')
    test.shop.diskFree = async () => null
    expect(await (await scrape()).text()).toMatch(/\nshop_disk_free_bytes nan\n/i)
  })

  it('what the process knows of itself while the database is away', async () => {
    const away = await createTestShop()
    away.shop.diskFree = async () => 0
    await away.close()
    const answer = await away.app.request('/metrics')
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toMatch(/\nshop_orders_today nan\n/i)
    expect(text).toContain('\nshop_database_up 0\n')
    expect(text).toContain('\nshop_disk_free_bytes 0\n')
  })

  it('the same while the database takes the question and never answers', async () => {
    const frozen = await createTestShop()
    const { db } = frozen.shop
    frozen.shop.db = new Proxy(db, {
      get: (target, key) => (key === 'execute' ? () => new Promise(() => {}) : Reflect.get(target, key)),
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = frozen.app.request('/metrics')
    await vi.advanceTimersByTimeAsync(3_000)
    vi.useRealTimers()
    expect(await (await answer).text()).toContain('\nshop_database_up 0\n')
    await frozen.close()
  })

  it('is told to nobody without its token', async () => {
    expect((await scrape('Bearer somebody')).status).toBe(401)
    expect((await test.app.request('/metrics')).status).toBe(401)
  })

  it('never holds what stands in an address, which may be the token of somebody’s link', async () => {
    await test.app.request('/card/a-token-of-somebody')
    await test.app.request('/somewhere/else-of-somebody')
    const text = await (await scrape()).text()
    expect(text).not.toContain('of-somebody')
    expect(text).toContain('route="/card/:token",status="4xx"')
  })

  it('without a token set is told on this machine alone', async () => {
    const plain = await createTestShop()
    expect((await plain.app.request('/metrics')).status).toBe(200)
    for (const [name, value] of [
      ['x-forwarded-for', '203.0.113.9'],
      ['X-Forwarded-Proto', 'https'],
      ['X-Forwarded-Host', 'shop.example'],
      ['Forwarded', 'for=203.0.113.9'],
      ['Via', '1.1 somewhere'],
      ['X-Real-IP', '127.0.0.1'],
    ] as const)
      expect((await plain.app.request('/metrics', { headers: { [name]: value } })).status, name).toBe(401)
    expect((await plain.app.request('http://shop.example/metrics')).status).toBe(401)
    await plain.close()
    // A proxy that adds nothing stands in front all the same, where the owner said so.
    const behind = await createTestShop({ env: { TRUST_PROXY: '1' } })
    expect((await behind.app.request('/metrics')).status).toBe(401)
    await behind.close()
  })
})

describe('a call', () => {
  it('is answered with an id of ours, whatever a stranger sends', async () => {
    const answer = await test.app.request('/api/openapi.json', {
      headers: { 'x-request-id': 'planted-by-me' },
    })
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f]{8}-/)
  })
})
