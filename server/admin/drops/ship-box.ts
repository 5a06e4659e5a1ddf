import { and, eq } from 'drizzle-orm'
import { boxes, memberships, shippingInfo } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { oneLine } from '../../../domain/names.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { lockDrop, refuseHeld } from './drop-row.ts'
import { lockBox } from './lock-box.ts'
import { shipBoxes } from './ship-boxes.ts'
import { tellBoxesShipped } from './tell-boxes-shipped.ts'

/**
 * One box leaves with a number that was typed. Of a box that has left the number is corrected, on its order too; its
 * member hears the new one.
 * @throws ShopError 'not_found', 'not_possible' for a box that is not packed
 */
export async function shipBox(
  shop: Shop,
  input: AdminInput<'shipBox'>,
  staff: Staff,
): Promise<AdminReply<'shipBox'>> {
  const trackingNumber = oneLine(input.trackingNumber)
  await shop.db.transaction(async (tx) => {
    // The drop before its boxes, as packing does: two that each hold one would wait for each other.
    const [place] = await tx.select({ drop: boxes.drop }).from(boxes).where(eq(boxes.id, input.boxId))
    const dropRow = place && (await lockDrop(tx, shop, place.drop))
    const box = await lockBox(tx, input.boxId)
    if (box.state === 'packed') {
      if (dropRow) refuseHeld(dropRow)
      await shipBoxes(tx, shop, staff, [{ boxId: box.id, trackingNumber }])
    } else if (box.state === 'shipped' || box.state === 'delivered') {
      if (box.trackingNumber === trackingNumber) return
      await tx.update(boxes).set({ trackingNumber }).where(eq(boxes.id, box.id))
      const [membership] = await tx.select().from(memberships).where(eq(memberships.id, box.membershipId))
      if (box.trackingNumber) {
        await tx
          .update(shippingInfo)
          .set({ trackingNumber })
          .where(
            and(
              eq(shippingInfo.orderItemId, membership!.orderItemId),
              eq(shippingInfo.trackingNumber, box.trackingNumber),
            ),
          )
      }
      if (box.state === 'shipped') await tellBoxesShipped(tx, shop, [box.id])
    } else {
      throw new ShopError('not_possible', `This box is ${box.state}. Pack it first, then it can ship.`)
    }
    await audit(tx, staff, shop.now(), {
      action: 'box.tracking',
      entity: 'boxes',
      entityId: box.id,
      before: { trackingNumber: box.trackingNumber, state: box.state },
      after: { trackingNumber },
    })
  })
  shop.wakeWorker()
  return { success: true }
}
