import type { AccountInput, AccountReply } from '../../../domain/account/calls.ts'
import { cancelExchange } from '../../exchanges/cancel-exchange.ts'
import type { Shop } from '../../shop.ts'
import type { Member } from '../member.ts'
import { boxOfExchange, requireOwnBox, requireRight } from './own-sent-box.ts'
import { sentBelt } from './sent-belts.ts'

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
