import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { boxes, memberships, orderItems } from '../../../db/schema.ts'
import { tell } from '../../billing/tell.ts'
import type { Shop } from '../../shop.ts'

/**
 * The mail to the buyer that a parcel has left: once per order and tracking number (server/emails/order-shipped.ts). Of
 * a parcel that left with its drop everybody has heard already (docs/decisions/022).
 */
export async function tellShipped(tx: Transaction, shop: Shop, orderId: string, trackingNumber: string) {
  const [box] = await tx
    .select({ id: boxes.id })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(and(eq(orderItems.orderId, orderId), eq(boxes.trackingNumber, trackingNumber)))
    .limit(1)
  if (box) return
  await tell(tx, shop, { kind: 'order-shipped', fact: `${orderId}:${trackingNumber}` })
}
