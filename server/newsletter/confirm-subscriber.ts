import { and, eq, sql } from 'drizzle-orm'
import { newsletterSubscribers } from '../../db/schema.ts'
import type { Shop } from '../shop.ts'

/**
 * Puts the owner of this link on the list; a second click changes nothing. False for a link that leads nowhere, also
 * for one whose owner unsubscribed since: an old mail must not undo that.
 */
export async function confirmSubscriber(shop: Shop, token: string): Promise<boolean> {
  const confirmed = await shop.db
    .update(newsletterSubscribers)
    .set({ confirmedAt: sql`coalesce(${newsletterSubscribers.confirmedAt}, ${shop.now().toISOString()})` })
    .where(and(eq(newsletterSubscribers.token, token), eq(newsletterSubscribers.status, 'active')))
    .returning({ id: newsletterSubscribers.id })
  return confirmed.length > 0
}
