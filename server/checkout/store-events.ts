import { paymentEvents } from '../../db/schema.ts'
import type { ProviderEvent } from '../payments.ts'
import type { Shop } from '../shop.ts'

/**
 * Keeps what the provider says has happened, once by its id, for the worker to handle (payments.md §6). What is kept is
 * the hint alone: the object itself is fetched when it is handled, and no personal data stays here.
 */
export async function storeEvents(shop: Shop, events: ProviderEvent[]) {
  if (events.length === 0) return
  const rows = events.map(({ id, type, about, createdAt }) => ({
    id,
    type,
    payload: about,
    receivedAt: shop.now(),
    // In the order in which they happened, as far as they come together.
    runAt: new Date(Math.min(shop.now().getTime(), createdAt.getTime())),
  }))
  const stored = await shop.db
    .insert(paymentEvents)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id })
  if (stored.length > 0) shop.wakeWorker()
}
