import { and, inArray, isNull, lt, sql } from 'drizzle-orm'
import { checkoutStatus } from '../../db/schema/states.ts'
import { handovers, manualOrders } from '../../db/schema.ts'
import { openHandovers } from '../../domain/handover.ts'
import { keptSince } from '../../domain/retention.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * Forgets people who were offered something by a link and didn't take it, once the link has ended long ago: memberships
 * handed to them, and orders that staff entered for them. A handover for which a card was given stays: its row is all that
 * says which subscription must still end. Safe in several processes.
 */
export async function pruneOffers(shop: Shop): Promise<void> {
  const before = keptSince('offers', shop.now())
  await shop.db
    .delete(handovers)
    .where(
      and(
        inArray(handovers.state, [...openHandovers, 'withdrawn']),
        isNull(handovers.customerId),
        lt(handovers.expiresAt, before),
      ),
    )
  // The row stays for the list of what staff entered, and because a form sent again must find it.
  await shop.db
    .update(manualOrders)
    .set({ email: '', cart: [], reason: '', expiresAt: null, tokenHash: null })
    .where(
      and(
        isNull(manualOrders.orderId),
        sql`${manualOrders.email} <> ''`,
        sql`coalesce(${manualOrders.expiresAt}, ${manualOrders.createdAt}) < ${before.toISOString()}::timestamptz`,
        // Paid by its link, or perhaps about to be.
        sql`not exists (select 1 from checkouts c
          where c.cart_hash = ${manualOrders.cartHash} and c.status not in ${checkoutStatus.list('abandoned')})`,
      ),
    )
}
