import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { checkouts, orderItems, orders } from '../db/schema.ts'
import type { CartItem } from '../domain/cart.ts'

/** The orders that a payment became (one, or none) with the carts of their items. */
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
