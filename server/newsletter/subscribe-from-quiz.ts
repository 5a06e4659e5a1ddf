import { newsletterSubscribers } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import type { Shop } from '../shop.ts'
import { requireEmail } from './require-email.ts'

/**
 * POST /api/gift-email/subscribe: the address of a finished quiz goes to the mailing list (spec §4 "Submit"). It never
 * brings back somebody who unsubscribed: finishing a quiz is not asking for letters again.
 * @throws ShopError 'invalid_body' for something that is no email address; the quiz ignores it (spec §8 "Silent")
 */
export async function subscribeFromQuiz(
  shop: Shop,
  body: ParsedBody<'subscribeFromQuiz'>,
): Promise<Reply<'subscribeFromQuiz'>> {
  await shop.db
    .insert(newsletterSubscribers)
    .values({
      email: requireEmail(body.email),
      name: body.recipientName.trim() || null,
      source: body.source ?? 'GiftEmail',
      subscribedAt: shop.now(),
    })
    .onConflictDoNothing()
  return { success: true }
}
