import { asc, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { orderItems, orders, shippingInfo, users } from '../../../db/schema.ts'
import type { OrderItemView, OrderView, ShippingView } from '../../../domain/admin/order-views.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { OrderStatus } from '../../../domain/order.ts'

/** Orders as the desk shows them, in the order of `ids`; three questions, however many they are. */
export async function orderViews(db: Database | Transaction, ids: string[]): Promise<OrderView[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ order: orders, username: users.username, email: users.email })
    .from(orders)
    .leftJoin(users, eq(orders.userId, users.id))
    .where(inArray(orders.id, ids))
  const items = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.position))
  const addresses = await db.select().from(shippingInfo).where(inArray(shippingInfo.orderId, ids))
  const itemsOf = Map.groupBy(items, (item) => item.orderId)
  const addressesOf = Map.groupBy(addresses, (address) => address.orderId)
  const byId = new Map(rows.map((row) => [row.order.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const own = itemsOf.get(id) ?? []
    const places = new Map(own.map((item, place) => [item.id, place]))
    const place = (address: ShippingView) => places.get(address.orderItemId ?? '') ?? own.length
    const shippingAddresses = (addressesOf.get(id) ?? []).sort((a, b) => place(a) - place(b))
    return [
      {
        ...fieldsOf(row.order),
        customer: row.username
          ? { username: row.username, email: row.email }
          : { username: 'Guest Order', email: row.order.purchaserEmail },
        shippingInfo: shippingAddresses[0] ?? null,
        shippingAddresses,
        orderItems: own.map(({ id, orderId, productId, quantity, priceCents, preferences }) => ({
          id,
          orderId,
          productId,
          quantity,
          price: decimal(priceCents),
          preferences: preferences as OrderItemView['preferences'],
        })),
      },
    ]
  })
}

/** One order. @throws ShopError 'not_found' */
export async function orderViewOf(db: Database | Transaction, id: string): Promise<OrderView> {
  const [view] = await orderViews(db, [id])
  if (!view) throw new ShopError('not_found', 'There is no such order. Load the page again.')
  return view
}

function fieldsOf(order: typeof orders.$inferSelect) {
  const { subtotalCents, discountCents, taxCents, totalCents, createdAt, updatedAt, status, ...rest } = order
  return {
    ...rest,
    status: status as OrderStatus,
    subtotalAmount: decimal(subtotalCents),
    discountAmount: decimal(discountCents),
    taxAmount: decimal(taxCents),
    totalAmount: decimal(totalCents),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

// Spec §3: a decimal with 2 places, as the table holds it.
function decimal(cents: number): string {
  return (cents / 100).toFixed(2)
}
