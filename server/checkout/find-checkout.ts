import { eq, type SQL, sql } from 'drizzle-orm'
import { builtOnce } from '../../db/built-once.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { checkouts, orders } from '../../db/schema.ts'
import { dropRows } from '../ledger/drop-calendar.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * A checkout with everything its order needs, read in one query: its order if there is one, the owner's drop dates, and how
 * often the owner has moved a month. With `monthsMoved` the statement that writes the order checks that the dates are still
 * current (insert-order.ts).
 */
export type KnownCheckout = NonNullable<Awaited<ReturnType<typeof findCheckout>>>

export async function findCheckout(
  shop: Shop,
  by: { id: string } | { intentId: string } | { cartHash: string },
) {
  const built = 'id' in by ? byId : 'intentId' in by ? byIntent : byCart
  const [row] = await built(shop.db).execute(by)
  return row
}

const byId = builtOnce((db) => read(db, eq(checkouts.id, sql.placeholder('id'))))
const byIntent = builtOnce((db) => read(db, eq(checkouts.intentId, sql.placeholder('intentId'))))
const byCart = builtOnce((db) => read(db, eq(checkouts.cartHash, sql.placeholder('cartHash'))))

function read(db: Database | Transaction, isIt: SQL) {
  return db
    .select({
      checkout: checkouts,
      order: { orderNumber: orders.orderNumber, email: orders.purchaserEmail },
      dropRows,
      monthsMoved: monthsMoved.as('months_moved'),
      planRowId: sql<string | null>`(select p.id from subscription_plans p
        where p.plan_id = ${checkouts.snapshot} -> 'items' -> 0 ->> 'planId')`,
    })
    .from(checkouts)
    .leftJoin(orders, eq(orders.id, checkouts.orderId))
    .where(isIt)
    .prepare('')
}

/** How often the owner has moved a month; only ever grows, since notices are never deleted. */
export const monthsMoved = sql<number>`(select count(*)::int from drop_notices where kind = 'month')`
