import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { selfItem } from '../../test/carts.ts'
import { guestOrder } from '../../test/guest-order.ts'
import { startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'

let postgres: TestPostgres
let shop: ShopProcess
beforeAll(async () => {
  postgres = await startPostgres()
  shop = await startShopProcess({ env: { DATABASE_URL: postgres.url('postgres'), LOG_LEVEL: 'fatal' } })
})
afterAll(async () => {
  await shop.stop()
  removeData(shop.dataDir)
  await postgres.stop()
})

const cart = [selfItem('monthly')]
const home = () => fetch(`${shop.address}/`)
async function post(path: string, body: unknown) {
  const answer = await fetch(`${shop.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
}

// Some seconds: a database stops and starts again, and a whole shop.
it('while the database is down, pages still show, calls say when to retry, and a started payment finishes later', async () => {
  expect((await home()).status).toBe(200)
  const { clientSecret } = (await post('/api/create-payment-intent', { cartItems: cart })).body
  const card = { clientSecret, cardNumber: '4242 4242 4242 4242', expiration: '12 / 30', securityCode: '123' }
  const { paymentIntentId } = (
    await post('/api/demo-payments/confirm', { ...card, email: 'maya@example.com' })
  ).body

  const said = shop.output()

  await postgres.goAway()
  expect((await home()).status).toBe(200)
  expect((await fetch(`${shop.address}/_.data`)).status).toBe(503)
  expect((await fetch(`${shop.address}/cart`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${shop.address}/health`)).status).toBe(200)
  expect((await fetch(`${shop.address}/ready`)).status).toBe(503)
  const refused = await post('/api/orders/guest', guestOrder(cart, paymentIntentId, 'maya@example.com'))
  expect(refused).toMatchObject({ status: 503, retryAfter: '10', body: { code: 'database_away' } })
  expect(refused.body.message).toMatch(/please don’t pay again/i)

  await postgres.comeBack()
  await vi.waitFor(async () => expect((await fetch(`${shop.address}/ready`)).status).toBe(200), 60_000)
  const order = await post('/api/orders/guest', guestOrder(cart, paymentIntentId, 'maya@example.com'))
  expect(order.status).toBe(200)
  expect(order.body.orderNumber).toMatch(/^BC-/)
  // All output goes through the log, which redacts (server/shop/log.ts) and is silent here.
  expect(shop.output().slice(said.length)).not.toMatch(/error|failed|select |maya@/i)
})
