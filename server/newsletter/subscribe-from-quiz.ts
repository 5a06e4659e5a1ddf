import { newsletterSubscribers } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import type { Caller } from '../caller.ts'
import { countMail } from '../limits/count-mail.ts'
import type { Shop } from '../shop.ts'
import { mailSubscriber } from './mail-subscriber.ts'
import { newToken } from './new-token.ts'
import { requireEmail } from './require-email.ts'

/**
 * POST /api/gift-email/subscribe: the address of a finished quiz is asked whether it wants the letters (spec §4
 * "Submit"). One that is known is left alone, above all one that unsubscribed: finishing a quiz is not asking again.
 * @throws ShopError 'invalid_body' for something that is no email address, 'proof_needed' or 'too_many_requests' to
 *   whoever signs up many; the quiz ignores them (spec §8 "Silent")
 */
export async function subscribeFromQuiz(
  shop: Shop,
  body: ParsedBody<'subscribeFromQuiz'>,
  caller: Caller,
): Promise<Reply<'subscribeFromQuiz'>> {
  const email = requireEmail(body.email)
  const mayBeMailed = await countMail(shop, caller, email)
  await shop.db.transaction(async (tx) => {
    const [added] = await tx
      .insert(newsletterSubscribers)
      .values({
        email,
        name: body.recipientName.trim() || null,
        source: body.source ?? 'GiftEmail',
        subscribedAt: shop.now(),
        confirmedAt: shop.config.doubleOptIn ? null : shop.now(),
        token: newToken(),
      })
      .onConflictDoNothing()
      .returning({ id: newsletterSubscribers.id })
    if (added && mayBeMailed) await mailSubscriber(shop, tx, added.id)
  })
  shop.wakeWorker()
  return { success: true }
}
