import type { AccountInput, AccountReply } from '../../../domain/account/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { readPhoto, savePhoto } from '../../exchanges/claim-photos.ts'
import { answerOffer } from '../../exchanges/decide-claim.ts'
import type { Member } from '../../members/member.ts'
import type { Shop } from '../../shop/shop.ts'
import { boxOfExchange, requireOwnBox, requireRight } from './own-sent-box.ts'
import { sentBelt } from './sent-belts.ts'

/**
 * Stores a photo of the member's belt for a claim.
 * @throws ShopError 'not_found', 'invalid_picture', 'too_many_requests'
 */
export async function sendOwnPhoto(
  shop: Shop,
  { boxId, file }: AccountInput<'sendPhoto'>,
  member: Member,
): Promise<AccountReply<'sendPhoto'>> {
  await requireOwnBox(shop, member, boxId)
  return { photoId: await savePhoto(shop, { boxId, email: member.email, file }) }
}

/** A photo the member sent, or one of a belt they wear. @throws ShopError 'not_found' */
export async function readOwnPhoto(
  shop: Shop,
  { photoId }: AccountInput<'readPhoto'>,
  member: Member,
): Promise<AccountReply<'readPhoto'>> {
  const photo = await readPhoto(shop, photoId)
  const { rights } = await requireOwnBox(shop, member, photo.boxId)
  if (!rights.includes('preferences') && photo.email !== member.email)
    throw new ShopError('not_found', 'This photo isn’t here anymore.')
  return { fileName: `${photoId}.webp`, contentType: 'image/webp', content: new Uint8Array(photo.content) }
}

/** The giver decides how a gift's belt is paid back. @throws ShopError 'not_found', 'not_possible' */
export async function answerOwnOffer(
  shop: Shop,
  { exchangeId, remedy }: AccountInput<'answerOffer'>,
  member: Member,
): Promise<AccountReply<'answerOffer'>> {
  const { boxId } = await boxOfExchange(shop, exchangeId)
  const { rights } = await requireOwnBox(shop, member, boxId)
  requireRight(rights, 'refund')
  await answerOffer(shop, { exchangeId, remedy, actor: 'member' })
  return sentBelt(shop, member, boxId)
}
