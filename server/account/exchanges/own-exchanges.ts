import type { AccountInput, AccountReply } from '../../../domain/account/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { cancelExchange } from '../../exchanges/cancel-exchange.ts'
import { offeredBelts } from '../../exchanges/other-belts.ts'
import { requestExchange } from '../../exchanges/request-exchange.ts'
import { shopDay } from '../../ledger/shop-day.ts'
import type { Member } from '../../members/member.ts'
import type { Shop } from '../../shop/shop.ts'
import { boxOfExchange, requireOwnBox, requireRight } from './own-sent-box.ts'
import { sentBelt } from './sent-belts.ts'

/**
 * Begins an exchange or return of one's own belt (server/exchanges/request-exchange.ts).
 * @throws ShopError 'not_found', 'not_possible'
 */
export async function requestOwnExchange(
  shop: Shop,
  { boxId, isGuest, kind, remedy, productId, size, details }: AccountInput<'requestExchange'>,
  member: Member,
): Promise<AccountReply<'requestExchange'>> {
  const { rights, membership } = await requireOwnBox(shop, member, boxId)
  const asked = remedy ?? (kind === 'return' ? 'refund' : 'replacement')
  requireRight(rights, asked)
  if (kind === 'damaged' && asked !== 'replacement') {
    throw new ShopError('not_possible', 'A damaged belt is replaced. For the money choose a return.')
  }
  if (asked === 'credit' && !(membership.isGift && membership.memberEmail === member.email)) {
    throw new ShopError('not_possible', 'Store credit is for the recipient of a gift. Choose a refund.')
  }
  await requestExchange(shop, {
    boxId,
    kind,
    remedy: asked,
    askedBy: isGuest ? 'guest' : 'member',
    ...(productId === undefined ? {} : { productId }),
    ...(size === undefined ? {} : { size }),
    ...(details === undefined ? {} : { details }),
  })
  return sentBelt(shop, member, boxId)
}

/** Takes one's own request back before the belt is received. @throws ShopError 'not_found', 'not_possible' */
export async function cancelOwnExchange(
  shop: Shop,
  { exchangeId }: AccountInput<'cancelExchange'>,
  member: Member,
): Promise<AccountReply<'cancelExchange'>> {
  const { boxId, remedy } = await boxOfExchange(shop, exchangeId)
  const { rights } = await requireOwnBox(shop, member, boxId)
  requireRight(rights, remedy)
  await cancelExchange(shop, { exchangeId, actor: 'member' })
  return sentBelt(shop, member, boxId)
}

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
