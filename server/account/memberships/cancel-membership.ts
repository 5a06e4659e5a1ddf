import type { AccountInput } from '../../../domain/account/calls.ts'
import { cancelRenewal } from '../../billing/cancel-renewal.ts'
import type { Shop } from '../../shop.ts'
import type { Member } from '../member.ts'
import { requireOwnMembership } from '../own-membership.ts'
import { readMembership } from './read-account.ts'

/** Ends the renewal at once and asks nothing; paid boxes still ship (club.md "Cancel"). */
export async function cancelMembership(shop: Shop, { id }: AccountInput<'cancelMembership'>, member: Member) {
  await requireOwnMembership(shop, member, id, 'money')
  await cancelRenewal(shop, { membershipId: id })
  return readMembership(shop, member, id)
}
