import { and, eq, notInArray } from 'drizzle-orm'
import { boxes } from '../../db/schema.ts'
import { voidStates } from '../../domain/box.ts'
import type { Drop } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'
import { findMembership } from './find-membership.ts'
import { moveDrops } from './move-drops.ts'
import { nextDrop } from './next-drop.ts'
import { shopDay } from './shop-day.ts'

/**
 * Skips the next drop: everything that is not packed, boxes and the next charge, comes one month later (club.md
 * "Skip"); a gift has no charge to move. Asked twice for the same drop it skips once.
 * @param input.drop the drop that the member saw as the next one
 * @throws ShopError 'not_possible' after its cut-off, or when it is not the next one
 */
export async function skipBox(shop: Shop, input: { membershipId: string; drop: Drop }) {
  const membership = await findMembership(shop, input.membershipId)
  const next = await nextDrop(shop.db, membership, shopDay(shop), shop.config.timeZone)
  if (input.drop <= shopDay(shop).slice(0, 7) && input.drop !== next) {
    throw new ShopError('not_possible', 'This box is being packed and can no longer be skipped.')
  }
  if (!next) throw new ShopError('not_possible', 'No box is ahead that could be skipped.')
  if (input.drop > next) {
    throw new ShopError('not_possible', 'Only the next box can be skipped. Skip that one first.')
  }
  if (input.drop < next && (await isUnderWay(shop, input))) {
    throw new ShopError('not_possible', 'This box is packed already and can no longer be skipped.')
  }
  await moveDrops(shop, { membershipId: membership.id, from: input.drop, months: 1 })
}

// A drop that was skipped has no box any more; one that has was packed before its cut-off.
async function isUnderWay(shop: Shop, { membershipId, drop }: { membershipId: string; drop: Drop }) {
  const isThere = and(
    eq(boxes.membershipId, membershipId),
    eq(boxes.drop, drop),
    eq(boxes.kind, 'owed'),
    notInArray(boxes.state, [...voidStates]),
  )
  return (await shop.db.$count(boxes, isThere)) > 0
}
