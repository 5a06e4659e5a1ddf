import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * The processes of this shop, so that any of them can say which is missing. One that stops in order deletes its row; one
 * that is started again under the same name takes it over.
 */
export const workerProcesses = pgTable('worker_processes', {
  /** host and port */
  name: text('name').primaryKey(),
  /** when it started, or went on after a pause of the machine */
  since: instant('since').notNull(),
  seenAt: instant('seen_at').notNull(),
  /** bytes free on the disk of its data folder; null: unknown */
  diskFree: bigint('disk_free', { mode: 'number' }),
})

/** When each part of the background work last ended a round well, by process (server/watch/beat.ts). */
export const workerRounds = pgTable(
  'worker_rounds',
  {
    process: text('process').notNull(),
    part: text('part').notNull(),
    /** null: not yet, since this process started */
    endedAt: instant('ended_at'),
    /** why the last round didn't end well; null: it did */
    error: text('error'),
  },
  (table) => [primaryKey({ columns: [table.process, table.part] })],
)

/** What is wrong now and somebody was told, once by its line of the health page (server/alarms/alarms.ts). */
export const alarms = pgTable('alarms', {
  /** the line of the health page */
  id: text('id').primaryKey(),
  label: text('label').notNull(),
  value: text('value').notNull(),
  since: instant('since').notNull(),
  /** when the outside address was told; null: not yet, or there is none */
  toldAt: instant('told_at'),
  /** when it was over, until the outside address was told that, too; null: it goes on */
  endedAt: instant('ended_at'),
})
