import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { orderStatus } from '../../../db/schema/states.ts'
import { boxes, memberships, orderItems, orderNotes, orders, shippingInfo } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { plainTracking } from '../../../domain/tracking.ts'
import { enqueueMail } from '../../outbox/enqueue-mail.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { refuseEditConflict } from '../edit-conflict.ts'
import { orderViewOf } from './list-orders.ts'

/**
 * Sets any status, from any other (spec §4). It overrides what the order's boxes say until their state changes again
 * (docs/decisions/059). Boxes, memberships and money stay as they are. 'shipped' with a tracking number emails the buyer.
 * @throws ShopError 'not_found'
 */
export async function setOrderStatus(
  shop: Shop,
  { orderId, status, was }: AdminInput<'setOrderStatus'>,
  staff: Staff,
): Promise<AdminReply<'setOrderStatus'>> {
  const order = await shop.db.transaction(async (tx) => {
    const before = await lockOrder(tx, orderId)
    if (before.status !== status) {
      await refuseEditConflict(
        tx,
        {
          ...{ entity: 'orders', entityId: orderId, what: 'this order' },
          sentence: `This order is ${before.status} now. Your screen showed ${was?.status}.`,
        },
        was,
        { status: before.status },
      )
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
        if (trackingNumber) await enqueueShippedMail(tx, shop, orderId, trackingNumber)
      }
    }
    return orderViewOf(tx, orderId)
  })
  shop.wakeWorker()
  return { order }
}

/**
 * Sets the tracking number of the first item's package, or of a given item's (spec §7). If the order is already shipped,
 * the buyer gets an email.
 * @throws ShopError 'not_found', 'not_possible' for an order without an address
 */
export async function setTracking(
  shop: Shop,
  input: AdminInput<'setTracking'>,
  staff: Staff,
): Promise<AdminReply<'setTracking'>> {
  const { orderId, shippingInfoId } = input
  const trackingNumber = plainTracking(input.trackingNumber)
  const order = await shop.db.transaction(async (tx) => {
    const { status } = await lockOrder(tx, orderId)
    const { shippingAddresses } = await orderViewOf(tx, orderId)
    const parcel = shippingAddresses.find(({ id }) => !shippingInfoId || id === shippingInfoId)
    if (!parcel) {
      throw new ShopError('not_possible', 'This order has no shipping address, so there’s nothing to track.')
    }
    if (parcel.trackingNumber !== trackingNumber) {
      await refuseEditConflict(
        tx,
        {
          ...{ entity: 'orders', entityId: orderId, what: 'this order' },
          sentence: `The tracking number is ${parcel.trackingNumber || 'empty'} now. Your screen showed ${input.was?.trackingNumber || 'none'}.`,
        },
        input.was,
        { trackingNumber: parcel.trackingNumber },
      )
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
    if (status === 'shipped') await enqueueShippedMail(tx, shop, orderId, trackingNumber)
    return orderViewOf(tx, orderId)
  })
  shop.wakeWorker()
  return { order }
}

/** Locks the order's row until the transaction ends. @throws ShopError 'not_found' */
async function lockOrder(tx: Transaction, orderId: string) {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  if (!order) throw new ShopError('not_found', 'We can’t find that order. Reload the page.')
  return order
}

/**
 * Queues the "shipped" email to the buyer: once per order and tracking number (server/emails/shipped.ts). Skips packages
 * that shipped with a drop: their wearers already got an email (docs/decisions/022).
 */
async function enqueueShippedMail(tx: Transaction, shop: Shop, orderId: string, trackingNumber: string) {
  const [box] = await tx
    .select({ id: boxes.id })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(and(eq(orderItems.orderId, orderId), eq(boxes.trackingNumber, trackingNumber)))
    .limit(1)
  if (box) return
  await enqueueMail(tx, shop, { kind: 'order-shipped', about: { orderId, trackingNumber } })
}

/** Adds a staff note to an order; the buyer never sees it. @throws ShopError 'not_found' */
export async function addOrderNote(
  shop: Shop,
  { orderId, text }: AdminInput<'addOrderNote'>,
  staff: Staff,
): Promise<AdminReply<'addOrderNote'>> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const { userId, username } = staff
    await tx.insert(orderNotes).values({ orderId, userId, username, text: text.trim(), createdAt: now })
    await audit(tx, staff, now, { action: 'order.note', entity: 'orders', entityId: orderId })
  })
  return { success: true }
}
