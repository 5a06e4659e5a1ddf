import type { AccountInput } from '../../../domain/account/calls.ts'
import type { Shop } from '../../shop.ts'
import type { AccountCaller, Member } from '../member.ts'
import { findGift } from './find-gift.ts'
import { giftPageViewOf } from './gift-page-view.ts'
import { limitGiftCalls } from './limit-gift-calls.ts'

/**
 * What a recipient sees behind the link of a gift's mail, as often as they open it.
 * @throws ShopError 'not_found', 'too_many_requests'
 */
export async function openGift(
  shop: Shop,
  { token }: AccountInput<'openGift'>,
  _member: Member | null,
  caller: AccountCaller,
) {
  await limitGiftCalls(shop, token, caller.address)
  return giftPageViewOf(shop, await findGift(shop, token))
}
