import { and, eq, type SQL, sql } from 'drizzle-orm'
import { membershipPayments, memberships } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'
import { isByPayer } from './find-membership.ts'

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

/**
 * Whether its payer has disputed a payment of this membership: nothing more is charged meanwhile. Whoever had it before may
 * dispute what they paid without a consequence for the card that is charged now.
 */
export async function isDisputed(shop: Shop, membershipId: string): Promise<boolean> {
  const [open] = await shop.db
    .select({ id: membershipPayments.id })
    .from(membershipPayments)
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .where(and(eq(memberships.id, membershipId), eq(membershipPayments.dispute, 'open'), isByPayer))
    .limit(1)
  return open !== undefined
}
