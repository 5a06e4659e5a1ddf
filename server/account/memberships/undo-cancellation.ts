import type { AccountInput } from '../../../domain/account/calls.ts'
import { undoCancel } from '../../billing/undo-cancel.ts'
import type { Shop } from '../../shop.ts'
import type { Member } from '../member.ts'
import { requireOwnMembership } from '../own-membership.ts'
import { readMembership } from './read-account.ts'

/** Takes a cancellation back, until the last box has shipped. */
export async function undoCancellation(shop: Shop, { id }: AccountInput<'undoCancellation'>, member: Member) {
  await requireOwnMembership(shop, member, id, 'money')
  await undoCancel(shop, { membershipId: id })
  return readMembership(shop, member, id)
}
