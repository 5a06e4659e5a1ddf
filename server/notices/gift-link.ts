import { accountLinks } from '../../db/schema.ts'
import { instantAt } from '../../domain/calendar-date.ts'
import { memberTokenHash, newMemberToken } from '../account/member-session.ts'
import type { Shop } from '../shop.ts'
import type { Gift } from './load-gift.ts'

/**
 * A new link to a gift's page, for one mail; those of earlier mails go on working. It lies in the database with the
 * moment of the last cut-off as it is now; whether it still opens is asked of the belts, which a skip moves.
 */
export async function giftLink(shop: Shop, gift: Gift): Promise<string> {
  const token = newMemberToken()
  const last = gift.boxes.at(-1)!
  await shop.db.insert(accountLinks).values({
    tokenHash: memberTokenHash(token),
    purpose: 'gift',
    email: gift.membership.memberEmail ?? '',
    membershipId: gift.membership.id,
    // The cut-off of a drop is the last moment of the month before it.
    expiresAt: instantAt(`${last.drop}-01`, 0, shop.config.timeZone),
    createdAt: shop.now(),
  })
  return `${shop.config.publicUrl}/gift/${token}`
}
