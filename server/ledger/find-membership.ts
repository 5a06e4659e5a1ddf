import { type AnyColumn, and, eq, gte, isNotNull, isNull, lte, max, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { handoverState } from '../../db/schema/states.ts'
import {
  type boxes,
  handovers,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  people,
} from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { oneLine } from '../../domain/slug.ts'
import type { Shop } from '../shop/shop.ts'

export type Membership = typeof memberships.$inferSelect

/**
 * A membership by id.
 * @throws ShopError 'not_found'
 */
export async function findMembership(shop: Shop, id: string): Promise<Membership> {
  const [row] = await shop.db.select().from(memberships).where(eq(memberships.id, id))
  if (!row) throw new ShopError('not_found', 'We can’t find that membership.')
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

/** The order that a membership was bought with. */
export async function orderOf(
  tx: Transaction,
  { orderItemId }: Pick<Membership, 'orderItemId'>,
): Promise<string> {
  const [item] = await tx
    .select({ orderId: orderItems.orderId })
    .from(orderItems)
    .where(eq(orderItems.id, orderItemId))
  return item!.orderId
}

/**
 * Whether it was handed over since `seen` was read: what its former wearer or payer began by then isn't done to the new one's
 * membership.
 */
export function isHandedOver(now: Membership, seen: Membership): boolean {
  return +(now.theirsSince ?? 0) !== +(seen.theirsSince ?? 0)
}

/** When its payer took it over, after which its payments are theirs; null: all are. A gift's giver remains its payer. */
export const paysSince = ({ isGift, theirsSince }: Membership): Date | null => (isGift ? null : theirsSince)

/**
 * The wearer's name for a gift's giver; empty after a handover, because who has the belts now is between the two wearers
 * (docs/decisions/089).
 */
export function nameForGiver({ theirsSince, address }: Pick<Membership, 'theirsSince' | 'address'>): string {
  return theirsSince ? '' : oneLine(address.fullName)
}

/** The email of whoever wears a membership's belts. Null if a giver left no address for the recipient. */
export function wearerEmail(of: Pick<Membership, 'isGift' | 'memberEmail' | 'payerEmail'>): string | null {
  return of.isGift ? of.memberEmail : (of.memberEmail ?? of.payerEmail)
}

/** The same in a statement that calls the membership `m`. */
export const wearerOfM = sql<
  string | null
>`case when m.is_gift then m.member_email else coalesce(m.member_email, m.payer_email) end`

/**
 * The email of whoever pays for a membership, or who made a payment at an instant: each handover changes it for all that
 * comes after (docs/decisions/089). Null or empty once they had their data deleted. For queries that join `memberships` and
 * `orders`.
 */
export function payerEmail(paidAt?: AnyColumn | Date): SQL<string | null> {
  const { id, theirsSince, isGift, payerEmail: now } = memberships
  const { purchaserEmail: buyer } = orders
  if (!paidAt) return sql`case when ${isNotNull(theirsSince)} then ${now} else ${buyer} end`
  // Someone who had it for a while, between two handovers. A gift's giver remains its payer, whoever wears it.
  const between = sql`(select ${handovers.toEmail} from ${handovers} where ${handovers.membershipId} = ${id}
    and not ${isGift} and ${handovers.state} in ${handoverState.list('done')} and ${lte(handovers.doneAt, paidAt)}
    order by ${handovers.doneAt} desc limit 1)`
  return sql`case when ${lte(theirsSince, paidAt)} then ${now} else coalesce(${between}, ${buyer}) end`
}

/**
 * Whether a payment was made by whoever pays for its membership now, and not before a handover. For queries that join
 * `membershipPayments` and `memberships`.
 */
export const isByPayer = or(
  isNull(memberships.theirsSince),
  memberships.isGift,
  gte(membershipPayments.paidAt, memberships.theirsSince),
)

/**
 * Whether a payment was made by the order's buyer, before any handover. For queries that join `membershipPayments` and
 * `memberships`.
 */
export const isByBuyer = sql<boolean>`(${memberships.isGift} or not exists (select from ${handovers}
  where ${handovers.membershipId} = ${memberships.id} and ${handovers.state} in ${handoverState.list('done')}
    and ${lte(handovers.doneAt, membershipPayments.paidAt)}))`

/**
 * The mailbox that made a payment, if its membership was handed over since; null otherwise, and once its data is deleted.
 * For queries that join `memberships` and `orders`, and perhaps `membershipPayments`.
 */
export const formerPayer = sql<
  string | null
>`case when ${membershipPayments.paidAt} is null or ${isByPayer} then null
  else lower(trim(${payerEmail(membershipPayments.paidAt)})) end`

/** What the key of a person with an email begins with. */
const byEmail = 'email:'

/**
 * A membership as it was for a box: one sent before a handover still belongs to the person it was sent to, who gets its
 * news at its address (docs/decisions/089). A gift's giver is the same. Otherwise the membership as it is.
 */
export async function asSentTo(
  db: Database | Transaction,
  { personId, shipTo }: Pick<typeof boxes.$inferSelect, 'personId' | 'shipTo'>,
  membership: Membership,
): Promise<Membership> {
  if (personId === membership.personId) return membership
  const [person] = await db.select({ key: people.key }).from(people).where(eq(people.id, personId))
  const email = person?.key.startsWith(byEmail) ? person.key.slice(byEmail.length) : null
  const toThem = and(eq(handovers.membershipId, membership.id), eq(handovers.toEmail, email ?? ''))
  const [theirs] = await db
    .select({ since: max(handovers.doneAt) })
    .from(handovers)
    .where(toThem)
  return {
    ...membership,
    ...{ personId, memberEmail: email, payerEmail: membership.isGift ? membership.payerEmail : email },
    theirsSince: theirs?.since ?? null,
    address: shipTo ?? {},
  }
}

/** The person who reads an address: whatever was bought for it is theirs. */
export async function personOf(tx: Transaction, email: string): Promise<string> {
  const key = `email:${email}`
  await tx.insert(people).values({ key }).onConflictDoNothing()
  const [row] = await tx.select({ id: people.id }).from(people).where(eq(people.key, key))
  return row!.id
}
