import { type SQL, sql } from 'drizzle-orm'
import type { Shop } from '../shop/shop.ts'

/**
 * Whether the bank was examining the payment of a box at an instant; `of` is the name of the boxes' table in the statement.
 * Whoever asks for a time that has just begun gets a dispute that begins with it, and one that ends with it, too.
 */
export const wasDisputedAt = (of: 'b' | 'boxes', at: SQL): SQL => sql`exists (
  select 1 from disputes d join membership_payments p on p.intent_id = d.intent_id
  where p.id = ${sql.identifier(of)}.payment_id and d.created_at <= ${at} and (d.closed_at is null or d.closed_at >= ${at}))`

/** Whether the bank has given a payment back that the books don't have: asks the provider. */
export async function isGivenByBank(shop: Shop, intentId: string): Promise<boolean> {
  const { objects } = await shop.payments.listDisputes(null, intentId)
  return objects.some(({ state }) => state === 'lost')
}
