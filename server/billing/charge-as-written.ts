import type { Shop } from '../shop.ts'
import { findMembership } from './find-membership.ts'
import { shopDay } from './shop-day.ts'

/**
 * Has the provider charge on the day that the ledger names, where two changes at once have left it with the day of the
 * one that was not kept. Asked until both say the same, because a third one may come between.
 */
export async function chargeAsWritten(shop: Shop, membershipId: string): Promise<void> {
  for (;;) {
    const { renews, stripeSubscriptionId, paidUntil } = await findMembership(shop, membershipId)
    if (!renews || !stripeSubscriptionId || paidUntil <= shopDay(shop)) return
    await shop.payments.moveNextCharge({ subscriptionId: stripeSubscriptionId, to: paidUntil })
    if ((await findMembership(shop, membershipId)).paidUntil === paidUntil) return
  }
}
