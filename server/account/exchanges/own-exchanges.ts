import { and, eq } from 'drizzle-orm'
import { parcels } from '../../../db/schema.ts'
import type { AccountInput, AccountReply } from '../../../domain/account/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { returnNumber } from '../../../domain/exchange.ts'
import { cancelExchange } from '../../exchanges/cancel-exchange.ts'
import { readPhoto, savePhoto } from '../../exchanges/claim-photos.ts'
import { answerOffer } from '../../exchanges/decide-claim.ts'
import { offeredBelts } from '../../exchanges/other-belts.ts'
import { requestExchange } from '../../exchanges/request-exchange.ts'
import type { Member } from '../../members/member.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { requireOwnBox, requireOwnExchange, requireRight } from './own-sent-box.ts'
import { sentBelt } from './sent-belts.ts'

/**
 * Starts an exchange or return of the member's own belt (server/exchanges/request-exchange.ts).
 * @throws ShopError 'not_found', 'not_possible'
 */
export async function requestOwnExchange(
  shop: Shop,
  { boxId, isGuest, kind, remedy, ...wish }: AccountInput<'requestExchange'>,
  member: Member,
): Promise<AccountReply<'requestExchange'>> {
  const { rights, membership } = await requireOwnBox(shop, member, boxId)
  const asked = remedy ?? (kind === 'return' ? 'refund' : 'replacement')
  requireRight(rights, asked)
  if (
    asked === 'credit' &&
    !(membership.isGift && rights.includes('preferences') && membership.memberEmail)
  ) {
    throw new ShopError('not_possible', 'Store credit is for the recipient of a gift. Choose a refund.')
  }
  await requestExchange(shop, {
    boxId,
    kind,
    // A claim without a requested remedy stays without one: we choose the best.
    remedy: kind === 'damaged' ? remedy : asked,
    askedBy: isGuest ? 'guest' : 'member',
    email: member.email,
    ...wish,
  })
  return sentBelt(shop, member, boxId)
}

/** Cancels the member's own request before the belt is received. @throws ShopError 'not_found', 'not_possible' */
export async function cancelOwnExchange(
  shop: Shop,
  { exchangeId }: AccountInput<'cancelExchange'>,
  member: Member,
): Promise<AccountReply<'cancelExchange'>> {
  const boxId = await requireOwnExchange(shop, member, exchangeId)
  await cancelExchange(shop, { exchangeId, actor: 'member' })
  return sentBelt(shop, member, boxId)
}

/** The prepaid label of the member's own return. @throws ShopError 'not_found' */
export async function returnLabelFile(
  shop: Shop,
  input: AccountInput<'returnLabelFile'>,
  member: Member,
): Promise<AccountReply<'returnLabelFile'>> {
  return { ...(await ownLabel(shop, input, member, 'pdf')), contentType: 'application/pdf' }
}

/** The label as a picture that post offices scan. @throws ShopError 'not_found' */
export async function returnLabelCode(
  shop: Shop,
  input: AccountInput<'returnLabelCode'>,
  member: Member,
): Promise<AccountReply<'returnLabelCode'>> {
  return { ...(await ownLabel(shop, input, member, 'qr')), contentType: 'image/png' }
}

async function ownLabel(
  shop: Shop,
  { exchangeId }: { exchangeId: string },
  member: Member,
  as: 'pdf' | 'qr',
) {
  await requireOwnExchange(shop, member, exchangeId)
  const [found] = await shop.db
    .select({ content: parcels[as] })
    .from(parcels)
    .where(and(eq(parcels.exchangeId, exchangeId), eq(parcels.label, 'bought')))
  if (!found?.content) throw new ShopError('not_found', 'This label isn’t here yet. We’ll email it to you.')
  return {
    fileName: `${returnNumber(exchangeId)}.${as === 'pdf' ? 'pdf' : 'png'}`,
    content: new Uint8Array(found.content),
  }
}

/** Belts that can replace one. @throws ShopError 'not_found' */
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
    belts: belts.map(({ id, name, style, imageUrl, nightImageUrl, imageAlt, sizes }) => ({
      id,
      name,
      style,
      imageUrl,
      nightImageUrl,
      imageAlt,
      sizes,
    })),
  }
}

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
  const boxId = await requireOwnExchange(shop, member, exchangeId, 'refund')
  await answerOffer(shop, { exchangeId, remedy, actor: 'member' })
  return sentBelt(shop, member, boxId)
}
