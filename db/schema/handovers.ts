import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { HandoverChoice, HandoverState } from '../../domain/handover.ts'
import { createdAt, instant, primaryId } from './columns.ts'
import { memberships } from './memberships.ts'
import { handoverState } from './states.ts'

/**
 * A membership being handed to another person (docs/decisions/089). The id comes from the admin's form, so sending it
 * twice asks once.
 */
export const handovers = pgTable(
  'handovers',
  {
    id: primaryId(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    /** who had it, and who will; normalized */
    fromEmail: text('from_email'),
    toEmail: text('to_email').notNull(),
    toName: text('to_name').notNull(),
    state: text('state').$type<HandoverState>().notNull().default('asked'),
    choice: jsonb('choice').$type<HandoverChoice>(),
    /** the provider's customer and setup intent of the new card; null: not needed, or not started */
    customerId: text('customer_id'),
    intentId: text('intent_id'),
    /** the previous person's subscription, until the provider has ended it; null: none, or ended */
    formerSubscriptionId: text('former_subscription_id'),
    username: text('username').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
    doneAt: instant('done_at'),
  },
  (table) => [
    check('handovers_state', sql`${table.state} in ${handoverState.all}`),
    index('handovers_membership').on(table.membershipId),
    uniqueIndex('handovers_one_at_a_time')
      .on(table.membershipId)
      .where(sql`${table.state} in ${handoverState.list('asked', 'accepted')}`),
    index('handovers_to_finish')
      .on(table.id)
      .where(sql`${table.state} = 'accepted' or ${table.formerSubscriptionId} is not null`),
    index('handovers_to').on(table.toEmail),
    index('handovers_from').on(table.fromEmail),
  ],
)
