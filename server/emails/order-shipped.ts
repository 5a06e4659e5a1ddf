import { and, eq } from 'drizzle-orm'
import { orderItems, orders, shippingInfo } from '../../db/schema.ts'
import type { Dropped, MailContent } from '../outbox/renderers.ts'
import type { Shop } from '../shop.ts'
import { renderShipped } from './shipped.ts'

/** An id and the colon after it: what comes then is the tracking number. */
const idLength = 36

/** The mail of the outbox's kind order-shipped, to the buyer; the fact is "order's id:tracking number". */
export async function orderShipped(shop: Shop, fact: string): Promise<MailContent | Dropped> {
  const orderId = fact.slice(0, idLength)
  const trackingNumber = fact.slice(idLength + 1)
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new Error(`order ${orderId} is gone`)
  const [parcel] = await shop.db
    .select({ recipientName: shippingInfo.recipientName, preferences: orderItems.preferences })
    .from(shippingInfo)
    .leftJoin(orderItems, eq(shippingInfo.orderItemId, orderItems.id))
    .where(and(eq(shippingInfo.orderId, orderId), eq(shippingInfo.trackingNumber, trackingNumber)))
  if (!parcel) return { droppedBecause: 'the tracking number was changed before the mail left' }
  if (order.status !== 'shipped' && order.status !== 'delivered') {
    return { droppedBecause: `the order was set to ${order.status} before the mail left` }
  }
  if (!order.purchaserEmail) return { droppedBecause: 'the order has no e-mail address' }
  const isGiver = (parcel.preferences as { recipientType?: unknown } | null)?.recipientType === 'gift'
  return renderShipped(shop.config, {
    to: order.purchaserEmail,
    orderNumber: order.orderNumber,
    recipientName: parcel.recipientName,
    trackingNumber,
    isGift: false,
    isGiver,
  })
}
