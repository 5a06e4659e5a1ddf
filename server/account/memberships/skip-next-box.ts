import type { AccountInput } from '../../../domain/account/calls.ts'
import { skipBox } from '../../billing/skip-box.ts'
import type { Shop } from '../../shop.ts'
import type { Member } from '../member.ts'
import { requireOwnMembership } from '../own-membership.ts'
import { readMembership } from './read-account.ts'

/** Skips the drop that the member saw as the next one; a second tab that asks for the same one skips nothing more. */
export async function skipNextBox(shop: Shop, { id, drop }: AccountInput<'skipNextBox'>, member: Member) {
  await requireOwnMembership(shop, member, id, 'taste')
  await skipBox(shop, { membershipId: id, drop })
  return readMembership(shop, member, id)
}
