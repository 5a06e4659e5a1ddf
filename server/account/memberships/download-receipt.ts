import type { AccountInput, AccountReply } from '../../../domain/account/contracts.ts'
import { receiptOf } from '../../books/receipts.ts'
import { paysSince } from '../../ledger/find-membership.ts'
import type { Member } from '../../members/member.ts'
import { requireOwnMembership } from '../../members/own-membership.ts'
import type { Shop } from '../../shop/shop.ts'

/** A receipt or credit note of the payer's own membership. @throws ShopError 'not_found', 'not_possible' */
export async function downloadReceipt(
  shop: Shop,
  { id, subjectId }: AccountInput<'downloadReceipt'>,
  member: Member,
): Promise<AccountReply<'downloadReceipt'>> {
  const membership = await requireOwnMembership(shop, member, id, 'money')
  return receiptOf(shop, { membershipId: membership.id, since: paysSince(membership) }, subjectId)
}
