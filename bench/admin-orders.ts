import { sql } from 'drizzle-orm'
import pino from 'pino'
import { listAudit } from '../server/admin/audit/list-audit.ts'
import { listBelts } from '../server/admin/belts/belts.ts'
import { aggregateFigures, readDashboard } from '../server/admin/dashboard/read-dashboard.ts'
import { listDropBoxes } from '../server/admin/drops/drop-boxes.ts'
import { listDrops } from '../server/admin/drops/drops.ts'
import { getDrop } from '../server/admin/drops/get-drop.ts'
import { listExchanges } from '../server/admin/exchanges/list-exchanges.ts'
import { readHealth } from '../server/admin/health/read-health.ts'
import { listMessages } from '../server/admin/inbox/messages.ts'
import { readThreadContext } from '../server/admin/inbox/thread-context.ts'
import { listMails } from '../server/admin/mails/mails.ts'
import { findOrders, type OrderFilter } from '../server/admin/orders/find-orders.ts'
import { getOrder } from '../server/admin/orders/get-order.ts'
import { listOrders } from '../server/admin/orders/list-orders.ts'
import { listPeople } from '../server/admin/people/find-people.ts'
import { getPerson } from '../server/admin/people/read-person.ts'
import { listReviews } from '../server/admin/reviews/reviews.ts'
import { listSubscribers } from '../server/admin/subscribers/subscribers.ts'
import { personIdOf } from '../server/members/member.ts'
import { listPromises } from '../server/promises/list-promises.ts'
import { type Shop, shopDay } from '../server/shop/shop.ts'
import { backgroundWork } from '../server/worker.ts'
import { startPostgres } from '../test/postgres.ts'
import { checkPlans } from './check-plans.ts'
import { fillAdmin } from './fill-admin.ts'
import { atMost, type Row } from './row.ts'
import { shopInThisProcess } from './shop-in-this-process.ts'

const count = Number(process.env.BENCH_ORDERS ?? 1_000_000)
/** Milliseconds a screen may take on the server (issue 5). */
const limit = 100
const runs = 15
/** Memberships that change between two summing runs in a busy shop, and the seconds a summing run may take. */
const [changed, maxAddUp] = [2_000, 2]
/** Milliseconds of what is added up when asked, and then kept for ten minutes. */
const maxSums = 1_000
/** Milliseconds of a check for notices that finds nothing, and of such a check in any other part of the worker. */
const [maxNotices, maxLook] = [50, 1_000]
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

/** The admin's screens with a million orders in PostgreSQL: each complete call, and the plan of each of its statements. */
export async function benchAdminOrders(): Promise<Row[]> {
  // PostgreSQL's default memory; no write-ahead log while filling.
  const postgres = await startPostgres([
    'shared_buffers=128MB',
    'max_wal_size=2GB',
    'wal_level=minimal',
    'max_wal_senders=0',
  ])
  const url = postgres.url('postgres')
  const local = await shopInThisProcess(url, pino({ level: 'silent' }))
  const shop: Shop = { ...local.shop, now: () => newest }
  const filled = await timed(() => fillAdmin(shop.db, count, newest))
  console.error(`filled in ${(filled / 1_000).toFixed(0)} s`)
  const first = await timed(() => aggregateFigures(shop))
  // As triggers record memberships that changed.
  await shop.db.execute(
    sql`insert into changed_memberships (membership_id) select id from memberships limit ${changed}`,
  )
  const added = await timed(() => aggregateFigures(shop))
  const rows: Row[] = [
    atMost(
      `a million orders: adding up what changed of ${changed.toLocaleString('en')} memberships, s`,
      added / 1_000,
      maxAddUp,
      `reading these; the first time, all of them: ${(first / 1_000).toFixed(0)} s`,
    ),
  ]
  // What the coming drop needs, which is then kept for ten minutes: the rows below measure screens that find it.
  const sums = await timed(() => readHealth(shop))
  rows.push(
    atMost(
      'a million orders: health, once in ten minutes, ms',
      sums,
      maxSums,
      'joining the boxes of a drop with all memberships',
    ),
  )
  for (const [what, call] of await screens(shop)) rows.push(await measure(url, what, call))
  rows.push(...(await background(url, shop)))
  await local.close()
  await postgres.stop()
  return rows
}

