import { and, eq } from 'drizzle-orm'
import { membershipStatus } from '../../db/schema/states.ts'
import { memberships } from '../../db/schema.ts'
import { findMembership } from '../ledger/find-membership.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { applyBills } from './apply-invoice.ts'
import { syncCard } from './sync-card.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Fetches one membership's invoices and subscription from the provider and applies them: the repair for lost events. */
export async function reconcileMembership(shop: Shop, membershipId: string) {
  const found = await findMembership(shop, membershipId)
  const { stripeSubscriptionId: subscriptionId } = found
  if (!subscriptionId) return
  if (found.status === 'past_due') await syncCard(shop, found)
  const bills = await applyBills(shop, subscriptionId)
  await syncSubscription(shop, subscriptionId)
  if (bills.some((bill) => bill.status === 'draft' || bill.status === 'open')) return
  await followProvider(shop, membershipId, subscriptionId)
}

// No invoice is open, so the provider's next charge date is right: a skip may have moved it and been lost here, or a failed
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
