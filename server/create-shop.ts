import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connectEmbedded } from '../db/connect-embedded.ts'
import { connectServer } from '../db/connect-server.ts'
import type { OpenDatabase } from '../db/database.ts'
import { freeBytes } from '../db/disk-room.ts'
import { demoPayments } from './adapters/demo-payments.ts'
import { fileMailer } from './adapters/file-mailer.ts'
import { otlpTraces } from './adapters/otlp-traces.ts'
import { smtpMailer } from './adapters/smtp-mailer.ts'
import { stripePayments } from './adapters/stripe/stripe-payments.ts'
import type { Config } from './shop/config.ts'
import { shopLog } from './shop/log.ts'
import type { Shop } from './shop/shop.ts'
import { noTrace, tracedPort } from './shop/trace.ts'

/** An open shop and how to close it. */
export type OpenShop = { shop: Shop; database: OpenDatabase; close(): Promise<void> }

/** Where the parts that are not code lie on the disk. */
export type Places = { migrations: string; databaseTemplate?: Blob | undefined }

/**
 * Settings → shop: the only place that names an adapter.
 * @throws DatabaseError when the database cannot be opened
 */
export async function createShop(config: Config, places: Places, now = () => new Date()): Promise<OpenShop> {
  const log = shopLog(config.logLevel)
  const database = config.databaseUrl
    ? await connectServer(config.databaseUrl, places.migrations, (error) =>
        log.warn({ error }, 'idle connection broke'),
      )
    : await connectEmbedded(config.dataDir, places.migrations, places.databaseTemplate)
  const mailer = config.smtpUrl
    ? smtpMailer(config.smtpUrl, config.mailFrom)
    : fileMailer(path.join(config.dataDir, 'mail'), config.mailFrom)
  const traces = config.tracesTo ? otlpTraces(config.tracesTo, config.shopName) : null
  const trace = traces?.trace ?? noTrace
  const payments = config.stripe
    ? stripePayments(config.stripe, { now, timeZone: config.timeZone })
    : demoPayments(database.db, now, () => shop.wakeWorker(), config)
  const shop: Shop = {
    db: database.db,
    payments: traces ? tracedPort('payments', payments, trace) : payments,
    mailer: traces ? tracedPort('mailer', mailer, trace) : mailer,
    trace,
    now,
    pause: setTimeout,
    diskFree: () => freeBytes(config.dataDir),
    config,
    log,
    wakeWorker: () => {},
  }
  return {
    shop,
    database,
    async close() {
      mailer.close()
      // A collector that is away must not keep the shop from closing.
      await traces?.close().catch(() => {})
      await database.close()
    },
  }
}
