import { and, eq } from 'drizzle-orm'
import { accountLinks } from '../../db/schema.ts'
import type { AccountInput } from '../../domain/account/contracts.ts'
import type { GiftPageView } from '../../domain/account/gift-contracts.ts'
import { styles } from '../../domain/belt.ts'
import { addMonths, instantAt } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { addressViewOf } from '../../domain/membership-view.ts'
import { recipientChoosesSize } from '../../domain/sizing.ts'
import { causedBy } from '../limits/causer.ts'
import { countHit, limitCaller, tooMany } from '../limits/count-hits.ts'
import type { AccountCaller, Member } from '../members/member.ts'
import { memberTokenHash, newMemberToken } from '../members/member-session.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type Gift, type GiftSource, giftBelts, loadGift, nextChoice } from './load-gift.ts'

/** Calls per hour: per link, per address, and for its widest network. Recipients open a gift's page again and again. */
const [maxPerLink, maxPerCaller] = [60, [240, 480] as [number, number]]

/**
 * Counts a call with a gift's link, valid or not, per caller and per link (by its hash).
 * @throws ShopError 'too_many_requests'
 */
export async function limitGiftCalls(shop: Shop, token: string, address: string) {
  const sentence = 'That’s a lot of gifts from one place. Try again in an hour.'
  await limitCaller(shop, 'gift', address, maxPerCaller, sentence)
  if ((await countHit(shop, 'gift link', causedBy.linkHolder(token))) > maxPerLink)
    throw tooMany('This gift has been opened a lot. Try again in an hour.')
}

/**
 * What a recipient sees behind an emailed gift link, however often they open it.
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

/**
 * The gift an emailed link opens: until its current last cut-off, and while one of its belts waits for a choice.
 * @throws ShopError 'not_found', the same for unknown and expired links
 */
export async function findGift(shop: GiftSource, token: string): Promise<Gift> {
  const [link] = await shop.db
    .select({ membershipId: accountLinks.membershipId })
    .from(accountLinks)
    .where(and(eq(accountLinks.tokenHash, memberTokenHash(token)), eq(accountLinks.purpose, 'gift')))
  const gift = link?.membershipId ? await loadGift(shop, link.membershipId) : null
  if (gift && gift.open.length > 0) return gift
  throw new ShopError(
    'not_found',
    'This link has expired, or part of it got cut off. If someone gave you belts, they’re still coming.',
  )
}

/**
 * A gift as its page shows it. Fields are listed one by one, so that nothing about money gets in (club-rules.md "The gift").
 */
export function giftPageViewOf(shop: Shop, gift: Gift): GiftPageView {
  const { membership, address } = gift
  const today = shopDay(shop)
  return {
    recipientName: address.fullName ?? '',
    senderName: gift.senderName,
    message: gift.message,
    gender: membership.gender,
    styles: styles.filter((style) => membership.styles.includes(style)),
    size: membership.size === recipientChoosesSize ? '' : membership.size,
    measured: membership.measuredInches,
    address: addressViewOf(address),
    isChosen: !gift.picksStyle && !gift.choosesSize,
    chooseBy: nextChoice(gift, today)?.by ?? null,
    boxes: giftBelts(gift, today),
    today,
  }
}

/** Months a link is kept after the last drop as planned when it is made. */
const monthsKept = 12

/**
 * Makes a new link to a gift's page for one email; links in earlier emails keep working. Whether a link still opens depends
 * on the belts, whose last cut-off moves with a skip (server/gifts/open-gift.ts); so it is kept about a year longer than
 * that.
 */
export async function giftLink(shop: Shop, gift: Gift): Promise<string> {
  const token = newMemberToken()
  const last = gift.boxes.at(-1)!
  await shop.db.insert(accountLinks).values({
    tokenHash: memberTokenHash(token),
    purpose: 'gift',
    email: gift.membership.memberEmail ?? '',
    membershipId: gift.membership.id,
    expiresAt: instantAt(addMonths(`${last.drop}-01`, monthsKept), 0, shop.config.timeZone),
    createdAt: shop.now(),
  })
  return `${shop.config.publicUrl}/gift/${token}`
}
