import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { paymentEvents } from '../../db/schema.ts'
import type { ProviderEvent } from '../payments.ts'
import type { Shop } from '../shop.ts'
import { handleEvent } from './handle-event.ts'

const batch = 20
/** Milliseconds for which a claimed event is left to its process. */
const lease = 60_000
/** Milliseconds until the next try, by the tries so far; then every hour. */
const pauses = [10_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000]

/**
 * Handles stored events of the provider. An event is a hint only: the payment itself is fetched before anything is
 * done (payments.md §6). Returns how many were handled.
 */
export async function handleEvents(shop: Shop): Promise<number> {
  let handled = 0
  for (;;) {
    const claimed = await claim(shop)
    for (const event of claimed) if (await handleOne(shop, event)) handled++
    if (claimed.length < batch) return handled
  }
}

async function claim(shop: Shop) {
  const due = shop.db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(and(isNull(paymentEvents.handledAt), lte(paymentEvents.runAt, shop.now())))
    .orderBy(asc(paymentEvents.runAt))
    .limit(batch)
    .for('update', { skipLocked: true })
  return shop.db
    .update(paymentEvents)
    .set({ attempts: sql`${paymentEvents.attempts} + 1`, runAt: new Date(shop.now().getTime() + lease) })
    .where(inArray(paymentEvents.id, due))
    .returning()
}

async function handleOne(shop: Shop, event: typeof paymentEvents.$inferSelect): Promise<boolean> {
  try {
    await handleEvent(shop, event.type, event.payload as ProviderEvent['about'])
    await shop.db
      .update(paymentEvents)
      .set({ handledAt: shop.now(), lastError: null })
      .where(eq(paymentEvents.id, event.id))
    return true
  } catch (error) {
    shop.log.warn({ error, eventId: event.id }, 'an event could not be handled; it is tried again')
    await shop.db
      .update(paymentEvents)
      .set({
        lastError: error instanceof Error ? error.message : String(error),
        runAt: new Date(shop.now().getTime() + (pauses[event.attempts - 1] ?? pauses.at(-1)!)),
      })
      .where(eq(paymentEvents.id, event.id))
    return false
  }
}
