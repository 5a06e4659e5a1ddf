import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { countsOf } from '../../db/database.ts'
import { orders, outbox } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { queueFacts } from '../watch/queues.ts'
import { shopCounts } from './shop-counts.ts'

const token = 'a monitor of our own'
let test: TestShop
beforeAll(async () => {
  test = await createTestShop({ env: { MONITOR_TOKEN: token } })
})
afterAll(() => test.close())

const scrape = (authorization = `Bearer ${token}`) =>
  test.app.request('/metrics', { headers: { authorization } })

describe('the metrics', () => {
  it('show orders and due emails', async () => {
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

  it('count today’s orders by the shop’s clock, not by Greenwich', async () => {
    const { db } = test.shop
    // Figures are kept for ten seconds.
    const soFar = performance.now()
    vi.useFakeTimers({ toFake: ['performance'] })
    vi.advanceTimersByTime(soFar)
    try {
      for (const [orderedAt, count] of [
        ['2026-11-21T04:59:59Z', 0],
        ['2026-11-21T05:00:00Z', 1],
      ] as const) {
        await db.update(orders).set({ createdAt: new Date(orderedAt) })
        vi.advanceTimersByTime(11_000)
        expect(await (await scrape()).text(), orderedAt).toContain(`\nshop_orders_today ${count}\n`)
      }
    } finally {
      vi.useRealTimers()
    }
  })

  it('count only what has waited too long, nothing scheduled for later', async () => {
    const { db } = test.shop
    const counts = () => countsOf(db, shopCounts(test.shop))
    const queues = () => queueFacts(test.shop)
    const before = await queues()
    const at = (minutes: number) =>
      sql`${new Date(test.clock.now().getTime() + minutes * 60_000).toISOString()}::timestamptz`
    // One that can't be finished is tried again every few minutes; that moves nothing that counts.
    const owe = async (minutes: number) => {
      await db.execute(sql`update checkouts set status = 'completing', updated_at = ${at(0)}`)
      await db.execute(sql`update orders set created_at = ${at(minutes)}`)
    }
    await owe(-9)
    expect((await queues()).orders).toMatchObject({ waiting: 1, late: 0, oldest: 9 * 60_000 })
    await owe(-11)
    expect((await queues()).orders).toMatchObject({ waiting: 1, late: 1, oldest: 11 * 60_000 })
    await db.execute(sql`update checkouts set status = 'done'`)
    await db.execute(sql`insert into refunds (payment_id, amount, created_at)
      select id, 1, ${at(-9)} from membership_payments union all select id, 2, ${at(-11)} from membership_payments`)
    expect((await counts()).refundsOpen).toBe(1)
    await db.execute(sql`delete from refunds`)
    await db
      .insert(outbox)
      .values({ kind: 'gift-progress', subjectId: 'later', runAt: at(60), dueAt: at(60) })
    expect(await queues()).toMatchObject({ mails: before.mails, notices: before.notices })
    await db.delete(outbox).where(eq(outbox.subjectId, 'later'))
    const hold = (kind: string) =>
      db.execute(sql`update boxes set state = 'held', hold_reason = 'size', kind = ${kind},
        payment_id = case when ${kind} = 'owed' then (select id from membership_payments) end,
        value = case when ${kind} = 'owed' then 69.50 else 0 end`)
    await hold('owed')
    expect((await counts()).boxesHeld).toBe(1)
    // One in place of another waits for its exchange, which is shown apart.
    await hold('replacement')
    expect((await counts()).boxesHeld).toBe(0)
    await hold('owed')
    await db.execute(sql`update boxes set state = 'owed', hold_reason = null`)
    const now = test.clock.now().toISOString()
    test.clock.set('2026-12-05T17:00:00Z')
    expect((await counts()).boxesLate, 'on its ship-by day').toBe(0)
    test.clock.set('2026-12-06T17:00:00Z')
    expect((await counts()).boxesLate).toBe(1)
    // The owner lets it leave later.
    await db.execute(
      sql`insert into drops (drop, cut_off_at, ship_by) values ('2026-12', '2026-12-01', '2026-12-10')`,
    )
    expect((await counts()).boxesLate).toBe(0)
    await db.execute(sql`delete from drops where drop = '2026-12'`)
    test.clock.set(now)
    await db.execute(sql`update memberships set status = 'past_due', past_due_since = '2026-11-20'`)
    expect((await counts()).renewalsFailing).toBe(1)
    // Canceled meanwhile: nothing is charged anymore, so nothing fails.
    await db.execute(sql`update memberships set renews = false`)
    expect((await counts()).renewalsFailing).toBe(0)
    await db.execute(sql`update memberships set status = 'active', past_due_since = null, renews = true`)
  })

  it('show free disk space, or that it is unknown', async () => {
    test.shop.diskFree = async () => 5 * 1024 ** 3
    expect(await (await scrape()).text()).toContain('\nshop_disk_free_bytes 5368709120\n')
    test.shop.diskFree = async () => null
    expect(await (await scrape()).text()).toMatch(/\nshop_disk_free_bytes nan\n/i)
  })

  it('show process data while the database is down', async () => {
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

  it('show the same while the database hangs', async () => {
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

  it('are refused without the token', async () => {
    expect((await scrape('Bearer somebody')).status).toBe(401)
    expect((await test.app.request('/metrics')).status).toBe(401)
  })

  it('never include an address, which may hold someone’s token', async () => {
    await test.app.request('/card/a-token-of-somebody')
    await test.app.request('/somewhere/else-of-somebody')
    const text = await (await scrape()).text()
    expect(text).not.toContain('of-somebody')
    expect(text).toContain('route="/card/:token",status="4xx"')
    await test.app.request('/mail/delay/another-of-somebody')
    expect(await (await scrape()).text()).toContain('route="/mail/delay/:token",status="4xx"')
  })

  it('without a token set are served on this machine only', async () => {
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
    // A proxy that adds nothing is still in front when the owner said so.
    const behind = await createTestShop({ env: { TRUST_PROXY: '1' } })
    expect((await behind.app.request('/metrics')).status).toBe(401)
    await behind.close()
  })
})

describe('a request', () => {
  it('gets our ID, whatever a stranger sends', async () => {
    const answer = await test.app.request('/api/openapi.json', {
      headers: { 'x-request-id': 'planted-by-me' },
    })
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f]{8}-/)
  })

  it('keeps the id of the owner’s own proxy, and nothing else that could stand in the log', async () => {
    const behind = await createTestShop({ env: { TRUST_PROXY: '1' } })
    const idOf = async (given: string) => {
      const headers = { 'x-request-id': given }
      return (await behind.app.request('/api/openapi.json', { headers })).headers.get('x-request-id')
    }
    expect(await idOf('proxy-4711')).toBe('proxy-4711')
    for (const odd of ['a b c d e f g', 'short', 'x'.repeat(65)])
      expect(await idOf(odd), odd).toMatch(/^[\da-f]{8}-/)
    await behind.close()
  })

  it('that fails for a reason of ours is a warning in the log, under its id', async () => {
    const broken = await createTestShop()
    const warn = vi.spyOn(broken.shop.log, 'warn')
    broken.shop.db = null as never
    const answer = await broken.app.request('/api/newsletter/subscribe', {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ email: 'lee@example.com', source: 'footer' }),
    })
    expect(answer.status).toBe(500)
    const line = {
      requestId: answer.headers.get('x-request-id'),
      route: '/api/newsletter/subscribe',
      status: 500,
    }
    expect(warn).toHaveBeenCalledWith(expect.objectContaining(line), 'request')
    await broken.close()
  })
})
