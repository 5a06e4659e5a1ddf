import type { AccountInput } from '../../../domain/account/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { cardLink } from '../../billing/card-link.ts'
import type { Shop } from '../../shop.ts'
import type { Member } from '../member.ts'
import { requireOwnMembership } from '../own-membership.ts'

/**
 * A link to the page on which the card is changed, at the provider's: no card comes near this shop.
 * @throws ShopError 'not_possible' where nothing is charged any more
 */
export async function updateCard(shop: Shop, { id }: AccountInput<'updateCard'>, member: Member) {
  const { customerId, renews } = await requireOwnMembership(shop, member, id, 'money')
  if (!customerId || !renews) {
    throw new ShopError('not_possible', 'Nothing more is charged for this membership, so it needs no card.')
  }
  return { link: await cardLink(shop, id) }
}
