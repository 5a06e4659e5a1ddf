import { asc, eq, inArray, sum } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { orderCounts, orderItems, orders, orderTags, shippingInfo, users } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { seesEmails } from '../../../domain/admin/hidden-fields.ts'
import type { OrderItemView, OrderView, ShippingView } from '../../../domain/admin/order-views.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { OrderStatus } from '../../../domain/order.ts'
import { openDisputesOf } from '../../ledger/open-disputes.ts'
import type { Shop } from '../../shop/shop.ts'
import type { Staff } from '../../staff/staff.ts'
import { findOrders } from './find-orders.ts'

/** Rows of a page unless the caller asks for another number; also for the parameterless call of spec §7. */
const rows = 50

/** All orders newest first, page by page, with a total count and a gift count (spec §2). */
export async function listOrders(
  shop: Shop,
  { limit = rows, cursor, ...filter }: AdminInput<'listOrders'>,
  { role }: Pick<Staff, 'role'>,
): Promise<AdminReply<'listOrders'>> {
  const asked = { ...filter, isWithoutEmails: !seesEmails(role) }
  const { ids, nextCursor } = await findOrders(shop, asked, limit, cursor)
  const [counts] = await shop.db
    .select({ total: sum(orderCounts.orders), gifts: sum(orderCounts.gifts) })
    .from(orderCounts)
  return {
    orders: await orderViews(shop.db, ids),
    total: Number(counts?.total ?? 0),
    gifts: Number(counts?.gifts ?? 0),
    nextCursor,
  }
}

/** Orders as the admin shows them, in the order of `ids`: five queries, for any number of orders. */
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
  const tagRows = await db
    .select()
    .from(orderTags)
    .where(inArray(orderTags.orderId, ids))
    .orderBy(asc(orderTags.tag))
  const disputesOf = Map.groupBy(await openDisputesOf(db, ids), (dispute) => dispute.orderId)
  const tagsOf = Map.groupBy(tagRows, (row) => row.orderId)
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
        ...(disputesOf.has(id) && { disputes: disputesOf.get(id)!.map(({ status }) => status) }),
        tags: (tagsOf.get(id) ?? []).map(({ tag }) => tag),
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
  if (!view) throw new ShopError('not_found', 'We can’t find that order. Reload the page.')
  return view
}

function fieldsOf(order: typeof orders.$inferSelect) {
  const {
    subtotalCents,
    discountCents,
    taxCents,
    totalCents,
    createdAt,
    updatedAt,
    status,
    boxesStatus,
    isPaid: _,
    ...rest
  } = order
  return {
    ...rest,
    status: status as OrderStatus,
    boxesStatus,
    subtotalAmount: decimal(subtotalCents),
    discountAmount: decimal(discountCents),
    taxAmount: decimal(taxCents),
    totalAmount: decimal(totalCents),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

// Spec §3: a decimal with 2 places, as stored in the table.
function decimal(cents: number): string {
  return (cents / 100).toFixed(2)
}
