import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { DeclineReason, ReviewState } from '../../domain/review.ts'
import { boxes } from './boxes.ts'
import { products } from './catalog.ts'
import { instant, primaryId } from './columns.ts'
import { people } from './memberships.ts'
import { reviewState } from './states.ts'

/** A member's feedback on a belt, two taps; a tap that wasn't made is null (club-rules.md "The member's page"). */
export const boxFeedback = pgTable(
  'box_feedback',
  {
    boxId: uuid('box_id')
      .primaryKey()
      .references(() => boxes.id),
    fit: text('fit'),
    taste: text('taste'),
    at: instant('at').notNull(),
  },
  (table) => [
    check('box_feedback_fit', sql`${table.fit} in ('tight', 'right', 'loose')`),
    check('box_feedback_taste', sql`${table.taste} in ('love', 'fine', 'not_for_me')`),
  ],
)

/** A wearer's public review of a belt, in addition to the two taps of `box_feedback` (docs/decisions/067). */
export const reviews = pgTable(
  'reviews',
  {
    id: primaryId(),
    boxId: uuid('box_id')
      .notNull()
      .references(() => boxes.id),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    stars: integer('stars').notNull(),
    text: text('text').notNull(),
    /** the first name that can be shown with it; null: don't show one */
    name: text('name'),
    /** "Portland, OR", with the same rule */
    place: text('place'),
    state: text('state').$type<ReviewState>().notNull(),
    /** why it is not shown */
    declinedFor: text('declined_for').$type<DeclineReason>(),
    /** when its text was last submitted */
    writtenAt: instant('written_at').notNull(),
    /** when the admin decided on this text */
    decidedAt: instant('decided_at'),
  },
  (table) => [
    // A person reviews a belt once, however often it was sent.
    unique('reviews_once').on(table.personId, table.productId),
    check('reviews_stars', sql`${table.stars} between 1 and 5`),
    check('reviews_state', sql`${table.state} in ${reviewState.all}`),
    check('reviews_declined', sql`(${table.state} = 'declined') = (${table.declinedFor} is not null)`),
    check('reviews_text', sql`char_length(${table.text}) <= 600`),
    index('reviews_by_state').on(table.state, table.writtenAt),
    index('reviews_of_belt').on(table.productId, table.writtenAt).where(sql`${table.state} = 'published'`),
  ],
)
