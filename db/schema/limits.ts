import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** How often something happened, by whom (hashed) and per ten-minute slot, so that all processes share a limit. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    /** number of ten-minute slots since 1970 */
    slot: integer('slot').notNull(),
    hits: integer('hits').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.key, table.slot] }), index('rate_limits_age').on(table.slot)],
)
