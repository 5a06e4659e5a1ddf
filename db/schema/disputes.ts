import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import type { DisputeStage } from '../../domain/dispute.ts'
import { cents, createdAt, instant, updatedAt } from './columns.ts'

/** A payment that its buyer disputed at the bank, as the provider reports it. */
export const disputes = pgTable(
  'disputes',
  {
    /** the provider's id */
    id: text('id').primaryKey(),
    intentId: text('intent_id').notNull(),
    amountCents: cents('amount').notNull(),
    /** the bank's reason in the provider's words: "fraudulent" */
    reason: text('reason').notNull(),
    state: text('state').$type<DisputeStage>().notNull(),
    /** the deadline to answer; null: no answer is expected */
    dueBy: instant('due_by'),
    /** when the bank took the money, as far as the shop saw; null: it only asked */
    openedAt: instant('opened_at'),
    /** when it was decided */
    closedAt: instant('closed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('disputes_state', sql`${table.state} in ('inquiry', 'open', 'won', 'lost')`),
    index('disputes_intent').on(table.intentId),
  ],
)

/** The bank's warning that a payment may be disputed: a refund in time avoids it. */
export const fraudWarnings = pgTable(
  'fraud_warnings',
  {
    /** the provider's id */
    id: text('id').primaryKey(),
    intentId: text('intent_id').notNull(),
    /** the provider's word: "made_with_stolen_card" */
    kind: text('kind').notNull(),
    /** neither refunded nor disputed yet */
    isOpen: boolean('is_open').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('fraud_warnings_intent').on(table.intentId)],
)
