import pino from 'pino'
import type { OpenDatabase } from '../db/database.ts'
import type { CartItem } from '../domain/cart.ts'
import { demoPayments } from '../server/adapters/demo-payments.ts'
import { createApp } from '../server/app.ts'
import { handleEvents } from '../server/events/handle-events.ts'
import { drainOutbox } from '../server/outbox/drain-outbox.ts'
import type { Carrier } from '../server/shop/carrier.ts'
import { type Config, parseConfig } from '../server/shop/config.ts'
import type { DemoConfirmation, Payments } from '../server/shop/payments.ts'
import { secretsBy } from '../server/shop/secrets.ts'
import type { Shop } from '../server/shop/shop.ts'
import { noTrace } from '../server/shop/trace.ts'
import { type TestClock, testClock } from './clock.ts'
import { guestOrder } from './guest-order.ts'
import { mailbox } from './mailbox.ts'
import { openTestDatabase } from './open-test-database.ts'

/** An answer of the shop: status and parsed body. */
// biome-ignore lint/suspicious/noExplicitAny: tests read replies of every shape, and fail where one is wrong
export type Answer = { status: number; body: any }

export type TestShopOptions = {
  now?: string
  env?: Record<string, string>
  /** another provider than the demo */
  payments?: (config: Config, now: () => Date) => Payments
  /** who carries parcels; absent: nobody, and labels come from elsewhere */
  carrier?: (database: OpenDatabase['db'], now: () => Date) => Carrier
  /** another database than a new one */
  database?: OpenDatabase
  /** to the new one at a time: for tests of what happens at once, as many as a shop has */
  connections?: number
}

/** A shop on a database of its own, with the demo's payments, a mailbox and a clock; no port, no worker of its own. */
export async function createTestShop(options: TestShopOptions = {}) {
  const clock: TestClock = testClock(options.now ?? '2026-11-21T15:00:00Z')
  const database = options.database ?? (await openTestDatabase(options.connections))
  const config = parseConfig(options.env ?? {})
  const mails = mailbox()
  const pauses: number[] = []
  const shop: Shop = {
    db: database.db,
    payments: options.payments?.(config, clock.now) ?? demoPayments(database.db, clock.now, () => {}, config),
    carrier: options.carrier?.(database.db, clock.now) ?? null,
    mailer: mails,
    now: clock.now,
    async pause(milliseconds) {
      pauses.push(milliseconds)
    },
    // Not the machine's: whether its disk is full is no matter of the test.
    diskFree: async () => null,
    secrets: secretsBy(() => Buffer.alloc(32, 'key of tests')),
    config,
    log: pino({ level: 'silent' }),
    trace: noTrace,
    // A proof takes 300 ms of a core as shops ask for it, 20 so; `floods` asks for a whole one.
    proofRounds: 1,
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
    /** milliseconds for which the shop made its callers wait, one entry a call */
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
