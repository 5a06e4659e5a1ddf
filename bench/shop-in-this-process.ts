import path from 'node:path'
import type { Logger } from 'pino'
import { connectServer } from '../db/connect-server.ts'
import { demoPayments } from '../server/adapters/demo-payments.ts'
import { createApp } from '../server/app.ts'
import { parseConfig } from '../server/shop/config.ts'
import { secretsBy } from '../server/shop/secrets.ts'
import type { Shop } from '../server/shop/shop.ts'
import { noTrace } from '../server/shop/trace.ts'
import { noBackups } from './no-backups.ts'

/**
 * The shop's calls without a port, on a PostgreSQL server, so that its statements can be recorded and its handlers timed.
 */
export async function shopInThisProcess(url: string, log: Logger) {
  const database = await connectServer(url, path.resolve(import.meta.dirname, '../db/migrations'))
  const shop: Shop = {
    db: database.db,
    payments: demoPayments(
      database.db,
      () => new Date(),
      () => {},
    ),
    carrier: null,
    mailer: { send: async () => '', close() {} },
    outside: { tell: async () => {}, beat: async () => {} },
    backups: noBackups,
    now: () => new Date(),
    pause: async () => {},
    diskFree: async () => null,
    secrets: secretsBy(() => Buffer.alloc(32)),
    config: parseConfig({}),
    log,
    trace: noTrace,
    wakeWorker: () => {},
  }
  return { shop, app: createApp({ shop, database }), close: () => database.close() }
}
