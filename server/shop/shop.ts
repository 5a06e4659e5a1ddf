import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import type { ScratchDatabase } from '../../db/open-scratch.ts'
import { type CalendarDate, calendarDateIn } from '../../domain/calendar-date.ts'
import type { Backups } from './backup-place.ts'
import type { Carrier } from './carrier.ts'
import type { Config } from './config.ts'
import type { Mailer } from './mailer.ts'
import type { Outside } from './outside.ts'
import type { Payments } from './payments.ts'
import type { Secrets } from './secrets.ts'
import type { Trace } from './trace.ts'

/** Everything a use case may use of the outside world: ports, no implementations. */
export type Shop = {
  db: Database
  payments: Payments
  mailer: Mailer
  /** where alarms are told if email fails */
  outside: Outside
  /** confirms the source of bounce reports; absent: the shop has no topic at Amazon */
  sns?: AmazonSns
  /** null: labels are bought elsewhere */
  carrier: Carrier | null
  /** the one clock */
  now: () => Date
  /** waits this many milliseconds; slows a caller down */
  pause: (milliseconds: number) => Promise<unknown>
  /** where backups go, and the check that they can be restored */
  backups: Backups
  /** free bytes on the data folder's disk for this process's user; null where unknown */
  diskFree: () => Promise<number | null>
  /** encrypts what the database stores and must read back */
  secrets: Secrets
  config: Config
  log: Logger
  /** wraps work in a trace span where a collector is set, else just runs it */
  trace: Trace
  /** rounds per proof-of-work attempt; absent in real shops: the default of server/limits/proof-of-work.ts */
  proofRounds?: number
  /** opens an empty database in memory, for an invented year; absent in scripts that need none */
  openScratch?: () => Promise<Scratch>
  /** wakes the worker for what was just added, so that it doesn't wait for its next poll */
  wakeWorker: (what?: 'mails' | 'events' | 'backups') => void
}

/** A database in memory, and the demo's providers in it, by any clock. */
export type Scratch = ScratchDatabase & {
  payments: (now: () => Date) => Payments
  carrier: (now: () => Date) => Carrier
}

/** What the shop needs from Amazon's notification service (SNS), only in the region of its own topic. */
export type AmazonSns = {
  /** fetches a signing certificate by file name, "SimpleNotificationService-….pem". @throws if it can't be read */
  certificate(name: string): Promise<string>
  /** confirms the subscription to the topic's notifications. @throws if Amazon rejects it */
  confirm(token: string): Promise<void>
}

/** The day in the shop's time zone at an instant; default: now. */
export function shopDay(shop: Pick<Shop, 'config' | 'now'>, at: Date = shop.now()): CalendarDate {
  return calendarDateIn(shop.config.timeZone, at)
}
