import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { people } from './memberships.ts'

/**
 * What curation needs to know of a person, in one row instead of three years of boxes (docs/decisions/152). Triggers on boxes,
 * feedback and belts keep it by the SQL function settle_history; a person without a row gets one when they are first read.
 * Boxes that curation may still change aren't in it.
 */
export const personHistories = pgTable('person_histories', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => people.id, { onDelete: 'cascade' }),
  /** belts that count as sent (`wasSent` in server/curation/pool.ts), and at the same places the drops that brought them */
  belts: uuid('belts').array().notNull().default([]),
  drops: text('drops').array().notNull().default([]),
  /** belts they said aren't for them, sent or not */
  unwanted: uuid('unwanted').array().notNull().default([]),
  /** the last of those drops, and the last word on a belt, of each style */
  lastDress: text('last_dress'),
  lastCasual: text('last_casual'),
  lastStretch: text('last_stretch'),
  tasteDress: text('taste_dress'),
  tasteCasual: text('taste_casual'),
  tasteStretch: text('taste_stretch'),
})
