import { findMembership, type Membership } from '../ledger/find-membership.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/**
 * Sets the provider's charge date to the ledger's: two simultaneous changes may have left it with the date that lost.
 * Repeats until both match, since a third change may come in between.
 */
export async function chargeAsWritten(shop: Shop, membershipId: string): Promise<void> {
  for (;;) {
    const { renews, stripeSubscriptionId, paidUntil } = await findMembership(shop, membershipId)
    if (!renews || !stripeSubscriptionId || paidUntil <= shopDay(shop)) return
    await shop.payments.moveNextCharge({ subscriptionId: stripeSubscriptionId, to: paidUntil })
    if ((await findMembership(shop, membershipId)).paidUntil === paidUntil) return
  }
}

/**
 * Whether the provider got other terms since `before` was read. Setting them keeps the charge date that was read there, which
 * may undo a move made meanwhile.
 */
export function hasOtherTerms(now: Membership, before: Membership): boolean {
  return now.providerPlanId !== before.providerPlanId || now.providerPriceCents !== before.providerPriceCents
}
