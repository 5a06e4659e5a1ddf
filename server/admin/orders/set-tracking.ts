import { eq } from 'drizzle-orm'
import { orders, shippingInfo } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { lockOrder } from './lock-order.ts'
import { orderViewOf } from './order-rows.ts'
import { tellShipped } from './tell-shipped.ts'

/**
 * The tracking number of the first item's parcel, or of the named one (spec §7). An order that is shipped already
 * tells the buyer now.
 * @throws ShopError 'not_found', 'not_possible' for an order without an address
 */
export async function setTracking(
  shop: Shop,
  input: AdminInput<'setTracking'>,
  staff: Staff,
): Promise<AdminReply<'setTracking'>> {
  const { orderId, shippingInfoId } = input
  const trackingNumber = input.trackingNumber.trim()
  const order = await shop.db.transaction(async (tx) => {
    const { status } = await lockOrder(tx, orderId)
    const { shippingAddresses } = await orderViewOf(tx, orderId)
    const parcel = shippingAddresses.find(({ id }) => !shippingInfoId || id === shippingInfoId)
    if (!parcel) {
      throw new ShopError(
        'not_possible',
        'This order has no such parcel: it has no address to be tracked to.',
      )
    }
    if (parcel.trackingNumber !== trackingNumber) {
      await tx.update(shippingInfo).set({ trackingNumber }).where(eq(shippingInfo.id, parcel.id))
      await tx.update(orders).set({ updatedAt: shop.now() }).where(eq(orders.id, orderId))
      await audit(tx, staff, shop.now(), {
        action: 'order.tracking',
        entity: 'orders',
        entityId: orderId,
        before: { trackingNumber: parcel.trackingNumber },
        after: { trackingNumber },
      })
    }
    if (status === 'shipped') await tellShipped(tx, shop, orderId, trackingNumber)
    return orderViewOf(tx, orderId)
  })
  shop.wakeWorker()
  return { order }
}
