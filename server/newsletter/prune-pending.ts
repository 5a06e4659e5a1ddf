import { and, inArray, isNull, lt, sql } from 'drizzle-orm'
import { subscriberStatus } from '../../db/schema/states.ts'
import { keptMails, newsletterSubscribers, outbox } from '../../db/schema.ts'
import { keptSince } from '../../domain/retention.ts'
import type { Shop } from '../shop/shop.ts'

const day = 24 * 60 * 60_000
/** Milliseconds after which an unconfirmed address gets a reminder. */
const remindAfter = 3 * day
/** Rows per transaction. */
const batch = 200

/**
 * Reminds people who signed up and never confirmed, once, and deletes them after 30 days with the emails about it. Anyone
 * may have typed the address, so nothing else is ever sent there. Safe in several processes.
 */
export async function prunePendingSubscribers(shop: Shop): Promise<void> {
  await remind(shop)
  while ((await forget(shop)) === batch);
}

/** One outbox row per subscriber, so that nobody is reminded twice. */
async function remind(shop: Shop) {
  const now = shop.now()
  const from = keptSince('signUps', now).toISOString()
  const until = new Date(now.getTime() - remindAfter).toISOString()
  await shop.db.execute(sql`
    insert into outbox (kind, fact, run_at, created_at)
    select 'newsletter-reminder', s.id || ' reminder', ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from newsletter_subscribers s
    where s.confirmed_at is null and s.status in ${subscriberStatus.list('active')} and s.token is not null
      and s.mailed_at is not null and s.subscribed_at > ${from}::timestamptz and s.subscribed_at <= ${until}::timestamptz
      and not exists (select 1 from outbox o where o.fact = s.id || ' reminder' and o.kind = 'newsletter-reminder')
    on conflict do nothing`)
  shop.wakeWorker()
}

async function forget(shop: Shop): Promise<number> {
  const before = keptSince('signUps', shop.now())
  return shop.db.transaction(async (tx) => {
    const isOld = and(
      isNull(newsletterSubscribers.confirmedAt),
      // A literal, not a parameter: a plan for any status wouldn't use the partial index.
      sql`${newsletterSubscribers.status} in ${subscriberStatus.list('active')}`,
      lt(newsletterSubscribers.subscribedAt, before),
    )
    const old = await tx
      .select({ id: newsletterSubscribers.id })
      .from(newsletterSubscribers)
      .where(isOld)
      .limit(batch)
      .for('update', { skipLocked: true })
    if (old.length === 0) return 0
    const ids = old.map(({ id }) => id)
    // Only emails about the sign-up: someone may have bought belts with the same address.
    const isAboutIt = inArray(sql`left(${outbox.subjectId}, 36)`, ids)
    await tx
      .update(keptMails)
      .set({ subject: null, text: null, html: null, goneBecause: 'old' })
      .where(
        and(
          isNull(keptMails.goneBecause),
          inArray(keptMails.mailId, tx.select({ id: outbox.id }).from(outbox).where(isAboutIt)),
        ),
      )
    await tx.update(outbox).set({ recipient: null }).where(isAboutIt)
    await tx.delete(newsletterSubscribers).where(inArray(newsletterSubscribers.id, ids))
    return old.length
  })
}
