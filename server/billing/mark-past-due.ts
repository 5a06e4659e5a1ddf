import { eq } from 'drizzle-orm'
import { memberships } from '../../db/schema.ts'
import { membershipStatus } from '../../db/states.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { noticeTime } from '../../domain/notice-time.ts'
import type { InvoiceState } from '../payments.ts'
import type { Shop } from '../shop.ts'
import { lockMembership, type Membership } from './find-membership.ts'
import { shopDay } from './shop-day.ts'
import { tell } from './tell.ts'

/**
 * A renewal that the bank has refused: the membership is past due from this day, and its buyer is told now and after
 * 3, 7 and 18 days, the last before it would end (club.md "Renewal law"). Boxes that are paid still ship. An open bill that is about to be charged is
 * not a failed one: the subscription says which it is.
 */
export async function markPastDue(shop: Shop, membership: Membership, invoice: InvoiceState) {
  const subscription = await shop.payments.fetchSubscription(invoice.subscriptionId!)
  if (subscription?.status !== 'past_due') return
  const today = shopDay(shop)
  await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, membership.id)
    if (locked.status !== 'active') return
    await tx
      .update(memberships)
      .set({ status: membershipStatus.to('past_due', memberships.status), pastDueSince: today })
      .where(eq(memberships.id, locked.id))
    const fact = invoice.invoiceId
    const later = (days: number) => noticeTime(addDays(today, days), shop.config.timeZone)
    await tell(tx, shop, { kind: 'renewal-failed-0', fact })
    await tell(tx, shop, { kind: 'renewal-failed-3', fact, runAt: later(3) })
    await tell(tx, shop, { kind: 'renewal-failed-7', fact, runAt: later(7) })
    await tell(tx, shop, { kind: 'renewal-failed-18', fact, runAt: later(18) })
  })
  shop.wakeWorker()
}
