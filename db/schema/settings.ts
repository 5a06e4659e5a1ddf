import { date, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, updatedAt } from './columns.ts'

/** The owner's settings, one row each (server/settings/). */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: updatedAt(),
})

/**
 * When a process last did the work that one process does for all: once an hour, and right away on a new day
 * (server/worker.ts).
 */
export const workerLooks = pgTable('worker_looks', {
  part: text('part').primaryKey(),
  day: date('day', { mode: 'string' }).notNull(),
  lookedAt: instant('looked_at').notNull(),
})
