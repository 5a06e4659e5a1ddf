import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  alarms,
  boxes,
  checkouts,
  curationRuns,
  letters,
  outbox,
  parcels,
  settings,
  shopNotices,
} from '../../db/schema.ts'
import { usualRhythm } from '../../domain/backup-plan.ts'
import type { NoticeKind } from '../../domain/shop-notice.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { faultyPayments } from '../../test/faulty-payments.ts'
import { mailsIn } from '../../test/mails-in.ts'
import { join } from '../../test/members.ts'
import { demoPayments } from '../adapters/demo-payments.ts'
import { ownHalf } from '../backup/backup-plan.ts'
import { makeSealKey } from '../backup/seal.ts'
import { askForBackup, tendBackups } from '../backup/tend-backups.ts'
import { reconcile } from '../checkout/reconcile.ts'
import { handleEvents } from '../events/handle-events.ts'
import { storeEvents } from '../events/store-events.ts'
import { noteRefusal, watchPages, watchSelf } from '../health/self-watch.ts'
import { type AlarmId, alarmIds, redLines, watchLines } from '../health/watch-lines.ts'
import { receiveMails } from '../inbox/receive-mails.ts'
import { draftLetter } from '../letters/draft-letter.ts'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { writeSetting } from '../settings/settings.ts'
import { DamagedBackup } from '../shop/backup-place.ts'
import { MailDeferred } from '../shop/mailer.ts'
import { sayGoodbye, Watch } from '../watch/beat.ts'
import { parts } from '../watch/parts.ts'
import { startWatchdog } from '../watch/watchdog.ts'
import { lookForAlarms, oneBeat } from './alarms.ts'

const minute = 60_000
const token = 'a monitor of sixteen'
let test: TestShop
let provider: ReturnType<typeof faultyPayments>
/** A process of the shop whose every round ends well. */
let healthy: Watch
beforeAll(async () => {
  test = await createTestShop({
    env: { MONITOR_TOKEN: token, POSTAL_ADDRESS: '12 Canal St, Portland, OR 97201' },
    payments: (config, now) => (provider = faultyPayments(demoPayments(lazyDatabase, now, () => {}, config))),
  })
  await join(test, [selfItem('monthly')])
  healthy = new Watch('healthy:3000', test.clock.now)
  await pass(5)
})
afterAll(() => test.close())
// The demo provider is made before the shop is.
const lazyDatabase = new Proxy({} as TestShop['shop']['db'], {
  get: (_, key) => Reflect.get(test.shop.db, key),
})

/** Lets time pass in which every loop does its rounds, and the healthy process gives its signs of life. */
async function pass(minutes: number, step = 1) {
  for (let each = 0; each * step < minutes; each++) {
    test.clock.advance(step * minute)
    await handleEvents(test.shop)
    await drainOutbox(test.shop)
    if (each % 3 === 2) await reconcile(test.shop)
    for (const part of Object.keys(parts)) healthy.ended(part as keyof typeof parts)
    await oneBeat(test.shop, healthy)
  }
}

const red = async () => (await redLines(test.shop)).map(({ id }) => id)
async function gauge(line: AlarmId): Promise<number> {
  // A scrape's figures are kept for seconds; a second shop has none yet.
  const scraper = (await import('../app.ts')).createApp({ shop: test.shop, database: test.database })
  const answer = await scraper.request('/metrics', { headers: { authorization: `Bearer ${token}` } })
  return Number(new RegExp(`^shop_alarm\\{line="${line}"\\} (\\d)$`, 'm').exec(await answer.text())?.[1])
}

type Fault = {
  /** minutes in which somebody is told */
  within: number
  make(): Promise<unknown>
  mend(): Promise<unknown>
  /** minutes after which it is over, if not the next */
  over?: number
}

