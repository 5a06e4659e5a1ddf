import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { newsletterSubscribers, outbox } from '../../db/schema.ts'
import type { Shop } from '../shop.ts'

/** Milliseconds between two mails to one address: a form that anybody may fill must not flood a stranger. */
const mailPause = 60 * 60_000

/**
 * Queues what a sign-up is answered with: the question to an address that has not confirmed, else the welcome. At most
 * one an hour to one address, however often it is typed in.
 */
export async function mailSubscriber(shop: Shop, tx: Transaction, subscriberId: string) {
  const now = shop.now()
  const [due] = await tx
    .update(newsletterSubscribers)
    .set({ mailedAt: now })
    .where(
      and(
        eq(newsletterSubscribers.id, subscriberId),
        or(
          isNull(newsletterSubscribers.mailedAt),
          lte(newsletterSubscribers.mailedAt, new Date(now.getTime() - mailPause)),
        ),
      ),
    )
    .returning({ confirmedAt: newsletterSubscribers.confirmedAt })
  if (!due) return
  const kind = due.confirmedAt ? 'newsletter-welcome' : 'newsletter-confirmation'
  // With its time, because signing up again later is another fact.
  const fact = `${subscriberId} ${now.toISOString()}`
  await tx.insert(outbox).values({ kind, fact, runAt: now, createdAt: now })
}
