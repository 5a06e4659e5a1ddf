import { sql } from 'drizzle-orm'
import { membershipPayments, orders } from '../../../db/schema.ts'
import type { Shop } from '../../shop.ts'

/**
 * Waits until every purchase and renewal is written that is being written now: it may have asked for the owner's days
 * before a move stood in them, and its box would stay in the old month. Each writes its order or payment before it asks
 * for the days, so whoever begins later knows of the move. One table a time: nothing else is held while it waits.
 */
export async function outlastPurchases(shop: Shop): Promise<void> {
  for (const table of [orders, membershipPayments])
    await shop.db.transaction((tx) => tx.execute(sql`lock table ${table} in share mode`))
}