/** Every part of the worker after it has done what was due: what a check costs that finds nothing. */
async function background(url: string, shop: Shop): Promise<Row[]> {
  const rows: Row[] = []
  for (const [part, work] of Object.entries(backgroundWork)) {
    await work(shop)
    await shop.db.execute(sql`analyze`)
    const { questions, whole } = await checkPlans(url, () => work(shop))
    const times: number[] = []
    for (let run = 0; run < 5; run++) times.push(await timed(() => work(shop)))
    const milliseconds = Math.min(...times)
    const limit = part === 'notices to send' ? maxNotices : maxLook
    const row = atMost(
      `a million orders: “${part}” with nothing due, ms`,
      milliseconds,
      limit,
      saysOf(questions, whole),
    )
    rows.push({ ...row, isBroken: row.isBroken || whole.length > 0 })
  }
  return rows
}

const saysOf = (questions: number, whole: string[]) =>
  `${questions} statements, ${whole.length > 0 ? `which read all of ${whole.join(', ')}` : 'all by an index'}`

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function screens(shop: Shop): Promise<[string, () => Promise<unknown>][]> {
  let cursor: string | undefined
  for (let page = 1; page < 1000; page++) cursor = (await findOrders(shop, {}, 50, cursor)).nextCursor!
  const { ids } = await findOrders(shop, { plan: '12-months' }, 1)
  const owner = { role: 'owner', username: 'ana' } as const
  const palette = (search: string) =>
    Promise.all([
      listOrders(shop, { search, limit: 6 }, owner),
      listPeople(shop, { search, limit: 6 }),
      listBelts(shop, { search }),
    ])
  const drop = shopDay(shop).slice(0, 7)
  const [box] = (await listDropBoxes(shop, { drop })).boxes
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
    ['people heard of last', () => listPeople(shop, {})],
    ['people by the beginning of a name', () => listPeople(shop, { search: 'ma' })],
    ['people by city', () => listPeople(shop, { search: 'Portland' })],
    ['people by e-mail', () => listPeople(shop, { search: 'buyer77777@example.com' })],
    ['people by tracking number', () => listPeople(shop, { search: '9400 1118 9922 3197 4284 90' })],
    ['people by the last four of a box', () => listPeople(shop, { search: box!.reference.slice(-4) })],
    ['one person', () => getPerson(shop, { personId: personIdOf('buyer77777@example.com') })],
    ['the palette, by a name', () => palette('Maya Ellison')],
    ['the palette, by an order', () => palette('BC-0050-0123')],
    ['inbox', () => listMessages(shop, { state: 'open' }, owner)],
    ['inbox, what is done', () => listMessages(shop, { state: 'done' }, owner)],
    ['inbox, set aside', () => listMessages(shop, { state: 'aside' }, owner)],
    ['inbox, by a name', () => listMessages(shop, { state: 'all', search: 'Saito' }, owner)],
    ['inbox, by an order', () => listMessages(shop, { state: 'all', search: 'BC-0001-0124' }, owner)],
    ['inbox, the person beside', () => readThreadContext(shop, 'buyer77777@example.com')],
    ['drops', () => listDrops(shop, {})],
    ['a drop', () => getDrop(shop, { drop })],
    ['boxes of a drop', () => listDropBoxes(shop, { drop })],
    ['boxes of a drop, by a name', () => listDropBoxes(shop, { drop, search: 'Maya' })],
    ['boxes of a drop, by a last name', () => listDropBoxes(shop, { drop, search: 'Saito 77' })],
    ['boxes of a drop, by an order', () => listDropBoxes(shop, { drop, search: 'BC-0050-0123' })],
    ['exchanges', () => listExchanges(shop, { state: 'open' })],
    ['exchanges, all', () => listExchanges(shop, { state: 'all' })],
    ['reviews', () => listReviews(shop, { state: 'waiting' })],
    ['subscribers', () => listSubscribers(shop, {})],
    ['subscribers, by a name', () => listSubscribers(shop, { search: 'Saito' })],
    ['emails of one reader', () => listMails(shop, { search: 'buyer77777@example.com' })],
    ['emails, one state', () => listMails(shop, { state: 'failed' })],
    ['audit log', () => listAudit(shop, {})],
    ['audit log about an order', () => listAudit(shop, { about: 'BC-0050-0123' })],
    ['audit log about a person', () => listAudit(shop, { about: 'buyer77777@example.com' })],
    [
      'audit log of a month and an action',
      () => listAudit(shop, { action: 'order.status', from: '2026-10-01', to: '2026-10-31' }),
    ],
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
    limitedBy: saysOf(questions, whole),
    isBroken: milliseconds > limit || whole.length > 0,
  }
}
