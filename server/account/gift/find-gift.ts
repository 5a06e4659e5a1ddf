import { and, eq } from 'drizzle-orm'
import { accountLinks } from '../../../db/schema.ts'
import { ShopError } from '../../../domain/errors.ts'
import { type Gift, loadGift } from '../../notices/load-gift.ts'
import type { Shop } from '../../shop.ts'
import { memberTokenHash } from '../member-session.ts'

/**
 * The gift that a mail's link opens, until its last cut-off as it is now, and while a belt of it waits to be chosen for.
 * @throws ShopError 'not_found', the same for a link that is unknown and for one that is over
 */
export async function findGift(shop: Shop, token: string): Promise<Gift> {
  const [link] = await shop.db
    .select({ membershipId: accountLinks.membershipId })
    .from(accountLinks)
    .where(and(eq(accountLinks.tokenHash, memberTokenHash(token)), eq(accountLinks.purpose, 'gift')))
  const gift = link?.membershipId ? await loadGift(shop, link.membershipId) : null
  if (gift && gift.open.length > 0) return gift
  throw new ShopError(
    'not_found',
    'This link is over, or was not copied whole. If somebody gave you belts, they come to you all the same.',
  )
}
