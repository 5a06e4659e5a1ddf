import http from 'node:http'
import pg from 'pg'
import pino from 'pino'
import { handleEvents } from '../server/events/handle-events.ts'
import { drainOutbox } from '../server/outbox/drain-outbox.ts'
import { selfItem } from '../test/carts.ts'
import { guestOrder } from '../test/guest-order.ts'
import { startPostgres } from '../test/postgres.ts'
import { removeData, startShopProcess } from '../test/shop-process.ts'
import { memoryOf, processorOf, processorOfAll } from './processor.ts'
import { recordStatements, replay } from './record-sql.ts'
import { atLeast, atMost, type Row } from './row.ts'
import { shopInThisProcess } from './shop-in-this-process.ts'

const purchases = 1_200
const atOnce = 8
/** What a purchase may take: statements, those with its event and its mail, and milliseconds of processor on either side. */
const [maxStatements, maxWithMail, maxProcessor] = [11, 16, 5]
/** Megabytes of a shop on PostgreSQL before anybody came, and after all of this. */
const [maxIdle, maxAfter] = [120, 250]
const waits = 'round trips to the database: one statement waits for the one before'

/** Whole purchases over HTTP on PostgreSQL against the very statements they send, sent by the driver alone. */
export async function benchOrders(): Promise<Row[]> {
  const postgres = await startPostgres()
  const url = postgres.url('postgres')
  const shop = await startShopProcess({ env: { DATABASE_URL: url, LOG_LEVEL: 'silent' } })
  // The first repairs of a start are over by then.
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const idle = memoryOf(shop.pid).now
  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce })
  const buyOverHttp = () => buy((path, body) => post(agent, shop.address + path, body))
  await each(purchases / 4, buyOverHttp)
  await countRows(url)
  const [nodeBefore, postgresBefore] = [processorOf(shop.pid), processorOfAll(postgres.pid())]
  const ours = await each(purchases, buyOverHttp)
  const milliseconds = (seconds: number) => (seconds / purchases) * 1_000
  const ofNode = milliseconds(processorOf(shop.pid) - nodeBefore)
  const ofPostgres = milliseconds(processorOfAll(postgres.pid()) - postgresBefore)
  const after = memoryOf(shop.pid)
  agent.destroy()
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
  const goOn = async () => {
    await handleEvents(local.shop)
    await drainOutbox(local.shop)
  }
  // What the shop left when it was stopped isn't this purchase's.
  await goOn()
  const statements = await recordStatements(buyHere)
  const all = [...statements, ...(await recordStatements(goOn))]
  await local.close()
  const clients = await Promise.all(Array.from({ length: atOnce }, () => connected(url)))
  const theirs = await each(purchases, (worker) => replay(clients[worker]!, all))
  const { rows } = await clients[0]!.query('select count(*)::int as orders from orders')
  // The warm-up, ours, the one that was recorded, and theirs: a peer that writes no orders is no peer.
  if (rows[0].orders !== purchases * 2.25 + 1) throw new Error(`there are ${rows[0].orders} orders`)
  await Promise.all(clients.map((client) => client.end()))
  await postgres.stop()
  return [
    atMost('statements of a purchase, the demo provider among them', statements.length, maxStatements, waits),
    atMost('the same with its event and its mail', all.length, maxWithMail, waits),
    {
      ...atLeast('purchases over HTTP on PostgreSQL (3 calls each), per second', ours, theirs * 0.7, waits),
      peer: `${theirs.toFixed(0)} the same ${all.length} statements, driver alone; at least 0.7`,
      ratio: (ours / theirs).toFixed(2),
    },
    atMost(
      'processor of a purchase with its event and mail, Node, ms',
      ofNode,
      maxProcessor,
      'three calls, their JSON and SQL, and a mail',
    ),
    atMost(
      'the same, PostgreSQL, ms',
      ofPostgres,
      maxProcessor,
      '39 foreign keys, the triggers of an order and 16 trips',
    ),
    atMost('memory of a shop on PostgreSQL before anybody came, MB', idle, maxIdle, 'the code itself'),
    atMost(
      `memory after ${(purchases * 1.25).toLocaleString('en')} purchases, MB`,
      after.now,
      maxAfter,
      `the garbage collector; the most was ${after.peak.toFixed(0)}`,
    ),
  ]
}

type Reply = { clientSecret: string; paymentIntentId: string; orderNumber: string }
type Post = (path: string, body: unknown) => Promise<Reply>

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

/** Plain Node: fetch() would take as much processor from the shop as the shop takes itself. */
function post(agent: http.Agent, url: string, body: unknown): Promise<Reply> {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      let answer = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        answer += chunk
      })
      response.on('end', () => resolve(JSON.parse(answer) as Reply))
    })
    request.on('error', reject)
    request.end(text)
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

/**
 * What PostgreSQL does by itself within a minute, and this whole measurement takes half of one: until it knows how many rows there
 * are, it reads tables whole by plans that it made while they were empty.
 */
async function countRows(url: string) {
  const client = await connected(url)
  await client.query('vacuum analyze')
  await client.end()
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
