import type { AccountInput } from '../../../domain/account/calls.ts'
import type { Shop } from '../../shop.ts'
import { findGift } from './find-gift.ts'
import { giftPageViewOf } from './gift-page-view.ts'

/**
 * What a recipient sees behind the link of a gift's mail, as often as they open it.
 * @throws ShopError 'not_found'
 */
export async function openGift(shop: Shop, { token }: AccountInput<'openGift'>) {
  return giftPageViewOf(shop, await findGift(shop, token))
}
