import { sum } from 'drizzle-orm'
import { orderCounts } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { findOrders } from './find-orders.ts'
import { orderViews } from './order-rows.ts'

/** Rows of a page that asks for no other number, the call of spec §7 without parameters among them. */
const rows = 50

/** All orders newest first, page by page, with a total count and a gift count (spec §2). */
export async function listOrders(
  shop: Shop,
  { limit = rows, cursor, ...filter }: AdminInput<'listOrders'>,
): Promise<AdminReply<'listOrders'>> {
  const { ids, nextCursor } = await findOrders(shop, filter, limit, cursor)
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
