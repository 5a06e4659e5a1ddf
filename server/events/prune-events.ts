import { and, lt, sql } from 'drizzle-orm'
import { paymentEvents } from '../../db/schema.ts'
import { keptSince } from '../../domain/retention.ts'
import type { Shop } from '../shop/shop.ts'

/** Drops what the provider told us once it's handled and old (domain/retention.ts). The id stays: it's known again by it. */
export async function prunePaymentEvents(shop: Shop): Promise<void> {
  await shop.db
    .update(paymentEvents)
    .set({ payload: {} })
    .where(
      and(
        lt(paymentEvents.handledAt, keptSince('providerNews', shop.now())),
        sql`${paymentEvents.payload} <> '{}'::jsonb`,
      ),
    )
}
