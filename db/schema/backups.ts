import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, primaryId } from './columns.ts'

/** Backups and checks of them, each from when it was asked for; one runs at a time (server/backup/tend-backups.ts). */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: primaryId(),
    /** 'backup': make one, and check it; 'check': the newest one there is */
    task: text('task').$type<'backup' | 'check'>().notNull(),
    /** username; null: it was due */
    askedBy: text('asked_by'),
    askedAt: instant('asked_at').notNull(),
    startedAt: instant('started_at'),
    /** the last sign of life of the process that runs it */
    seenAt: instant('seen_at'),
    endedAt: instant('ended_at'),
    /** where it went, in words */
    place: text('place'),
    /** the file's name; null: there is none yet */
    name: text('name'),
    takenAt: instant('taken_at'),
    bytes: bigint('bytes', { mode: 'number' }),
    /** of all tables */
    rows: integer('rows'),
    orders: integer('orders'),
    /** when it was restored into a database of its own, and everything was there */
    verifiedAt: instant('verified_at'),
    /** the file was read, and can't be restored */
    damage: text('damage'),
    /** why it ended without */
    error: text('error'),
  },
  (table) => [
    check('backup_runs_task', sql`${table.task} in ('backup', 'check')`),
    // Never two at a time, in however many processes.
    uniqueIndex('backup_runs_running')
      .on(sql`(true)`)
      .where(sql`${table.startedAt} is not null and ${table.endedAt} is null`),
    // Nor asked for twice.
    uniqueIndex('backup_runs_wanted')
      .on(table.task, sql`(${table.askedBy} is null)`)
      .where(sql`${table.endedAt} is null`),
    index('backup_runs_asked').on(table.askedAt),
    index('backup_runs_verified').on(table.takenAt).where(sql`${table.verifiedAt} is not null`),
  ],
)
