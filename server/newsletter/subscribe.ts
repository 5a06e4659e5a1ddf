import { sql } from 'drizzle-orm'
import { newsletterSubscribers } from '../../db/schema.ts'
import { subscriberStatus } from '../../db/states.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import { messages } from '../../domain/messages.ts'
import type { Shop } from '../shop.ts'
import { mailSubscriber } from './mail-subscriber.ts'
import { newToken } from './new-token.ts'
import { requireEmail } from './require-email.ts'

/**
 * POST /api/newsletter/subscribe. An address that is on the list already gets the same answer, so that nobody learns
 * who is on it; one that unsubscribed is asked again, because anybody may have typed it in.
 * @throws ShopError 'invalid_body' for something that is no email address
 */
export async function subscribe(
  shop: Shop,
  body: ParsedBody<'subscribeToNewsletter'>,
): Promise<Reply<'subscribeToNewsletter'>> {
  const email = requireEmail(body.email)
  const now = shop.now()
  const agreed = shop.config.doubleOptIn ? null : now
  const known = newsletterSubscribers
  await shop.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(newsletterSubscribers)
      .values({
        email,
        name: body.name?.trim() || null,
        source: body.source,
        subscribedAt: now,
        confirmedAt: agreed,
        token: newToken(),
      })
      .onConflictDoUpdate({
        target: newsletterSubscribers.email,
        set: {
          status: subscriberStatus.to('active', known.status),
          unsubscribedAt: null,
          subscribedAt: sql`case when ${known.status} in ${subscriberStatus.list('active')} then ${known.subscribedAt} else excluded.subscribed_at end`,
          confirmedAt: sql`case when ${known.status} in ${subscriberStatus.list('active')} then coalesce(${known.confirmedAt}, excluded.confirmed_at) else excluded.confirmed_at end`,
          // The same link leads out of every letter that was ever sent.
          token: sql`coalesce(${known.token}, excluded.token)`,
        },
      })
      .returning({ id: newsletterSubscribers.id })
    await mailSubscriber(shop, tx, row!.id)
  })
  shop.wakeWorker()
  return { success: true, message: messages.newsletter.success }
}
