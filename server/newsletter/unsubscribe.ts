import { and, eq, ne } from 'drizzle-orm'
import { newsletterSubscribers } from '../../db/schema.ts'
import { subscriberStatus } from '../../db/states.ts'
import type { Shop } from '../shop.ts'

/** Takes the owner of this link off the list. Says nothing about whether there was one. */
export async function unsubscribe(shop: Shop, token: string): Promise<void> {
  await shop.db
    .update(newsletterSubscribers)
    .set({
      status: subscriberStatus.to('unsubscribed', newsletterSubscribers.status),
      unsubscribedAt: shop.now(),
      confirmedAt: null,
    })
    .where(and(eq(newsletterSubscribers.token, token), ne(newsletterSubscribers.status, 'unsubscribed')))
}
