import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { checkouts, paymentEvents } from '../../db/schema.ts'
import type { Shop } from '../shop.ts'
import { completeCheckout } from './complete-checkout.ts'

const batch = 20
/** Milliseconds for which a claimed event is left to its process. */
const lease = 60_000

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
    if (event.type === 'payment_intent.succeeded')
      await completePaid(shop, event.payload as { intentId: string })
    await shop.db
      .update(paymentEvents)
      .set({ handledAt: shop.now(), lastError: null })
      .where(eq(paymentEvents.id, event.id))
    return true
  } catch (error) {
    shop.log.warn({ error, eventId: event.id }, 'an event could not be handled; it is tried again')
    await shop.db
      .update(paymentEvents)
      .set({ lastError: error instanceof Error ? error.message : String(error) })
      .where(eq(paymentEvents.id, event.id))
    return false
  }
}

async function completePaid(shop: Shop, { intentId }: { intentId: string }) {
  const [checkout] = await shop.db
    .select({ id: checkouts.id, status: checkouts.status })
    .from(checkouts)
    .where(eq(checkouts.intentId, intentId))
  if (checkout && checkout.status !== 'mismatched') await completeCheckout(shop, checkout.id)
}
