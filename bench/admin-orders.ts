import { sql } from 'drizzle-orm'
import pino from 'pino'
import { addUpFigures, readDashboard } from '../server/admin/dashboard/read-dashboard.ts'

import { readHealth } from '../server/admin/health/read-health.ts'
import { listMails } from '../server/admin/mails/mails.ts'
import { getOrder } from '../server/admin/orders/get-order.ts'
import { findOrders, listOrders, type OrderFilter } from '../server/admin/orders/list-orders.ts'

import { listPromises } from '../server/admin/promises/list-promises.ts'
import type { Shop } from '../server/shop/shop.ts'
import { insertOrders } from '../test/many-orders.ts'
import { startPostgres } from '../test/postgres.ts'
import type { Row } from './bench.ts'
import { checkPlans } from './check-plans.ts'
import { insertClub } from './insert-club.ts'
import { shopInThisProcess } from './shop-in-this-process.ts'

const count = 1_000_000
/** Milliseconds that a screen may take on the server (issue 5). */
const limit = 100
const runs = 15
const newest = new Date('2026-11-21T15:00:00Z')

const pages: [string, OrderFilter][] = [
  ['first page', {}],
  ['by number', { search: 'BC-0050-0123' }],
  ['by name', { search: 'Maya Ellison' }],
  ['by the beginning of a name', { search: 'ma' }],
  ['by city and state', { search: 'Portland, OR' }],
  ['by street and ZIP code', { search: '777 alder street 97209' }],
  ['by e-mail prefix', { search: 'buyer77777' }],
  ['status', { status: 'processing' }],
  ['gifts of a month', { recipientType: 'gift', from: '2026-10-01', to: '2026-10-31' }],
  ['plan', { plan: '12-months' }],
  ['cancelled gifts of a plan', { status: 'cancelled', recipientType: 'gift', plan: '12-months' }],
]

/** The desk's screens with a million orders in PostgreSQL, each call whole, and the plan of each statement in it. */
export async function benchAdminOrders(): Promise<Row[]> {
  const postgres = await startPostgres()
  const url = postgres.url('postgres')
  const local = await shopInThisProcess(url, pino({ level: 'silent' }))
  const shop: Shop = { ...local.shop, now: () => newest }
  await insertOrders(shop.db, count, newest)
  await insertClub(shop.db, newest)
  await shop.db.execute(sql`vacuum analyze`)
  const begun = performance.now()
  await addUpFigures(shop)
  const added = performance.now() - begun
  const rows: Row[] = []
  for (const [what, call] of await screens(shop)) rows.push(await measure(url, what, call))
  rows.push({
    what: 'a million orders: adding up the dashboard, in the background, s',
    ours: (added / 1000).toFixed(1),
    peer: 'once in ten minutes',
    ratio: (added / 600_000).toFixed(3),
    limitedBy: 'reading every membership, payment and box once',
  })
  await local.close()
  await postgres.stop()
  return rows
}

async function screens(shop: Shop): Promise<[string, () => Promise<unknown>][]> {
  let cursor: string | undefined
  for (let page = 1; page < 1000; page++) cursor = (await findOrders(shop, {}, 50, cursor)).nextCursor!
  const { ids } = await findOrders(shop, { plan: '12-months' }, 1)
  return [
    ...pages.map(
      ([what, filter]) =>
        [what, () => listOrders(shop, filter, { role: 'owner' })] as [string, () => Promise<unknown>],
    ),
    ['page 1,000', () => listOrders(shop, { cursor: cursor! }, { role: 'owner' })],
    ['one order', () => getOrder(shop, { orderId: ids[0]! })],
    ['dashboard', () => readDashboard(shop, {})],
    ['mails', () => listMails(shop, {})],
    ['mails of a kind that is rare', () => listMails(shop, { kind: 'payment-without-order' })],
    ['health', () => readHealth(shop)],
    ['what is due today', () => listPromises(shop, {})],
  ]
}

async function measure(url: string, what: string, call: () => Promise<unknown>): Promise<Row> {
  const { questions, whole } = await checkPlans(url, call)
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const begun = performance.now()
    await call()
    times.push(performance.now() - begun)
  }
  const milliseconds = times.sort((a, b) => a - b)[Math.floor(runs / 2)]!
  return {
    what: `a million orders: ${what}, ms`,
    ours: milliseconds.toFixed(1),
    peer: `at most ${limit}`,
    ratio: (milliseconds / limit).toFixed(2),
    limitedBy: `${questions} questions to the database, ${whole.length > 0 ? `which read all of ${whole.join(', ')}` : 'all by an index'}`,
    isBroken: milliseconds > limit || whole.length > 0,
  }
}
