import { and, asc, eq, isNotNull, lt, or } from 'drizzle-orm'
import { membershipStatus } from '../../db/schema/states.ts'
import { memberships } from '../../db/schema.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { findMembership } from '../ledger/find-membership.ts'
import { itemFailed, stepDone } from '../shop/rounds.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { applyBills } from './apply-invoice.ts'
import { syncCard } from './sync-card.ts'
import { syncSubscription } from './sync-subscription.ts'

const hour = 60 * 60_000

/**
 * Checks every renewal that should have been seen by now with the provider: the repair for lost events. Returns the number
 * it checked, including those that failed.
 */
export async function reconcileRenewals(shop: Shop): Promise<number> {
  let asked = 0
  for (const renewal of await overdueMemberships(shop)) {
    const last = renewal.renewalCheckedAt?.getTime() ?? 0
    // A time in the future means the clock was set back since.
    if (Math.abs(shop.now().getTime() - last) < waitFor(shop, renewal)) continue
    asked++
    stepDone()
    const id = renewal.membershipId
    await shop.db.update(memberships).set({ renewalCheckedAt: shop.now() }).where(eq(memberships.id, id))
    try {
      await reconcileMembership(shop, id)
    } catch (error) {
      // An error on one membership must not block the others.
      itemFailed(shop, { error, membershipId: id }, 'a renewal could not be reconciled')
    }
  }
  return asked
}

// A renewal a day late may arrive any hour; one long overdue is checked once a day.
function waitFor(shop: Shop, { paidUntil }: ExpectedRenewal): number {
  if (paidUntil >= addDays(shopDay(shop), -2)) return 2 * hour
  return paidUntil >= addDays(shopDay(shop), -30) ? 6 * hour : 24 * hour
}

type ExpectedRenewal = {
  membershipId: string
  paidUntil: CalendarDate
  status: string
  renewalCheckedAt: Date | null
}

/** Memberships whose charge date has passed without a payment, longest overdue first. */
export async function expectedRenewals(shop: Shop): Promise<ExpectedRenewal[]> {
  return (await overdueMemberships(shop)).filter((membership) => membership.status !== 'cancelled')
}

/** The same, plus cancelled ones whose end, or last charge before it, hasn't been seen. */
function overdueMemberships(shop: Shop): Promise<ExpectedRenewal[]> {
  return shop.db
    .select({
      membershipId: memberships.id,
      paidUntil: memberships.paidUntil,
      status: memberships.status,
      renewalCheckedAt: memberships.renewalCheckedAt,
    })
    .from(memberships)
    .where(
      and(
        or(eq(memberships.renews, true), eq(memberships.status, 'cancelled')),
        isNotNull(memberships.stripeSubscriptionId),
        lt(memberships.paidUntil, shopDay(shop)),
      ),
    )
    .orderBy(asc(memberships.paidUntil))
}

/** Fetches one membership's invoices and subscription from the provider and applies them: the repair for lost events. */
export async function reconcileMembership(shop: Shop, membershipId: string) {
  const found = await findMembership(shop, membershipId)
  const { stripeSubscriptionId: subscriptionId } = found
  if (!subscriptionId) return
  if (found.status === 'past_due') await syncCard(shop, found)
  const bills = await applyBills(shop, subscriptionId)
  await syncSubscription(shop, subscriptionId)
  if (bills.some(({ status, isHeld }) => status === 'open' || (status === 'draft' && !isHeld))) return
  await followProvider(shop, membershipId, subscriptionId)
}

// No invoice is open or about to be charged, so the provider's next charge date is right: a skip may have moved it and been lost here, or a failed
// invoice may have been waived there.
async function followProvider(shop: Shop, membershipId: string, subscriptionId: string) {
  const state = await shop.payments.fetchSubscription(subscriptionId)
  if (state?.status !== 'active' || !state.nextChargeAt) return
  const membership = await findMembership(shop, membershipId)
  const nextChargeOn = shopDay(shop, state.nextChargeAt)
  const isPastDue = membership.status === 'past_due'
  if (!membership.renews || (nextChargeOn <= membership.paidUntil && !isPastDue)) return
  await shop.db
    .update(memberships)
    .set({
      ...(nextChargeOn > membership.paidUntil ? { paidUntil: nextChargeOn, monthsMoved: 0 } : {}),
      ...(isPastDue ? { status: membershipStatus.to('active', memberships.status), pastDueSince: null } : {}),
    })
    .where(
      and(
        eq(memberships.id, membershipId),
        eq(memberships.status, membership.status),
        eq(memberships.paidUntil, membership.paidUntil),
      ),
    )
}
