import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { refundBoxes } from '../../billing/refund-boxes.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { chosenBoxes, refundSum } from './chosen-boxes.ts'

/**
 * Gives back the money of the chosen boxes that are not packed (club.md "Cancel"). Asked again for boxes that are
 * refunded, it does nothing and says so with success.
 * @throws ShopError 'not_found', 'not_possible' where the sum is not the one that was confirmed
 */
export async function refundOrderBoxes(
  shop: Shop,
  { orderId, boxIds, totalCents }: AdminInput<'refundOrderBoxes'>,
  staff: Staff,
): Promise<AdminReply<'refundOrderBoxes'>> {
  const chosen = await chosenBoxes(shop.db, orderId, boxIds)
  if (chosen.every((box) => box.state === 'refunded')) return { success: true }
  const sums = await refundSum(shop.db, chosen)
  if (sums.boxes < chosen.length || sums.totalCents !== totalCents) {
    throw new ShopError(
      'not_possible',
      'Something was packed or refunded meanwhile, so nothing was done. Look at the boxes again.',
    )
  }
  for (const [membershipId, group] of Map.groupBy(chosen, (box) => box.membershipId)) {
    const ids = group.map((box) => box.id)
    await refundBoxes(shop, { membershipId, boxIds: ids }, async (tx, refunded) => {
      if (refunded.length === 0) return
      await audit(tx, staff, shop.now(), {
        action: 'order.refund',
        entity: 'orders',
        entityId: orderId,
        after: { drops: refunded.map((box) => box.drop), boxIds: refunded.map((box) => box.id) },
      })
    })
  }
  return { success: true }
}
