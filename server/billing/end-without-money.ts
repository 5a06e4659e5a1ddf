import { findMembership, lockMembership } from '../ledger/find-membership.ts'
import { applyBills } from '../memberships/apply-invoice.ts'
import { endMembership, markCancelled } from '../memberships/end-membership.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * Ends a membership whose payer has their money back: the bank took it, or it was given back as fraud. Nothing more is charged.
 * A gift ends by itself.
 */
export async function endWithoutMoney(shop: Shop, id: string): Promise<void> {
  const { stripeSubscriptionId: subscriptionId, status, renews } = await findMembership(shop, id)
  // A renewal that isn't set up yet never is once the membership has ended.
  if (status === 'ended' || (!subscriptionId && !renews)) return
  if (subscriptionId) {
    await shop.payments.endSubscription(subscriptionId)
    // Nobody looks for the bills of an ended membership anymore: one that was just paid would be lost.
    await applyBills(shop, subscriptionId)
  }
  const isMade = await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, id)
    if (locked.status === 'ended') return false
    if (!subscriptionId && locked.stripeSubscriptionId) return true
    if (locked.renews) await markCancelled(tx, shop, locked, 'bank')
    await endMembership(tx, shop, { ...locked, status: 'cancelled' })
    return false
  })
  // It was set up just now after all.
  if (isMade) await endWithoutMoney(shop, id)
}
