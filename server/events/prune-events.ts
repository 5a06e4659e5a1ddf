import { and, lt, sql } from 'drizzle-orm'
import { paymentEvents } from '../../db/schema.ts'
import { keptSince } from '../../domain/retention.ts'
import type { Shop } from '../shop/shop.ts'

/** Deletes the payload of events that were handled long ago (domain/retention.ts). The id stays, to recognize a repeat. */
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
