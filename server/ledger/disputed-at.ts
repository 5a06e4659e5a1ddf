import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether the bank was examining the payment of a box at an instant; `of` is the name of the boxes' table in the statement.
 * Whoever asks for a time that has just begun gets a dispute that begins with it, and one that ends with it, too.
 */
export const wasDisputedAt = (of: 'b' | 'boxes', at: SQL): SQL => sql`exists (
  select 1 from disputes d join membership_payments p on p.intent_id = d.intent_id
  where p.id = ${sql.identifier(of)}.payment_id and d.created_at <= ${at} and (d.closed_at is null or d.closed_at >= ${at}))`
