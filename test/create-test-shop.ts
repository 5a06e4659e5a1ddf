import path from 'node:path'
import pino from 'pino'
import type { OpenDatabase } from '../db/database.ts'
import type { CartItem } from '../domain/cart.ts'
import { backupFolder } from '../server/adapters/backup-folder.ts'
import { demoCarrier } from '../server/adapters/demo-carrier.ts'
import { demoPayments } from '../server/adapters/demo-payments.ts'
import { s3Bucket } from '../server/adapters/s3-bucket.ts'
import { createApp } from '../server/app.ts'
import { restoreApart } from '../server/backup/restore-apart.ts'
import { handleEvents } from '../server/events/handle-events.ts'
import { drainOutbox } from '../server/mailing/drain-outbox.ts'
import type { Carrier } from '../server/shop/carrier.ts'
import { type Config, parseConfig } from '../server/shop/config.ts'
import type { Mail } from '../server/shop/mailer.ts'
import type { DemoConfirmation, Payments } from '../server/shop/payments.ts'
import { secretsBy } from '../server/shop/secrets.ts'
import type { Shop } from '../server/shop/shop.ts'
import { noTrace } from '../server/shop/trace.ts'
import { guestOrder } from './guest-order.ts'
import { openTestDatabase } from './open-test-database.ts'

/** A reply of the shop: status and parsed body. */
// biome-ignore lint/suspicious/noExplicitAny: tests read replies of every shape, and fail if one is wrong
export type Answer = { status: number; body: any }

export type TestShopOptions = {
  now?: string
  env?: Record<string, string>
  /** a provider other than the demo */
  payments?: (config: Config, now: () => Date) => Payments
  /** the carrier; absent: none, and labels come from elsewhere */
  carrier?: (database: OpenDatabase['db'], now: () => Date) => Carrier
  /** a database to use instead of a new one */
  database?: OpenDatabase
  /** the new database's kind, if not the project's */
  kind?: 'embedded' | 'postgres'
  /** connections to the new database: a test of concurrency needs as many as a shop has */
  connections?: number
}

/** Milliseconds for a bucket that doesn't answer. */
const quick = { silence: 500, pauses: [5, 5] }

/** A shop on its own database, with demo payments, a mailbox and a clock; no port and no worker. */
export async function createTestShop(options: TestShopOptions = {}) {
  const clock = testClock(options.now ?? '2026-11-21T15:00:00Z')
  const database = options.database ?? (await openTestDatabase(options.connections, options.kind))
  const config = parseConfig(options.env ?? {})
  const mails = mailbox()
  const pauses: number[] = []
  const shop: Shop = {
    db: database.db,
    payments: options.payments?.(config, clock.now) ?? demoPayments(database.db, clock.now, () => {}, config),
    carrier: options.carrier?.(database.db, clock.now) ?? null,
    mailer: mails,
    outside: {
      tell: async () => {
        throw new Error('no test calls outside addresses unless it says where')
      },
      beat: async () => {},
    },
    backups: {
      placeAt: (address) =>
        address.kind === 'folder'
          ? backupFolder(address)
          : s3Bucket(address, path.join(config.dataDir, 'backups'), quick),
      tryRestore: restoreApart(config, path.resolve(import.meta.dirname, '../db/migrations')),
    },
    now: clock.now,
    async pause(milliseconds) {
      pauses.push(milliseconds)
    },
    // Not the machine's real value: a test shouldn't depend on whether its disk is full.
    diskFree: async () => null,
    secrets: secretsBy(() => Buffer.alloc(32, 'key of tests')),
    config,
    log: pino({ level: 'silent' }),
    trace: noTrace,
    // A proof takes 300 ms of CPU at a shop's setting and 20 ms at this one; only `floods` asks for a full one.
    proofRounds: 1,
    async openScratch() {
      const scratch = await openTestDatabase(1, 'embedded')
      return {
        ...scratch,
        payments: (then) => demoPayments(scratch.db, then, () => {}, config),
        carrier: (then) => demoCarrier(scratch.db, then),
      }
    },
    wakeWorker: () => {},
  }
  const app = createApp({ shop, database })

  async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }

  return {
    shop,
    database,
    app,
    clock,
    mails: mails.mails,
    mailbox: mails,
    /** milliseconds the shop made its callers wait, one entry per call */
    pauses,
    post,
    /** what the demo's card form sends */
    pay: (clientSecret: string, changes: Partial<DemoConfirmation> = {}) =>
      post('/api/demo-payments/confirm', {
        clientSecret,
        cardNumber: '4242 4242 4242 4242',
        expiration: '12 / 30',
        securityCode: '123',
        email: 'maya@example.com',
        ...changes,
      }),
    /** what the browser sends after its payment succeeded */
    order: (cart: CartItem[], paymentIntentId: string, purchaserEmail = 'maya@example.com') =>
      post('/api/orders/guest', guestOrder(cart, paymentIntentId, purchaserEmail)),
    /** one round of the background work */
    async work() {
      await handleEvents(shop)
      await drainOutbox(shop)
    },
    close: () => database.close(),
  }
}

export type TestShop = Awaited<ReturnType<typeof createTestShop>>

/** A clock that stands still until it's moved. */
function testClock(iso: string) {
  let time = new Date(iso).getTime()
  return {
    now: () => new Date(time),
    set(next: string) {
      time = new Date(next).getTime()
    },
    advance(milliseconds: number) {
      time += milliseconds
    },
  }
}

/** A mailer that stores what it's given, and can be told to refuse. */
function mailbox() {
  const mails: Mail[] = []
  let refusal: Error | null = null
  return {
    mails,
    refuse(error: Error | null) {
      refusal = error
    },
    async send(mail: Mail) {
      if (refusal) throw refusal
      mails.push(mail)
      return `250 kept ${mail.id}`
    },
    close() {},
  }
}
