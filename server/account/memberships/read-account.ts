import type { AccountInput, AccountReply } from '../../../domain/account/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { MembershipView } from '../../../domain/membership-view.ts'
import { receiptOf } from '../../books/receipts.ts'
import { paysSince } from '../../ledger/find-membership.ts'
import { type Member, mailboxesOf } from '../../members/member.ts'
import { requireOwnMembership, rightsOf } from '../../members/own-membership.ts'
import type { Shop } from '../../shop/shop.ts'
import { loadMemberships } from './load-memberships.ts'
import { viewMemberships } from './view-membership.ts'

/** Every membership the signed-in member pays for or wears, each with what they may see of it. */
export async function readAccount(
  shop: Shop,
  _input: unknown,
  member: Member,
): Promise<AccountReply<'readMember'>> {
  const emails = await mailboxesOf(shop.db, member.email)
  return { email: member.email, memberships: await readMembershipsOf(shop, emails) }
}

/** What these mailboxes pay for or wear, as on their reader's page, and nothing of the mailboxes joined with them. */
export async function readMembershipsOf(shop: Shop, emails: string[]): Promise<MembershipView[]> {
  const loaded = await loadMemberships(shop, emails)
  return viewMemberships(shop, loaded, ({ membership }) => rightsOf(membership, emails))
}

/**
 * Reads one membership again after a change.
 * @throws ShopError 'not_found'
 */
export async function readMembership(shop: Shop, member: Member, id: string): Promise<MembershipView> {
  const emails = await mailboxesOf(shop.db, member.email)
  const [loaded] = await loadMemberships(shop, emails, id)
  if (!loaded) throw new ShopError('not_found', 'We can’t find that membership.')
  const [view] = await viewMemberships(shop, [loaded], ({ membership }) => rightsOf(membership, emails))
  return view!
}

/** Every membership of these mailboxes for the admin, with gifts they don't know about yet, and with what both sides see. */
export async function readForStaff(shop: Shop, emails: string[], id?: string) {
  const loaded = await loadMemberships(shop, emails, id, true)
  const views = await viewMemberships(shop, loaded, () => ['money', 'preferences'])
  return loaded.map((each, place) => ({ ...each, view: views[place]! }))
}

/** A receipt or credit note of the payer's own membership. @throws ShopError 'not_found', 'not_possible' */
export async function downloadReceipt(
  shop: Shop,
  { id, subjectId }: AccountInput<'downloadReceipt'>,
  member: Member,
): Promise<AccountReply<'downloadReceipt'>> {
  const membership = await requireOwnMembership(shop, member, id, 'money')
  return receiptOf(shop, { membershipId: membership.id, since: paysSince(membership) }, subjectId)
}
