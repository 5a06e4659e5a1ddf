import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { updatedAt } from '../columns.ts'

/** The owner's switches, one row each (server/settings/). */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: updatedAt(),
})
