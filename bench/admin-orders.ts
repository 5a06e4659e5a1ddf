import { sql } from 'drizzle-orm'
import pino from 'pino'
import type { Database } from '../db/database.ts'
import { findOrders, ordersPage } from '../server/admin/orders/find-orders.ts'
import { listOrders } from '../server/admin/orders/list-orders.ts'
import type { OrderFilter } from '../server/admin/orders/order-filter.ts'
import { insertOrders } from '../test/many-orders.ts'
import { startPostgres } from '../test/postgres.ts'
import type { Row } from './bench.ts'
import { shopInThisProcess } from './shop-in-this-process.ts'

const count = 1_000_000
/** Milliseconds that a page may take on the server (issue 5). */
const limit = 100
const runs = 15
const newest = new Date('2026-11-21T15:00:00Z')

const pages: [string, OrderFilter][] = [
  ['first page', {}],
  ['by number', { search: 'BC-0050-0123' }],
  ['by name', { search: 'Maya Ellison' }],
  ['by the beginning of a name', { search: 'ma' }],
  ['by e-mail prefix', { search: 'buyer77777' }],
  ['status', { status: 'processing' }],
  ['gifts of a month', { recipientType: 'gift', from: '2026-10-01', to: '2026-10-31' }],
  ['plan', { plan: '12-months' }],
  ['cancelled gifts of a plan', { status: 'cancelled', recipientType: 'gift', plan: '12-months' }],
]

/** The desk's list with a million orders in PostgreSQL: each page whole, with customers, items, addresses and counts. */
export async function benchAdminOrders(): Promise<Row[]> {
  const postgres = await startPostgres()
  const local = await shopInThisProcess(postgres.url('postgres'), pino({ level: 'silent' }))
  const { shop } = local
  await insertOrders(shop.db, count, newest)
  for (const table of ['orders', 'order_words', 'order_items', 'shipping_info']) {
    await shop.db.execute(sql.raw(`vacuum analyze ${table}`))
  }
  const rows: Row[] = []
  for (const [what, filter] of pages) {
    const milliseconds = await median(() => listOrders(shop, filter))
    rows.push(await row(shop.db, what, milliseconds, ordersPage(shop, filter, 51)))
  }
  let cursor: string | undefined
  for (let page = 1; page < 1000; page++) cursor = (await findOrders(shop, {}, 50, cursor)).nextCursor!
  const milliseconds = await median(() => listOrders(shop, { cursor: cursor! }))
  rows.push(await row(shop.db, 'page 1,000', milliseconds, ordersPage(shop, {}, 51, cursor)))
  await local.close()
  await postgres.stop()
  return rows
}

async function row(
  db: Database,
  what: string,
  milliseconds: number,
  statement: ReturnType<typeof ordersPage>,
): Promise<Row> {
  const plan = JSON.stringify(await db.execute(sql`explain ${statement}`))
  const scans = /Seq Scan on (\w+)/.exec(plan)
  if (scans) throw new Error(`${what}: reads the whole of ${scans[1]}`)
  return {
    what: `a million orders: ${what}, ms`,
    ours: milliseconds.toFixed(1),
    peer: `at most ${limit}`,
    ratio: (milliseconds / limit).toFixed(2),
    limitedBy: 'the database: four questions a page, all by an index',
  }
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)]!
}
