import { globSync } from 'node:fs'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectServer } from '../../db/connect-server.ts'
import { boxes, demoIntents, orders, users } from '../../db/schema.ts'
import { selfItem } from '../../test/carts.ts'
import { freePort } from '../../test/free-port.ts'
import { startFront } from '../../test/front-nginx.ts'
import type { FrontProxy } from '../../test/front-proxy.ts'
import { guestOrder } from '../../test/guest-order.ts'
import { startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { sized } from '../../test/random.ts'
import { newDataDir, removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'

const migrations = path.resolve(import.meta.dirname, '../../db/migrations')
const rounds = sized(1, 5)
/** Milliseconds between two looks of a visitor; buyers make none, so that some request is always under way. */
const pause = 50
const password = 'twelve saddle stitches'
// As of one shop, whichever process answers.
const site = 'http://belts.example'

let postgres: TestPostgres
let ports: number[]
let shops: ShopProcess[]
let dataDir: string
let front: FrontProxy
let env: Record<string, string>

beforeAll(async () => {
  postgres = await startPostgres()
  env = {
    DATABASE_URL: postgres.url('postgres'),
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    PUBLIC_URL: site,
    SECRETS_KEY: Buffer.alloc(32, 'one for all').toString('base64'),
  }
  ports = [await freePort(), await freePort(), await freePort()]
  // At once, on an empty database: one migrates and creates the first admin, the others wait.
  dataDir = newDataDir()
  shops = await Promise.all(ports.map(open))
  front = await startFront(ports)
})
afterAll(async () => {
  await front.close()
  for (const shop of shops) await shop.stop()
  removeData(dataDir)
  await postgres.stop()
})

const open = (port: number) => startShopProcess({ dataDir, env: { ...env, PORT: `${port}` } })

// Three starts of the shop, and purchases all the while.
it('three processes replaced one by one lose no request, and sell everything once', {
  timeout: 900_000,
}, async () => {
  let isOver = false
  const failures: string[] = []
  let pages = 0
  let buyers = 0
  const numbers: string[] = []

  async function ask(what: string, init?: RequestInit) {
    const answer = await fetch(`${front.address}${what}`, init).catch((error: Error) => error)
    if (answer instanceof Error || answer.status >= 400) {
      failures.push(
        `${what}: ${answer instanceof Error ? answer.message : `${answer.status} ${await answer.text()}`}`,
      )
      return null
    }
    return answer
  }
  async function post(what: string, body: unknown) {
    const answer = await ask(what, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return answer ? ((await answer.json()) as Record<string, string>) : null
  }
  async function browse() {
    while (!isOver) {
      await (await ask('/'))?.text()
      await (await ask('/cart'))?.text()
      pages += 2
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  async function buy() {
    while (!isOver) {
      const email = `buyer${++buyers}@example.com`
      const cart = [selfItem('monthly', { shippingDetails: { ...selfItem().shippingDetails!, email } })]
      const started = await post('/api/create-payment-intent', { cartItems: cart })
      const paid = started && (await post('/api/demo-payments/confirm', card(started.clientSecret!)))
      const order = paid && (await post('/api/orders/guest', guestOrder(cart, paid.paymentIntentId!, email)))
      if (order) numbers.push(order.orderNumber!)
    }
  }
  async function replaceAll() {
    for (let round = 0; round < rounds; round++) {
      for (const [index, port] of ports.entries()) {
        await shops[index]!.stop()
        shops[index] = await open(port)
      }
    }
    isOver = true
  }
  await Promise.all([replaceAll(), browse(), buy(), buy()])

  expect(failures).toEqual([])
  expect(pages).toBeGreaterThan(5)
  expect(numbers.length).toBeGreaterThan(5)
  expect(new Set(numbers).size).toBe(numbers.length)
  const database = await connectServer(postgres.url('postgres'), migrations)
  const paid = await database.db.select().from(demoIntents).where(eq(demoIntents.status, 'succeeded'))
  const made = await database.db.select().from(orders)
  const [counted] = await database.db.select({ boxes: sql<number>`count(*)::int` }).from(boxes)
  const admins = await database.db.select().from(users)
  await database.close()
  expect(made.map((order) => order.stripePaymentIntentId).sort()).toEqual(paid.map((each) => each.id).sort())
  expect(made.map((order) => order.orderNumber)).toEqual(expect.arrayContaining(numbers))
  expect(counted!.boxes).toBe(made.length)
  expect(admins).toHaveLength(1)
  await mailsAre(made.length)
})

it('a page cached by a browser or CDN is valid for every process, and none resends it', async () => {
  const first = await fetch(`${front.address}/`)
  expect(first.headers.get('cache-control')).toBe(
    'public, max-age=0, s-maxage=5, must-revalidate, stale-while-revalidate=60',
  )
  const kept = { 'if-none-match': first.headers.get('etag')! }
  const text = await first.text()
  const [, asset] = /src="(\/assets\/[^"]+\.js)"|href="(\/assets\/[^"]+\.js)"/.exec(text) ?? []
  for (const { address } of [front, ...shops]) {
    const again = await fetch(`${address}/`, { headers: kept })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('etag')).toBe(kept['if-none-match'])
    if (asset) {
      const file = await fetch(`${address}${asset}`)
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      await file.text()
    }
  }
})

it('a session started in one process works in the others, and ends everywhere at once', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ username: 'admin', password })
  const signedIn = await fetch(`${shops[0]!.address}/api/auth/login`, { method: 'POST', headers, body })
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!
  const me = (shop: ShopProcess) => fetch(`${shop.address}/api/auth/me`, { headers: { cookie } })
  for (const shop of shops) expect((await me(shop)).status).toBe(200)
  await fetch(`${shops[1]!.address}/api/auth/logout`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: '{}',
  })
  for (const shop of shops) expect((await me(shop)).status).toBe(401)
})

const card = (clientSecret: string) => ({
  clientSecret,
  cardNumber: '4242 4242 4242 4242',
  expiration: '12 / 30',
  securityCode: '123',
  email: 'maya@example.com',
})

/** One email per order, whichever of the three sent it. */
async function mailsAre(count: number) {
  const mails = () => globSync('mail/*_order-confirmation_*.json', { cwd: dataDir }).length
  for (let round = 0; round < 600 && mails() < count; round++)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(mails()).toBe(count)
}
