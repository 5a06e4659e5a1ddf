import { and, eq, isNull } from 'drizzle-orm'
import { boxState } from '../../db/schema/states.ts'
import { boxes, delays, type memberships, parcels } from '../../db/schema.ts'
import { unpackedStates } from '../../domain/box.ts'
import type { DelayAnswer } from '../../domain/delay.ts'
import { ShopError } from '../../domain/errors.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { returnToStock } from '../curation/free-stock.ts'
import { lockInventory } from '../curation/inventory.ts'
import { abandonLabels } from '../parcels/labels.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * Saves a buyer's answer to a delay. Someone who waits may still choose a refund until the belt ships; someone refunded can
 * no longer wait. Repeating an answer changes nothing.
 * @param by the mailbox that answers; 'silence' if the deadline passed
 * @throws ShopError 'not_found'; 'not_possible' once it has shipped or was refunded, during a dispute, or for the money of a
 *   belt that cost nothing
 */
export async function answerDelay(
  shop: Shop,
  { delayId, answer, by }: { delayId: string; answer: DelayAnswer; by: string },
): Promise<void> {
  const [found] = await shop.db
    .select({ box: boxes, delay: delays })
    .from(delays)
    .innerJoin(boxes, eq(delays.boxId, boxes.id))
    .where(eq(delays.id, delayId))
  if (!found) throw new ShopError('not_found', 'We can’t find that delay.')
  const { box, delay } = found
  if (box.state === 'refunded') {
    if (answer === 'refund') return
    throw new ShopError('not_possible', 'Your refund for this belt is already on its way.')
  }
  if (delay.endedAt)
    throw new ShopError('not_possible', 'This has already been settled. Check your membership page.')
  // They answered while others were being refunded for their silence.
  if (by === 'silence' && delay.answer !== null) return
  if (answer === 'refund' && box.valueCents === 0)
    throw new ShopError(
      'not_possible',
      'This belt is on us, so there’s no money to give back. It still comes.',
    )
  if (answer === 'refund') await giveBack(shop, box)
  const now = shop.now()
  await shop.db
    .update(delays)
    .set({ answer, answeredAt: now, answeredBy: by, ...(answer === 'refund' ? { endedAt: now } : {}) })
    .where(and(eq(delays.id, delayId), isNull(delays.endedAt)))
  shop.wakeWorker()
}

// The box is refunded before the answer is stored: after an interruption, the next round finds it refunded.
async function giveBack(shop: Shop, { id, membershipId }: typeof boxes.$inferSelect) {
  await shop.db.transaction(async (tx) => {
    await lockInventory(tx)
    const [box] = await tx.select().from(boxes).where(eq(boxes.id, id)).for('update')
    if (box!.state === 'refunded' || unpackedStates.includes(box!.state)) return
    if (box!.state !== 'packed')
      throw new ShopError(
        'not_possible',
        'This belt has already shipped. If you don’t want it, send it back free.',
      )
    // Packed but late: its unit goes back into stock, and its postage is requested back.
    await tx
      .update(boxes)
      .set({ state: boxState.to('assigned', boxes.state), packedAt: null, shipTo: null })
      .where(eq(boxes.id, id))
    if (box!.productId && box!.size) await returnToStock(tx, { productId: box!.productId, size: box!.size })
    await abandonLabels(tx, and(eq(parcels.boxId, id), isNull(parcels.exchangeId))!)
  })
  await refundBoxes(shop, { membershipId, boxIds: [id] })
}

type Asked = { membership: typeof memberships.$inferSelect; formerPayer: string | null }

/**
 * Who answers for a delay: whoever paid for the belt, also if they handed the membership over since; for a membership of
 * one's own, either of its mailboxes.
 */
export function decides({ membership, formerPayer }: Asked): string[] {
  const { isGift, memberEmail, payerEmail } = membership
  if (formerPayer) return [formerPayer]
  return [payerEmail, isGift ? null : memberEmail].filter((email) => email !== null)
}
