import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import type { AmazonSns } from './amazon-sns.ts'
import type { Carrier } from './carrier.ts'
import type { Config } from './config.ts'
import type { Mailer } from './mailer.ts'
import type { Payments } from './payments.ts'
import type { Secrets } from './secrets.ts'
import type { Trace } from './trace.ts'

/** All that a verb may use of the outside: ports, no code. */
export type Shop = {
  db: Database
  payments: Payments
  mailer: Mailer
  /** who tells of mails that came back; absent: the shop names no topic there */
  sns?: AmazonSns
  /** null: the shop buys its labels elsewhere */
  carrier: Carrier | null
  /** the one clock */
  now: () => Date
  /** waits, in milliseconds: for slowing a caller down */
  pause: (milliseconds: number) => Promise<unknown>
  /** bytes that are free on the disk of the data folder, for this process's user; null where nobody can say */
  diskFree: () => Promise<number | null>
  /** under which the database keeps what must be read again */
  secrets: Secrets
  config: Config
  log: Logger
  /** writes a span of a trace where a collector is set, else does the work alone */
  trace: Trace
  /** rounds of each try of a proof of work; absent, as in every shop that sells: what server/limits/proof-of-work.ts asks for */
  proofRounds?: number
  /** tells the worker that there are mails, or events of the provider, so that it need not wait for its next look */
  wakeWorker: (what?: 'mails' | 'events') => void
}
