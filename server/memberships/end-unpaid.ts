import { and, desc, eq, isNotNull, lte } from 'drizzle-orm'
import { disputes, membershipPayments, memberships } from '../../db/schema.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { terms } from '../../domain/terms.ts'
import { lastBackOn } from '../clock/after-a-break.ts'
import { isDisputed } from '../ledger/disputes.ts'
import { findMembership, isByPayer, lockMembership, type Membership } from '../ledger/find-membership.ts'
import { itemFailed, stepDone } from '../shop/rounds.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { endMembership } from './end-membership.ts'
import { reconcileMembership } from './reconcile-renewals.ts'

/** Days after a failed renewal until its membership ends (club-rules.md "Renewal law"). */
export const unpaidDays = 7 * terms.unpaidWeeks
/** Days that are left in any case after a break of the shop, in which nobody was reminded and no card could be changed. */
const daysAfterBreak = 3

/**
 * The day a past-due membership ends. While the bank is looking into one of its payments, its card isn't tried and the days
 * don't count (docs/decisions/046): after a decision for the shop, all of them start over.
 */
export type UnpaidClock = {
  endsOn: CalendarDate
  /** the end is put off, and `endsOn` is the day if the bank decided today */
  isDisputed: boolean
  /** the dispute whose decision started the days over; null: they count from the failed renewal */
  disputeId: string | null
}

/** The days left to a membership that is past due since a day. */
export async function unpaidClock(shop: Shop, id: string, pastDueSince: CalendarDate): Promise<UnpaidClock> {
  const isWon = and(eq(disputes.state, 'won'), isNotNull(disputes.openedAt), isNotNull(disputes.closedAt))
  const [last] = await shop.db
    .select({ disputeId: disputes.id, closedAt: disputes.closedAt })
    .from(disputes)
    .innerJoin(membershipPayments, eq(membershipPayments.intentId, disputes.intentId))
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .where(and(eq(memberships.id, id), isByPayer, isWon))
    .orderBy(desc(disputes.closedAt), desc(disputes.id))
    .limit(1)
  const decidedOn = last?.closedAt ? shopDay(shop, last.closedAt) : pastDueSince
  const disputeId = last && decidedOn > pastDueSince ? last.disputeId : null
  const isUnderway = await isDisputed(shop, id)
  const from = isUnderway ? shopDay(shop) : disputeId ? decidedOn : pastDueSince
  const backOn = await lastBackOn(shop)
  const days = [addDays(from, unpaidDays), ...(backOn ? [addDays(backOn, daysAfterBreak)] : [])]
  return { endsOn: days.sort().at(-1)!, isDisputed: isUnderway, disputeId }
}

/**
 * Ends every membership that has been past due for 21 days, those of a dispute not counted; paid boxes still ship. Returns
 * how many ended.
 */
export async function endUnpaid(shop: Shop): Promise<number> {
  const due = await shop.db
    .select()
    .from(memberships)
    .where(
      and(
        eq(memberships.status, 'past_due'),
        lte(memberships.pastDueSince, addDays(shopDay(shop), -unpaidDays)),
      ),
    )
  let ended = 0
  for (const membership of due) {
    stepDone()
    try {
      const clock = await unpaidClock(shop, membership.id, membership.pastDueSince!)
      if (clock.isDisputed || clock.endsOn > shopDay(shop)) continue
      if (await endOne(shop, membership)) ended++
    } catch (error) {
      itemFailed(shop, { error, membershipId: membership.id }, 'an unpaid membership could not be ended')
    }
  }
  if (ended > 0) shop.wakeWorker()
  return ended
}

// The provider is updated first: after a crash in between, the row is still past due, so the next run retries, and the
// provider's event does the same. In the other order, a membership that has ended here could still be charged.
async function endOne(shop: Shop, { id, stripeSubscriptionId }: Membership): Promise<boolean> {
  if (stripeSubscriptionId) await payAfterAll(shop, id, stripeSubscriptionId)
  // The bank may have asked about a payment meanwhile.
  if ((await findMembership(shop, id)).status !== 'past_due' || (await isDisputed(shop, id))) return false
  if (stripeSubscriptionId) await shop.payments.endSubscription(stripeSubscriptionId)
  return shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, id)
    if (locked.status !== 'past_due') return false
    await endMembership(tx, shop, locked)
    return true
  })
}

// The renewal may have been paid without our hearing of it. Or the card was changed after the provider's last attempt: our
// emails promise another attempt in that case.
async function payAfterAll(shop: Shop, id: string, subscriptionId: string) {
  await reconcileMembership(shop, id)
  if ((await findMembership(shop, id)).status !== 'past_due') return
  const bills = await shop.payments.invoicesOf(subscriptionId)
  const open = bills.find((bill) => bill.status === 'open' && bill.reason === 'renewal')
  if (!open || (await isDisputed(shop, id))) return
  await shop.payments.retryCharge(open.invoiceId)
  await reconcileMembership(shop, id)
}
