import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

/**
 * The invented year of a demo shop (docs/decisions/140): at most one row. Absent: everything in the shop is real, or the shop
 * is empty.
 */
export const demoYear = pgTable(
  'demo_year',
  {
    only: boolean('only').primaryKey().default(true),
    state: text('state').$type<'filling' | 'filled'>().notNull(),
    /** how far it is, in percent, and what is being lived, in words */
    percent: integer('percent').notNull().default(0),
    step: text('step').notNull().default(''),
    startedAt: instant('started_at').notNull(),
    /** the last sign of life of whoever fills it: a silent one was killed */
    seenAt: instant('seen_at').notNull(),
    filledAt: instant('filled_at'),
    /** the shop as it was before, as a packed dump; null until it is filled */
    before: bytes('before'),
  },
  (table) => [
    check('demo_year_only', sql`${table.only}`),
    check('demo_year_state', sql`${table.state} in ('filling', 'filled')`),
    check('demo_year_before', sql`(${table.state} = 'filled') = (${table.before} is not null)`),
  ],
)
