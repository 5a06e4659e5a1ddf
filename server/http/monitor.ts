import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { Gauge, type Registry } from 'prom-client'
import { countsOf } from '../../db/database.ts'
import { checkoutStatus, membershipStatus } from '../../db/schema/states.ts'
import { healthContracts } from '../../domain/admin/setting-contracts.ts'
import { readHealth } from '../admin/health/read-health.ts'
import { backupFacts } from '../backup/tend-backups.ts'
import { alarmIds, redLines, watchFacts } from '../health/watch-lines.ts'
import { hostOf } from '../shop/address.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { shopCounts } from '../telemetry/shop-counts.ts'
import { callerOf } from './api.ts'
import { sendReply } from './call-input.ts'

/**
 * GET /health/shop: the admin's health page as JSON for a monitor (club-rules.md "Health"); 503 while something is wrong.
 * It requires MONITOR_TOKEN as a bearer token, because it tells how the shop is doing. Without one set, it's a 404.
 */
export function mountMonitor(app: Hono, shop: Shop) {
  app.get('/health/shop', async (context, next) => {
    if (shop.config.monitorToken === null) return next()
    if (!isMonitor(shop, context)) {
      return context.json({ message: 'Send MONITOR_TOKEN as a bearer token.' }, 401)
    }
    const health = await readHealth(shop)
    context.status(health.state === 'bad' ? 503 : 200)
    context.header('cache-control', 'no-store')
    return sendReply(shop, context, healthContracts.readHealth, health)
  })
}

/** Whether a request carries MONITOR_TOKEN as its bearer token. */
function isMonitor(shop: Shop, context: Context): boolean {
  const given = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1] ?? ''
  const { monitorToken } = shop.config
  return monitorToken !== null && timingSafeEqual(digest(given), digest(monitorToken))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Milliseconds that counted values are reused: many scrapes share one query. */
const countedFor = 10_000
/** Milliseconds the count may take: Prometheus gives up after ten seconds (scrape_timeout). */
const soonEnough = 3_000

/** What is counted for one scrape. */
type Counted = { figures: Record<keyof typeof gauges, number>; labeled: Record<keyof typeof labeled, Labels> }
/** Values of a metric by its label. */
type Labels = Iterable<readonly [string, number]>

