import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { cents, instant } from './columns.ts'

/** What moved the balance at the provider, as it tells it: fees and payouts are booked from it, and the rest is compared. */
export const balanceMovements = pgTable(
  'balance_movements',
  {
    /** the provider's */
    id: text('id').primaryKey(),
    /** its reporting category: "charge", "fee", "payout" */
    category: text('category').notNull(),
    amountCents: cents('amount').notNull(),
    /** comes off beside the amount */
    feeCents: cents('fee').notNull().default(0),
    sourceId: text('source_id'),
    description: text('description'),
    /** the payout that paid it out, of a payout itself; null: none yet, or not known yet */
    payoutId: text('payout_id'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('balance_movements_at').on(table.at),
    index('balance_movements_payout').on(table.payoutId).where(sql`${table.payoutId} is not null`),
  ],
)
