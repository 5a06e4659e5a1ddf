import { eq, sql } from 'drizzle-orm'
import { settings } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'
import { storeEvents } from './store-events.ts'

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
