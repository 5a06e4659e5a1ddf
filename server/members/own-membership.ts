import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { memberships } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { findMembership, type Membership } from '../ledger/find-membership.ts'
import type { Shop } from '../shop/shop.ts'
import { type Member, mailboxesOf } from './member.ts'

/** 'money': plan, charges, card, cancelling; the payer's. 'preferences': belts, size, address, months; the wearer's. */
export type Right = 'money' | 'preferences'

/**
 * What a signed-in address may do with a membership. For a gift: "Money questions go to the giver, taste questions to the
 * member" (club-rules.md "Words"); if the giver left no address of the recipient, the giver decides both. Someone with a
 * plan of their own who typed two addresses may use either for everything (decision 054).
 * @param emails one mailbox, or all of one person's (`mailboxesOf`)
 */
export function rightsOf(
  membership: Pick<Membership, 'isGift' | 'memberEmail' | 'payerEmail'>,
  emails: string | readonly string[],
): Right[] {
  const { isGift, memberEmail, payerEmail } = membership
  const isTheirs = (email: string | null) => email !== null && [emails].flat().includes(email)
  if (!isGift) return isTheirs(payerEmail) || isTheirs(memberEmail) ? ['money', 'preferences'] : []
  return [
    ...(isTheirs(payerEmail) ? (['money'] as const) : []),
    ...(isTheirs(memberEmail ?? payerEmail) ? (['preferences'] as const) : []),
  ]
}

/**
 * The same for one of its boxes. One sent before a handover belonged to someone else: only a gift's giver, who paid for it,
 * still has a right to it.
 */
export function rightsToBox(
  { personId }: { personId: string },
  membership: Pick<Membership, 'isGift' | 'memberEmail' | 'payerEmail' | 'personId'>,
  emails: string | readonly string[],
): Right[] {
  if (personId === membership.personId) return rightsOf(membership, emails)
  return membership.isGift ? rightsOf({ ...membership, memberEmail: '' }, emails) : []
}

/**
 * Returns a membership if the signed-in member has this right to it.
 * @throws ShopError 'not_found', also for someone else's, so that nobody learns that it exists
 */
export async function requireOwnMembership(
  shop: Shop,
  member: Pick<Member, 'email'>,
  membershipId: string,
  right: Right,
): Promise<Membership> {
  return requireRight(shop.db, member, await findMembership(shop, membershipId), right)
}

/**
 * The same, locked until the transaction ends: it may have been handed over since the page was opened, or just now.
 * @throws ShopError 'not_found'
 */
export async function lockOwnMembership(
  tx: Transaction,
  member: Pick<Member, 'email'>,
  membershipId: string,
  right: Right,
): Promise<Membership> {
  const [locked] = await tx.select().from(memberships).where(eq(memberships.id, membershipId)).for('update')
  return requireRight(tx, member, locked, right)
}

async function requireRight(
  db: Database | Transaction,
  member: Pick<Member, 'email'>,
  membership: Membership | undefined,
  right: Right,
): Promise<Membership> {
  const emails = await mailboxesOf(db, member.email)
  if (membership && rightsOf(membership, emails).includes(right)) return membership
  throw new ShopError('not_found', 'We can’t find that membership.')
}
