import type { MembershipView } from '../../../domain/account/account-view.ts'
import type { AccountReply } from '../../../domain/account/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import type { Member } from '../member.ts'
import { loadMemberships } from './load-memberships.ts'
import { viewMembership } from './view-membership.ts'

/** Every membership that the signed-in address pays for or wears, each with what this address may see of it. */
export async function readAccount(
  shop: Shop,
  _input: unknown,
  member: Member,
): Promise<AccountReply<'readMember'>> {
  const loaded = await loadMemberships(shop, member.email)
  return {
    email: member.email,
    memberships: await Promise.all(loaded.map((each) => viewMembership(shop, each, member.email))),
  }
}

/**
 * One membership, read afresh after it was changed.
 * @throws ShopError 'not_found'
 */
export async function readMembership(shop: Shop, member: Member, id: string): Promise<MembershipView> {
  const [loaded] = await loadMemberships(shop, member.email, id)
  if (!loaded) throw new ShopError('not_found', 'This membership is not known here.')
  return viewMembership(shop, loaded, member.email)
}
