import { and, asc, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { memberships, outbox } from '../../db/schema.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { noticeTime } from '../../domain/gift-notice.ts'
import { notifyMissingCard } from '../memberships/sync-card.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/** Days before a charge when its card is checked. */
const daysAhead = 14
/** Memberships checked per round: each costs a call to the provider. */
const batch = 50

/**
 * Checks the cards of charges in the next two weeks with the provider, once per charge. Emails payers whose card will have
 * expired by then, once per card, however many memberships it pays, and payers without a card. Returns how many were
 * checked.
 */
export async function enqueueExpiringCardMails(shop: Shop): Promise<number> {
  const today = shopDay(shop)
  const due = await shop.db
    .select()
    .from(memberships)
    .where(
      and(
        eq(memberships.renews, true),
        eq(memberships.status, 'active'),
        isNotNull(memberships.stripeSubscriptionId),
        gt(memberships.paidUntil, today),
        lte(memberships.paidUntil, addDays(today, daysAhead)),
        or(isNull(memberships.cardCheckedFor), ne(memberships.cardCheckedFor, memberships.paidUntil)),
      ),
    )
    .orderBy(asc(memberships.paidUntil))
    .limit(batch)
  for (const membership of due) {
    const { id, stripeSubscriptionId, paidUntil } = membership
    const card = await shop.payments.cardOf(stripeSubscriptionId!)
    if (!card) await notifyMissingCard(shop, membership, stripeSubscriptionId!)
    await shop.db.transaction(async (tx) => {
      await tx.update(memberships).set({ cardCheckedFor: paidUntil }).where(eq(memberships.id, id))
      if (!card?.lastMonth || card.lastMonth >= paidUntil.slice(0, 7)) return
      const which = `${card.cardId}:${card.lastMonth}`
      const isTold = and(eq(outbox.kind, 'card-expiring'), sql`substr(${outbox.subjectId}, 38) = ${which}`)
      if ((await tx.$count(outbox, isTold)) > 0) return
      const planned = noticeTime(today, shop.config.timeZone)
      const runAt = planned > shop.now() ? planned : shop.now()
      await enqueueMail(tx, shop, {
        kind: 'card-expiring',
        about: { membershipId: id, cardId: card.cardId, lastMonth: card.lastMonth },
        runAt,
      })
    })
  }
  if (due.length > 0) shop.wakeWorker()
  return due.length
}
