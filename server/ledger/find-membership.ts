import { type AnyColumn, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { handoverState } from '../../db/schema/states.ts'
import { memberships, orders } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'

export type Membership = typeof memberships.$inferSelect

/**
 * A membership by id.
 * @throws ShopError 'not_found'
 */
export async function findMembership(shop: Shop, id: string): Promise<Membership> {
  const [row] = await shop.db.select().from(memberships).where(eq(memberships.id, id))
  if (!row) throw new ShopError('not_found', 'This membership is not known here.')
  return row
}

/** The membership a subscription renews, if it is one of ours. */
export async function membershipOf(shop: Shop, subscriptionId: string): Promise<Membership | undefined> {
  const [row] = await shop.db
    .select()
    .from(memberships)
    .where(eq(memberships.stripeSubscriptionId, subscriptionId))
  return row
}

/** A membership's row, locked until the transaction ends: every change to its money or boxes takes this lock. */
export async function lockMembership(tx: Transaction, id: string): Promise<Membership> {
  const [row] = await tx.select().from(memberships).where(eq(memberships.id, id)).for('update')
  if (!row) throw new Error(`membership ${id} is gone`)
  return row
}

/** When its payer took it over, after which its payments are theirs; null: all are. A gift's giver remains its payer. */
export const paysSince = ({ isGift, theirsSince }: Membership): Date | null => (isGift ? null : theirsSince)

/**
 * The email of whoever pays for a membership, or who made a payment at an instant: a handover changes it for all that
 * comes after (docs/decisions/089). Null once they had their data deleted. For queries that join `memberships` and `orders`.
 */
export function payerEmail(paidAt?: AnyColumn | Date): SQL<string | null> {
  const isLater = paidAt ? lte(memberships.theirsSince, paidAt) : isNotNull(memberships.theirsSince)
  // Someone between the buyer and the current payer. A gift's giver pays, whoever wears it.
  const between = paidAt
    ? sql`(select h.to_email from handovers h where h.membership_id = ${memberships.id} and not ${memberships.isGift}
        and h.state in ${handoverState.list('done')} and h.done_at <= ${paidAt instanceof Date ? paidAt.toISOString() : paidAt} order by h.done_at desc limit 1)`
    : sql`null`
  return sql`case when ${isLater} then ${memberships.payerEmail} else coalesce(${between}, ${orders.purchaserEmail}) end`
}
