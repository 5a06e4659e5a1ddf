import { paymentEvents } from '../../db/schema.ts'
import type { ProviderEvent } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'

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
    payload: about,
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
