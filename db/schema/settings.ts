import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { NoticeKind } from '../../domain/shop-notice.ts'
import { instant, type StoredCauser, updatedAt } from './columns.ts'

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

/** What the shop noticed about itself, and told its owners (server/health/self-watch.ts). */
export const shopNotices = pgTable(
  'shop_notices',
  {
    /** 'stood still', 'page lost', 'refused often' */
    kind: text('kind').$type<NoticeKind>().notNull(),
    /** the page's path, or the network that was refused; "" for the process */
    about: text('about').notNull(),
    /** seconds it stood still, or how often it was refused: the most so far */
    amount: integer('amount').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.about] }),
    check('shop_notices_kind', sql`${table.kind} in ('stood still', 'page lost', 'refused often')`),
  ],
)

/** How often something happened, by whom (hashed) and per ten-minute slot, so that all processes share a limit. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').$type<StoredCauser>().notNull(),
    /** number of ten-minute slots since 1970 */
    slot: integer('slot').notNull(),
    hits: integer('hits').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.key, table.slot] }), index('rate_limits_age').on(table.slot)],
)
