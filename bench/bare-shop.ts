import path from 'node:path'
import pino from 'pino'
import { connectServer } from '../db/connect-server.ts'
import { demoPayments } from '../server/adapters/demo-payments.ts'
import { parseConfig } from '../server/shop/config.ts'
import { secretsBy } from '../server/shop/secrets.ts'
import type { Shop } from '../server/shop/shop.ts'
import { noTrace } from '../server/shop/trace.ts'
import { noBackups } from './no-backups.ts'

/** The shop's ports without its calls and emails, on a PostgreSQL server, so that single handlers can be timed. */
export async function bareShop(url: string) {
  const database = await connectServer(url, path.resolve(import.meta.dirname, '../db/migrations'))
  const now = () => new Date()
  const shop: Shop = {
    db: database.db,
    payments: demoPayments(database.db, now, () => {}),
    carrier: null,
    mailer: { send: async () => '', close() {} },
    outside: { tell: async () => {}, beat: async () => {} },
    backups: noBackups,
    now,
    pause: async () => {},
    diskFree: async () => null,
    secrets: secretsBy(() => Buffer.alloc(32)),
    config: parseConfig({}),
    log: pino({ level: 'silent' }),
    trace: noTrace,
    wakeWorker: () => {},
  }
  return { shop, close: () => database.close() }
}
