import { type Drop, dropsBetween } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'
import { findMembership } from './find-membership.ts'
import { moveDrops } from './move-drops.ts'
import { nextDrop } from './next-drop.ts'
import { shopDay } from './shop-day.ts'

/** Months for which a membership may rest at most (club.md "Pause"). */
export const longestPause = 3

/**
 * Pauses until a drop, 1 to 3 months after the next one: that many skips (club.md "Pause"). Asked twice for the same
 * drop it pauses once.
 * @param input.until the drop with which the belts come again
 * @throws ShopError 'not_possible' for another drop
 */
export async function pauseMembership(shop: Shop, input: { membershipId: string; until: Drop }) {
  const membership = await findMembership(shop, input.membershipId)
  const next = await nextDrop(shop.db, membership, shopDay(shop), shop.config.timeZone)
  if (!next) throw new ShopError('not_possible', 'No box is ahead that could be paused.')
  if (next === input.until) return
  const months = dropsBetween(next, input.until)
  if (months < 1 || months > longestPause) {
    throw new ShopError('not_possible', 'A pause lasts one, two or three months. Choose one of these.')
  }
  await moveDrops(shop, { membershipId: membership.id, from: next, months })
}
