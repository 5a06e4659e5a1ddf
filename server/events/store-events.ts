import { and, eq, lt, sql } from 'drizzle-orm'
import { paymentEvents, settings } from '../../db/schema.ts'
import { keptSince } from '../../domain/retention.ts'
import type { ProviderEvent } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'

/** What is stored of an event: what it's about, and when it happened; absent in those of an older version. */
export type StoredHint = ProviderEvent['about'] & { at?: string }

/** Rows per statement: PostgreSQL accepts 65,535 values in one. */
const most = 1_000

/**
 * Stores the provider's events, once by id, for the worker to handle (stripe.md §6). Only the hint is stored, without
 * personal data: the object is fetched when the event is handled.
 */
export async function storeEvents(shop: Shop, events: ProviderEvent[]) {
  if (events.length === 0) return
  const rows = events.map(({ id, type, about, createdAt }) => ({
    id,
    type,
    payload: { ...about, at: createdAt.toISOString() } satisfies StoredHint,
    receivedAt: shop.now(),
    // Events that arrive together are handled in the order they happened.
    runAt: new Date(Math.min(shop.now().getTime(), createdAt.getTime())),
  }))
  let stored = 0
  for (let first = 0; first < rows.length; first += most) {
    const made = await shop.db
      .insert(paymentEvents)
      .values(rows.slice(first, first + most))
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id })
    stored += made.length
  }
  if (stored > 0) shop.wakeWorker('events')
}

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

const key = 'provider-events-read-until'
/** Milliseconds to read again each time: an event may be listed a little late. */
const overlap = 60 * 60_000
/** Milliseconds to look back the first time: as long as the provider keeps retrying delivery (stripe.md §6). */
const firstLook = 3 * 24 * 60 * 60_000

/**
 * Fetches events from the provider that never arrived: the webhook was down, its secret was wrong, or the database was
 * restored from a backup, which contains how far it had read (stripe.md §9, the last rows).
 */
export async function catchUpEvents(shop: Shop) {
  if (shop.payments.kind === 'demo') return
  const now = shop.now()
  const [row] = await shop.db.select().from(settings).where(eq(settings.key, key))
  const known = row && new Date(row.value as string)
  // A time in the future means the clock was set back since, so it's unknown what was missed.
  const readUntil = known && known <= now ? known.getTime() : now.getTime() - firstLook
  await storeEvents(shop, await shop.payments.eventsSince(new Date(readUntil - overlap)))
  const value = now.toISOString()
  await shop.db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } })
}
