import { and, inArray, isNull } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxes, delays } from '../../db/schema.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { movableBoxes } from './next-drop.ts'

/**
 * Ends the delays of the boxes that a member has just moved, in the transaction that moves them: the new month is their
 * wish, so silence must not refund it, and the day they were told before no longer counts.
 */
export async function endDelays(tx: Transaction, shop: Shop, membershipId: string): Promise<void> {
  const moved = tx
    .select({ id: boxes.id })
    .from(boxes)
    .where(movableBoxes(membershipId, shopDay(shop), shop.config.timeZone))
  await tx
    .update(delays)
    .set({ endedAt: shop.now() })
    .where(and(isNull(delays.endedAt), inArray(delays.boxId, moved)))
}
