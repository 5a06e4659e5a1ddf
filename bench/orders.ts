import pg from 'pg'
import pino from 'pino'
import { handleEvents } from '../server/events/handle-events.ts'
import { drainOutbox } from '../server/outbox/drain-outbox.ts'
import { selfItem } from '../test/carts.ts'
import { guestOrder } from '../test/guest-order.ts'
import { startPostgres } from '../test/postgres.ts'
import { removeData, startShopProcess } from '../test/shop-process.ts'
import type { Row } from './bench.ts'
import { recordStatements, replay } from './record-sql.ts'
import { shopInThisProcess } from './shop-in-this-process.ts'

const purchases = 400
const atOnce = 8
const [maxStatements, maxWithMail] = [14, 24]

/** Whole purchases over HTTP on PostgreSQL against the very statements they send, sent by the driver alone. */
export async function benchOrders(): Promise<Row[]> {
  const postgres = await startPostgres()
  const url = postgres.url('postgres')
  const shop = await startShopProcess({ env: { DATABASE_URL: url, LOG_LEVEL: 'silent' } })
  await each(purchases / 4, () => buyOverHttp(shop.address))
  const ours = await each(purchases, () => buyOverHttp(shop.address))
  await shop.stop()
  removeData(shop.dataDir)

  const local = await shopInThisProcess(url, pino({ level: 'silent' }))
  const send = (path: string, body: unknown) =>
    local.app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const buyHere = async () => void (await buy(async (path, body) => (await send(path, body)).json()))
  const statements = await recordStatements(buyHere)
  const after = await recordStatements(async () => {
    await handleEvents(local.shop)
    await drainOutbox(local.shop)
  })
  await local.close()
  const clients = await Promise.all(Array.from({ length: atOnce }, () => connected(url)))
  const theirs = await each(purchases, (worker) => replay(clients[worker]!, statements))
  await Promise.all(clients.map((client) => client.end()))
  await postgres.stop()
  return [
    atMost('statements of a purchase, the demo provider among them', statements.length, maxStatements),
    atMost('the same with its event and its mail', statements.length + after.length, maxWithMail),
    {
      what: 'purchases over HTTP on PostgreSQL (3 calls each), per second',
      ours: ours.toFixed(0),
      peer: `${theirs.toFixed(0)} the same ${statements.length} statements, driver alone`,
      ratio: (ours / theirs).toFixed(2),
      limitedBy: 'round trips to the database: one statement waits for the one before',
    },
  ]
}

function atMost(what: string, ours: number, limit: number): Row {
  return {
    what,
    ours: String(ours),
    peer: `at most ${limit}`,
    ratio: (ours / limit).toFixed(2),
    limitedBy: 'round trips to the database: one statement waits for the one before',
    isBroken: ours > limit,
  }
}

type Post = (
  path: string,
  body: unknown,
) => Promise<{ clientSecret: string; paymentIntentId: string; orderNumber: string }>

async function buy(post: Post) {
  const cart = [selfItem('6-months')]
  const { clientSecret } = await post('/api/create-payment-intent', { cartItems: cart })
  const card = {
    cardNumber: '4242424242424242',
    expiration: '12/30',
    securityCode: '123',
    email: 'maya@example.com',
  }
  const { paymentIntentId } = await post('/api/demo-payments/confirm', { clientSecret, ...card })
  const { orderNumber } = await post(
    '/api/orders/guest',
    guestOrder(cart, paymentIntentId, 'maya@example.com'),
  )
  if (!orderNumber) throw new Error('a purchase gave no order')
}

function buyOverHttp(address: string) {
  return buy(async (path, body) => {
    const response = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Awaited<ReturnType<Post>>
  })
}

/** How many a second, `atOnce` side by side. Each worker does its own share one after another. */
async function each(count: number, work: (worker: number) => Promise<void>): Promise<number> {
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async (_, worker) => {
      for (let done = 0; done < count / atOnce; done++) await work(worker)
    }),
  )
  return count / ((performance.now() - begun) / 1000)
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
