import type { AccountInput } from '../../../domain/account/calls.ts'
import { resumeMembership } from '../../billing/resume-membership.ts'
import type { Shop } from '../../shop.ts'
import type { Member } from '../member.ts'
import { requireOwnMembership } from '../own-membership.ts'
import { readMembership } from './read-account.ts'

/** Ends a pause: the belts come again from the first drop that can still be changed. */
export async function resumeBoxes(shop: Shop, { id }: AccountInput<'resumeBoxes'>, member: Member) {
  await requireOwnMembership(shop, member, id, 'taste')
  await resumeMembership(shop, { membershipId: id })
  return readMembership(shop, member, id)
}
