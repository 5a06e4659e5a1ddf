import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { boxes, checkouts, memberships, orderItems, orders } from '../db/schema.ts'
import type { CartItem } from '../domain/cart.ts'

/** The orders a payment became (one, or none), with the carts of their items. */
export async function ordersOf(db: Database, paymentIntentId: string) {
  const rows = await db.select().from(orders).where(eq(orders.stripePaymentIntentId, paymentIntentId))
  return Promise.all(
    rows.map(async (order) => {
      const items = await db
        .select({ cart: orderItems.preferences })
        .from(orderItems)
        .where(eq(orderItems.orderId, order.id))
        .orderBy(orderItems.position)
      return { ...order, carts: items.map((item) => item.cart as CartItem) }
    }),
  )
}

/** The checkout of a payment. */
export async function checkoutOf(db: Database, paymentIntentId: string) {
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.intentId, paymentIntentId))
  if (!checkout) throw new Error(`no checkout of ${paymentIntentId}`)
  return checkout
}

/** The boxes a payment bought, by item and then by drop. */
export async function boxesOf(db: Database, paymentIntentId: string) {
  const rows = await db
    .select({ box: boxes })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(orders.stripePaymentIntentId, paymentIntentId))
    .orderBy(orderItems.position, boxes.ordinal)
  return rows.map((row) => row.box)
}
