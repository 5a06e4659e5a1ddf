import { accountLinks } from '../../db/schema.ts'
import { addMonths, instantAt } from '../../domain/calendar-date.ts'
import { memberTokenHash, newMemberToken } from '../members/member-session.ts'
import type { Shop } from '../shop/shop.ts'
import type { Gift } from './load-gift.ts'

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
