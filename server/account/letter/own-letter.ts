import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { subscriberStatus } from '../../../db/schema/states.ts'
import { newsletterSubscribers } from '../../../db/schema.ts'
import type { AccountInput, AccountReply } from '../../../domain/account/contracts.ts'
import { clearBounce } from '../../bounces/record-bounce.ts'
import type { Member } from '../../members/member.ts'
import { newToken } from '../../newsletter/subscribe.ts'
import type { Shop } from '../../shop/shop.ts'

const known = newsletterSubscribers

/** Whether this address gets the letter. */
export async function readLetterChoice(
  shop: Shop,
  _input: unknown,
  { email }: Member,
): Promise<AccountReply<'readLetterWish'>> {
  const [row] = await shop.db
    .select({ id: known.id })
    .from(known)
    .where(and(eq(known.email, email), eq(known.status, 'active'), isNotNull(known.confirmedAt)))
  return { isWanted: row !== undefined }
}

/**
 * Adds a member's address to the newsletter list or takes it off: the same list and unsubscribe link as for everyone. A
 * signed-in member opened a link sent to the address, so it needs no confirmation, and email arrives there.
 */
export async function setLetterChoice(
  shop: Shop,
  { isWanted }: AccountInput<'wishForLetter'>,
  { email }: Member,
): Promise<AccountReply<'wishForLetter'>> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    if (!isWanted) {
      await tx
        .update(known)
        .set({
          status: subscriberStatus.to('unsubscribed', known.status),
          unsubscribedAt: now,
          confirmedAt: null,
        })
        .where(
          and(eq(known.email, email), sql`${known.status} in ${subscriberStatus.list('active', 'bounced')}`),
        )
      return
    }
    await clearBounce(tx, email)
    await tx
      .insert(known)
      .values({ email, source: 'member', subscribedAt: now, confirmedAt: now, token: newToken() })
      .onConflictDoUpdate({
        target: known.email,
        set: {
          status: subscriberStatus.to('active', known.status),
          unsubscribedAt: null,
          confirmedAt: sql`coalesce(${known.confirmedAt}, excluded.confirmed_at)`,
          token: sql`coalesce(${known.token}, excluded.token)`,
        },
      })
  })
  return { isWanted }
}
