import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '../columns.ts'

/** Who wears the belts. One row a person, so that memberships and gifts to one person share a history (club.md). */
export const people = pgTable('people', {
  id: primaryId(),
  /** normalised e-mail, else name + address (domain/membership.ts personKey) */
  key: text('key').notNull().unique(),
  createdAt: createdAt(),
})
