import { eq } from 'drizzle-orm'
import { orders, shippingInfo } from '../../../db/schema.ts'
import { orderStatus } from '../../../db/states.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { lockOrder } from './lock-order.ts'
import { orderViewOf } from './order-rows.ts'
import { tellShipped } from './tell-shipped.ts'

/**
 * Any status from any other (spec §4). It is what the owner says about the order; boxes, memberships and money stay
 * as they are (docs/decisions/014). Shipped with tracking, it tells the buyer.
 * @throws ShopError 'not_found'
 */
export async function setOrderStatus(
  shop: Shop,
  { orderId, status }: AdminInput<'setOrderStatus'>,
  staff: Staff,
): Promise<AdminReply<'setOrderStatus'>> {
  const order = await shop.db.transaction(async (tx) => {
    const before = await lockOrder(tx, orderId)
    if (before.status !== status) {
      await tx
        .update(orders)
        .set({ status: orderStatus.to(status, orders.status), updatedAt: shop.now() })
        .where(eq(orders.id, orderId))
      await audit(tx, staff, shop.now(), {
        action: 'order.status',
        entity: 'orders',
        entityId: orderId,
        before: { status: before.status },
        after: { status },
      })
    }
    if (status === 'shipped') {
      const parcels = await tx.select().from(shippingInfo).where(eq(shippingInfo.orderId, orderId))
      for (const { trackingNumber } of parcels) {
        if (trackingNumber) await tellShipped(tx, shop, orderId, trackingNumber)
      }
    }
    return orderViewOf(tx, orderId)
  })
  shop.wakeWorker()
  return { order }
}
