import type { AccountInput, AccountReply } from '../../../domain/account/calls.ts'
import { shopDay } from '../../billing/shop-day.ts'
import { offeredBelts } from '../../exchanges/other-belts.ts'
import type { Shop } from '../../shop.ts'
import type { Member } from '../member.ts'
import { requireOwnBox, requireRight } from './own-sent-box.ts'

/** What can be sent instead of a belt. @throws ShopError 'not_found' */
export async function exchangeOptions(
  shop: Shop,
  { boxId }: AccountInput<'exchangeOptions'>,
  member: Member,
): Promise<AccountReply<'exchangeOptions'>> {
  const { box, rights } = await requireOwnBox(shop, member, boxId)
  requireRight(rights, 'replacement')
  const belts = await offeredBelts(shop.db, box, shopDay(shop).slice(0, 7))
  return {
    size: box.size,
    belts: belts.map(({ id, name, style, imageUrl, imageAlt, sizes }) => ({
      id,
      name,
      style,
      imageUrl,
      imageAlt,
      sizes,
    })),
  }
}