let made: string
/** How each alarm comes about in a real shop, and how it ends. */
const faults: Record<AlarmId, Fault> = {
  'payments-without-order': {
    within: 5,
    async make() {
      const cart = [selfItem('monthly')]
      const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
      const paid = (await test.pay(clientSecret)).body.paymentIntentId
      await test.shop.db.execute(sql`create function refuse_orders() returns trigger language plpgsql as
        $$ begin raise exception 'no room for orders'; end $$`)
      await test.shop.db.execute(
        sql`create trigger refuse_orders before insert on orders for each row execute function refuse_orders()`,
      )
      const { status, body } = await test.order(cart, paid)
      expect([status, body.code]).toEqual([503, 'order_delayed'])
      expect(body.message).toContain('your payment is safe')
      made = test.clock.now().toISOString()
    },
    async mend() {
      const [row] = await test.shop.db.select().from(checkouts).where(sql`owed_since is not null`)
      // However often it was tried since.
      expect(row!.owedSince!.toISOString()).toBe(made)
      expect(row!.lastError).toBe('no room for orders')
      await test.shop.db.execute(sql`drop function refuse_orders cascade`)
    },
    over: 3,
  },
  mails: {
    within: 10,
    async make() {
      test.mailbox.refuse(new Error('connect ECONNREFUSED 127.0.0.1:25'))
      await test.post('/api/newsletter/subscribe', { email: 'lee@example.com', source: 'footer' })
    },
    mend: async () => test.mailbox.refuse(null),
    over: 15,
  },
  'mails-refused': {
    within: 31,
    async make() {
      test.mailbox.refuse(new MailDeferred('450 4.7.1 account suspended'))
      for (const name of ['ann', 'bob', 'cyd'])
        await test.post('/api/newsletter/subscribe', { email: `${name}@example.com`, source: 'footer' })
    },
    mend: async () => test.mailbox.refuse(null),
    over: 60,
  },
  'notices-late': {
    within: 121,
    // As if nobody claimed it: its loop is stuck in every process.
    async make() {
      const at = test.clock.now()
      await test.shop.db.insert(outbox).values({
        ...{ kind: 'box-shipped', subjectId: 'x', dueAt: at, runAt: at, attempts: 1 },
      })
      await test.shop.db.execute(sql`update outbox set run_at = 'infinity' where fact = 'x'`)
    },
    mend: () => test.shop.db.delete(outbox).where(eq(outbox.subjectId, 'x')),
  },
  'jobs-late': {
    within: 6,
    async make() {
      provider.fail('fetch', 'before', 1_000)
      const about = { kind: 'payment', id: 'pi_unreachable' } as const
      const type = 'payment_intent.succeeded'
      await storeEvents(test.shop, [{ id: 'evt_1', type, about, createdAt: test.clock.now() }])
    },
    mend: async () => provider.mend(),
    over: 15,
  },
  'letters-late': {
    within: 31,
    async make() {
      await draftLetter(test.shop)
      await test.shop.db.update(letters).set({ state: 'scheduled', sendAt: test.clock.now() })
    },
    mend: () => test.shop.db.delete(letters),
  },
  'labels-late': {
    within: 361,
    async make() {
      const [box] = await test.shop.db.select().from(boxes).limit(1)
      const at = test.clock.now()
      await test.shop.db.insert(parcels).values({
        ...{ boxId: box!.id, label: 'quoted', shipmentId: 'shp_1', ounces: 16 },
        ...{ buyingAt: at, createdAt: at },
      })
    },
    mend: () => test.shop.db.delete(parcels),
  },
  'curation-stuck': {
    within: 121,
    async make() {
      const at = test.clock.now()
      await test.shop.db
        .insert(curationRuns)
        .values({ drop: '2026-12', isAutomatic: true, startedAt: at, seenAt: at })
    },
    mend: () => test.shop.db.delete(curationRuns),
  },
  'work-late': {
    within: 6,
    // A second process, whose letters hang.
    async make() {
      stuck = new Watch('stuck:3000', test.clock.now)
      const dog = startWatchdog(test.shop, stuck, { limit: 20 })
      for (const part of Object.keys(parts)) stuck.ended(part as keyof typeof parts)
      await oneBeat(test.shop, stuck)
      await dog.attempt('letters', () => new Promise(() => {}))
      stuckBeats = true
    },
    async mend() {
      stuckBeats = false
      await sayGoodbye(test.shop, stuck!)
    },
  },
  processes: {
    within: 5,
    make: () => oneBeat(test.shop, new Watch('killed:3000', test.clock.now)),
    // Whatever supervises it starts it again.
    async mend() {
      const again = new Watch('killed:3000', test.clock.now)
      await oneBeat(test.shop, again)
      expect(await red()).toEqual([])
      await sayGoodbye(test.shop, again)
    },
  },
  'mailbox-read': {
    within: 16,
    async make() {
      test.shop.config = { ...test.shop.config, imapUrl: 'imaps://belts:sesame@imap.example/INBOX' }
      await receiveMails(test.shop, mailsIn(() => test.clock.now()).source)
    },
    async mend() {
      await receiveMails(test.shop, mailsIn(() => test.clock.now()).source)
      expect(await red()).toEqual([])
      test.shop.config = { ...test.shop.config, imapUrl: null }
    },
  },
  'money-compared': {
    within: 2 * 1_440 + 1,
    make: () =>
      test.shop.db.insert(settings).values({
        key: 'money-comparison',
        value: { done: { at: test.clock.now().toISOString(), count: 0, compared: {}, found: [] } },
      }),
    mend: () => test.shop.db.delete(settings).where(eq(settings.key, 'money-comparison')),
  },
  'noticed-stood-still': {
    within: 1,
    async make() {
      const watch = watchSelf(test.shop, async () => new Response('<title>A page</title>'), 0)
      // Of its own time: the machine of a test may be busy.
      const busy = process.cpuUsage()
      const used = () => Object.values(process.cpuUsage(busy)).reduce((sum, each) => sum + each) / 1e6
      while (used() < 3.2);
      await vi.waitFor(async () => expect(await test.shop.db.$count(shopNotices)).toBe(1), 5_000)
      watch.stop()
    },
    mend: () => pass(62, 2.5),
  },
  'noticed-page-lost': {
    within: 1,
    make: () =>
      watchPages(test.shop, async (path) =>
        path === '/belts'
          ? new Response('<title>Page Not Found</title>')
          : new Response(`<title>${path === '/nobody-has-this-page' ? 'Page Not Found' : path}</title>`),
      ),
    mend: () => pass(62, 2.5),
  },
  'noticed-refused-often': {
    within: 1,
    async make() {
      for (let each = 0; each < 1_100; each++) noteRefusal(test.shop, '203.0.113.9')
      const isNoticed = async () => expect(await noticesOf('refused often')).toBe(1)
      await vi.waitFor(isNoticed, 5_000)
    },
    mend: () => pass(62, 2.5),
  },
  backups: {
    within: 2 * 1_440,
    // Nobody makes any: its loop is stuck in every process.
    make: () => planBackups(),
    async mend() {
      await tendBackups(test.shop)
      expect(await red()).toEqual([])
      await test.shop.db.delete(settings).where(eq(settings.key, 'backupPlan'))
    },
  },
  'backup-damaged': {
    within: 1,
    async make() {
      await planBackups()
      test.shop.backups.tryRestore = () => Promise.reject(new DamagedBackup('orders has 3 rows of 4.'))
      await askForBackup(test.shop, 'backup', 'an owner')
      await tendBackups(test.shop)
    },
    async mend() {
      test.shop.backups.tryRestore = restored
      await askForBackup(test.shop, 'backup', 'an owner')
      await tendBackups(test.shop)
      expect(await red()).toEqual([])
      await test.shop.db.delete(settings).where(eq(settings.key, 'backupPlan'))
    },
  },
  'disk-free': {
    within: 1,
    make: async () => {
      test.shop.diskFree = async () => 63 * 1024 * 1024
    },
    mend: async () => {
      test.shop.diskFree = async () => null
    },
  },
}
const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-alarms-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const restored = async () => ({ rows: 1, orders: 1, into: 'embedded' as const })
async function planBackups() {
  test.shop.backups.tryRestore = restored
  const { recipient } = await makeSealKey()
  const keys = { recipient, madeAt: '', ...ownHalf(test.shop, await makeSealKey()) }
  await writeSetting(test.shop, 'backupKey', keys)
  const since = test.clock.now().toISOString()
  await writeSetting(test.shop, 'backupPlan', { ...usualRhythm, place: { kind: 'folder', folder }, since })
}
const noticesOf = (kind: NoticeKind) => test.shop.db.$count(shopNotices, eq(shopNotices.kind, kind))
let stuck: Watch | null = null
let stuckBeats = false

