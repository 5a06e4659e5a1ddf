import type { AccountInput, AccountReply } from '../../../domain/account/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { requestExchange } from '../../exchanges/request-exchange.ts'
import type { Shop } from '../../shop.ts'
import type { Member } from '../member.ts'
import { requireOwnBox, requireRight } from './own-sent-box.ts'
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
