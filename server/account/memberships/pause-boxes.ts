import type { AccountInput } from '../../../domain/account/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { nextDrop } from '../../billing/next-drop.ts'
import { pauseMembership } from '../../billing/pause-membership.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'
import type { Member } from '../member.ts'
import { requireOwnMembership } from '../own-membership.ts'
import { readMembership } from './read-account.ts'

/**
 * Pauses from the drop that the member saw as the next one until another, one to three months later.
 * @throws ShopError 'not_possible' where something else is the next drop by now, as after a skip in another tab
 */
export async function pauseBoxes(shop: Shop, input: AccountInput<'pauseBoxes'>, member: Member) {
  const { id, from, until } = input
  const membership = await requireOwnMembership(shop, member, id, 'taste')
  const next = await nextDrop(shop.db, membership, shopDay(shop), shop.config.timeZone)
  if (next !== from && next !== until) {
    throw new ShopError(
      'not_possible',
      'Your next box is another one by now. Look at the page again, then choose.',
    )
  }
  await pauseMembership(shop, { membershipId: id, until })
  return readMembership(shop, member, id)
}
