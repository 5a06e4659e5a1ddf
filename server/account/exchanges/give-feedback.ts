import { boxFeedback } from '../../../db/schema.ts'
import type { AccountInput, AccountReply } from '../../../domain/account/contracts.ts'
import { leftStates } from '../../../domain/box.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Member } from '../../members/member.ts'
import type { Shop } from '../../shop/shop.ts'
import { requireOwnBox, requireRight } from './own-sent-box.ts'
import { sentBelt } from './sent-belts.ts'

/**
 * Saves what the wearer says about a belt, one tap or both; a later tap wins (club-rules.md "The member's page").
 * @throws ShopError 'not_found', 'not_possible' for a belt that hasn't shipped
 */
export async function giveFeedback(
  shop: Shop,
  { boxId, fit, taste }: AccountInput<'giveFeedback'>,
  member: Member,
): Promise<AccountReply<'giveFeedback'>> {
  const { box, rights } = await requireOwnBox(shop, member, boxId)
  requireRight(rights, 'replacement')
  if (!leftStates.includes(box.state)) {
    throw new ShopError('not_possible', 'This belt hasn’t shipped yet. Tell us once it arrives.')
  }
  const said = { ...(fit === undefined ? {} : { fit }), ...(taste === undefined ? {} : { taste }) }
  await shop.db
    .insert(boxFeedback)
    .values({ boxId, ...said, at: shop.now() })
    .onConflictDoUpdate({ target: boxFeedback.boxId, set: { ...said, at: shop.now() } })
  return sentBelt(shop, member, boxId)
}