describe.each(alarmIds)('the alarm %s', (id) => {
  const { within, make, mend, over = 1 } = faults[id]

  it(`is heard within ${within} minutes of its fault, once, and ends with it`, async () => {
    test.mails.length = 0
    // What the last fault left behind is tried again within the hour.
    for (let minutes = 0; minutes < 70 && (await red()).length > 0; minutes += 5) await pass(5, 2.5)
    expect(await red()).toEqual([])
    await make()
    let told = false
    // Asleep for most of a long wait.
    const asleep = Math.max(0, within - 12)
    test.clock.advance(asleep * minute)
    for (let minutes = asleep; minutes < within && !told; minutes++) {
      await pass(1)
      if (stuckBeats) await keepStuck()
      told = (await red()).includes(id)
    }
    expect(told).toBe(true)
    await lookForAlarms(test.shop)
    expect(await gauge(id)).toBe(1)
    const about = (await test.shop.db.select().from(outbox)).filter(({ subjectId }) =>
      subjectId.startsWith(`${id}:`),
    )
    expect(about).toHaveLength(1)
    const monitor = await test.app.request('/health/shop', { headers: { authorization: `Bearer ${token}` } })
    expect(monitor.status).toBe(503)
    await mend()
    await pass(over)
    expect(await red()).not.toContain(id)
    await lookForAlarms(test.shop)
    const open = (await test.shop.db.select().from(alarms)).filter(({ endedAt }) => !endedAt)
    expect(open.map((each) => each.id)).not.toContain(id)
    expect(await gauge(id)).toBe(0)
    await test.shop.db.delete(outbox)
  })
})

async function keepStuck() {
  for (const part of Object.keys(parts)) if (part !== 'letters') stuck!.ended(part as keyof typeof parts)
  await oneBeat(test.shop, stuck!)
}

it('a day’s sales, slow mails and restarts is no alarm', async () => {
  const { shop, clock } = test
  for (let hour = 0; hour < 8; hour++) {
    await join(test, [selfItem('monthly')])
    // One address is greylisted for an hour, and one process is replaced by another.
    test.mailbox.refuse(hour === 7 ? new MailDeferred('450 4.2.1 try later') : null)
    if (hour % 4 === 3) {
      await sayGoodbye(shop, healthy)
      healthy = new Watch(`healthy:${3000 + hour}`, clock.now)
      await oneBeat(shop, healthy)
      expect(await red()).toEqual([])
    }
    await pass(60, 2.5)
    expect(await red(), `hour ${hour}`).toEqual([])
  }
  expect((await watchLines(shop)).filter(({ state }) => state === 'bad')).toEqual([])
})
