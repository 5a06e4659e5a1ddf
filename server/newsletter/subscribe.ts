import { newsletterSubscribers } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import { messages } from '../../domain/messages.ts'
import type { Shop } from '../shop.ts'
import { requireEmail } from './require-email.ts'

/**
 * POST /api/newsletter/subscribe. An address that is on the list already gets the same answer, so that nobody learns
 * who is on it; one that unsubscribed is on it again, because its owner asked.
 * @throws ShopError 'invalid_body' for something that is no email address
 */
export async function subscribe(
  shop: Shop,
  body: ParsedBody<'subscribeToNewsletter'>,
): Promise<Reply<'subscribeToNewsletter'>> {
  await shop.db
    .insert(newsletterSubscribers)
    .values({
      email: requireEmail(body.email),
      name: body.name?.trim() || null,
      source: body.source,
      subscribedAt: shop.now(),
    })
    .onConflictDoUpdate({
      target: newsletterSubscribers.email,
      set: { status: 'active', unsubscribedAt: null },
    })
  return { success: true, message: messages.newsletter.success }
}