/** Figures an owner cares about, counted from the database on request: the same in every process. */
function shopGauges(shop: Shop, registry: Registry) {
  let counted: { at: number; values: Promise<Counted | null> } | null = null
  const now = () => {
    // If the database is down, process metrics are still reported: that's when people look at them.
    if (!counted || performance.now() - counted.at > countedFor)
      counted = { at: performance.now(), values: soon(count(shop)).catch(() => null) }
    return counted.values
  }
  for (const [name, help] of Object.entries(gauges)) {
    new Gauge({
      name: `shop_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set((await now())?.figures[name as keyof typeof gauges] ?? Number.NaN)
      },
    })
  }
  for (const [name, { help, label }] of Object.entries(labeled)) {
    new Gauge({
      name: `shop_${name}`,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        this.reset()
        for (const [of, value] of (await now())?.labeled[name as keyof typeof labeled] ?? [])
          this.set({ [label]: of }, value)
      },
    })
  }
  new Gauge({
    name: 'shop_database_up',
    help: 'Whether the figures of the shop could be counted: 1, or 0 while the database does not answer',
    registers: [registry],
    async collect() {
      this.set((await now()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'shop_disk_free_bytes',
    help: 'Bytes that this process may still write on the disk of its data folder; NaN where nobody can say',
    registers: [registry],
    async collect() {
      this.set((await shop.diskFree()) ?? Number.NaN)
    },
  })
}

/** The values if they arrive in time; null if the database takes longer. */
function soon<T>(values: Promise<T>): Promise<T | null> {
  let tooLate: NodeJS.Timeout | undefined
  const patience = new Promise<null>((resolve) => {
    tooLate = setTimeout(resolve, soonEnough, null)
  })
  return Promise.race([values, patience]).finally(() => clearTimeout(tooLate))
}

const gauges = {
  orders_today: 'Orders of the shop’s day',
  payments_without_order: 'Payments that have waited for their order longer than the repairs need',
  checkouts_open: 'Carts on their way through payment',
  memberships_active: 'Memberships that are active',
  renewals_expected: 'Renewals that are due and not yet seen',
  renewals_failing: 'Memberships whose card was declined',
  refunds_open: 'Refunds that the provider has not confirmed',
  boxes_late: 'Boxes that have not left although their drop’s ship-by has passed',
  boxes_held: 'Boxes that wait for a size, an address, a belt or a bank',
  mails_due: 'Emails that are due and not yet sent',
  mails_failing: 'Emails whose last attempt failed',
  mails_oldest_seconds: 'How long the email has waited that is due the longest, whatever its tries',
  events_oldest_seconds: 'How long the provider’s event has waited that came first',
  processes: 'Processes of the shop that give signs of life',
  backup_verified_age_seconds: 'How long ago the newest backup was taken that was verified; NaN without one',
  processes_missing: 'Processes that stopped without a goodbye, and that no other has replaced',
} as const

const labeled = {
  alarm: {
    label: 'line',
    help: 'Whether a line of the health page is red of which the owner is told: 1 or 0',
  },
  queue_waiting: { label: 'queue', help: 'Items that wait in a queue' },
  queue_oldest_seconds: { label: 'queue', help: 'How long the oldest has waited since it was made or due' },
  work_silence_seconds: {
    label: 'part',
    help: 'How long ago a part of the background work last ended a round well, where that is longest',
  },
} as const

async function count(shop: Shop): Promise<Counted> {
  const counts = shopCounts(shop)
  const today = shopDay(shop)
  const counted = await countsOf(shop.db, {
    orders_today: sql`select count(*) from orders where created_at >= (${today}::date::timestamp at time zone ${shop.config.timeZone})`,
    checkouts_open: sql`select count(*) from checkouts where status in ${checkoutStatus.list('open')}`,
    memberships_active: sql`select count(*) from memberships where status in ${membershipStatus.list('active')}`,
    renewals_expected: counts.renewalsExpected,
    renewals_failing: counts.renewalsFailing,
    refunds_open: sql`select (${counts.refundsOpen}) + (${counts.refundsFailed})`,
    boxes_late: counts.boxesLate,
    boxes_held: counts.boxesHeld,
    mails_failing: sql`select count(*) from outbox where sent_at is null and last_error is not null`,
  })
  const facts = await watchFacts(shop)
  const { queues, processes } = facts
  const red = new Set((await redLines(shop, facts)).map(({ id }) => id))
  const { verified } = await backupFacts(shop)
  const each = Object.entries(queues)
  return {
    figures: {
      ...counted,
      payments_without_order: queues.payments.late + queues.orders.late,
      mails_due: queues.mails.waiting + queues.notices.waiting,
      mails_oldest_seconds: seconds(Math.max(queues.mails.oldest, queues.notices.oldest)),
      events_oldest_seconds: seconds(queues.events.oldest),
      processes: processes.running.length,
      backup_verified_age_seconds: seconds(
        shop.now().getTime() - (verified?.takenAt?.getTime() ?? Number.NaN),
      ),
      processes_missing: processes.missing.length,
    },
    labeled: {
      alarm: alarmIds.map((id) => [id, red.has(id) ? 1 : 0]),
      queue_waiting: each.map(([name, { waiting }]) => [name, waiting]),
      queue_oldest_seconds: each.map(([name, { oldest }]) => [name, seconds(oldest)]),
      work_silence_seconds: [...processes.silence].map(([part, silent]) => [part, seconds(silent)]),
    },
  }
}

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000)

/** Headers that proxies and CDNs add to a request (RFC 9110 §7.6.3, RFC 7239, and older ones). */
const ofProxies = /^(x-forwarded-.+|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/

/**
 * GET /metrics for Prometheus (design: beside /health and /ready). It tells how the shop is doing, so it requires
 * MONITOR_TOKEN as a bearer token. Without that setting it only answers programs on this machine that connect directly
 * and by a local host name: behind a local proxy, every stranger has a local address.
 */
export function mountMetrics(app: Hono, shop: Shop, metrics: Metrics) {
  shopGauges(shop, metrics.registry)
  app.get('/metrics', async (context) => {
    const isForwarded =
      shop.config.trustProxy || Object.keys(context.req.header()).some((name) => ofProxies.test(name))
    const isHere =
      !isForwarded &&
      /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostOf(context.req.raw).hostname) &&
      /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+|)$/.test(callerOf(shop, context).address)
    const mayRead = shop.config.monitorToken === null ? isHere : isMonitor(shop, context)
    if (!mayRead) return context.json({ message: 'Send MONITOR_TOKEN as a bearer token.' }, 401)
    const text = await metrics.registry.metrics()
    return context.text(text, 200, {
      'content-type': metrics.registry.contentType,
      'cache-control': 'no-store',
    })
  })
}
