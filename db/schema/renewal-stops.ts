import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'

/**
 * The owner stops renewals for a while, or closes the shop, for everyone or some (docs/decisions/130). The worker carries it
 * out in steps; what is left to do follows from the memberships themselves.
 */
export const renewalStops = pgTable(
  'renewal_stops',
  {
    /** the form's id: the same form starts one stop */
    id: uuid('id').primaryKey(),
    /** 'pause': no charge before `untilDay`; 'close': nothing renews anymore, and unpacked belts are refunded if `refunds` */
    kind: text('kind').$type<'pause' | 'close'>().notNull(),
    /** null: every plan */
    planId: text('plan_id'),
    /** the only style its members want; null: every style */
    style: text('style'),
    /** null: every size */
    size: text('size'),
    untilDay: date('until_day', { mode: 'string' }),
    refunds: boolean('refunds').notNull().default(false),
    /** what its members read about why */
    reason: text('reason').notNull(),
    username: text('username').notNull(),
    /** memberships done */
    done: integer('done').notNull().default(0),
    /** the last one that couldn't be done; null since a round without one */
    lastError: text('last_error'),
    /** held by the owner; null: it goes on */
    heldAt: instant('held_at'),
    finishedAt: instant('finished_at'),
    createdAt: createdAt(),
  },
  (table) => [
    check('renewal_stops_kind', sql`${table.kind} in ('pause', 'close')`),
    check('renewal_stops_until', sql`(${table.kind} = 'pause') = (${table.untilDay} is not null)`),
    index('renewal_stops_open').on(table.createdAt).where(sql`${table.finishedAt} is null`),
  ],
)
