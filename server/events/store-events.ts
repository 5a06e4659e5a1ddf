import { paymentEvents } from '../../db/schema.ts'
import type { ProviderEvent } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'

/** Rows of one statement: PostgreSQL takes 65,535 values in one. */
const most = 1_000

/**
 * Keeps what the provider says has happened, once by its id, for the worker to handle (stripe.md §6). What is kept is
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
