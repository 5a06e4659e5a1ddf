import { accountLinks } from '../../db/schema.ts'
import { addMonths, instantAt } from '../../domain/calendar-date.ts'
import { memberTokenHash, newMemberToken } from '../members/member-session.ts'
import type { Shop } from '../shop/shop.ts'
import type { Gift } from './load-gift.ts'

/** Months for which a link is known after the last cut-off as it is when it is made. */
const monthsKept = 12

/**
 * A new link to a gift's page, for one mail; those of earlier mails go on working. Whether it still opens is asked of the
 * belts, whose last cut-off a skip moves (server/gifts/open-gift.ts): it is kept for a year longer than that.
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
