import type { Shop } from '../shop/shop.ts'
import { mirrorSubscription } from './mirror-subscription.ts'

/** Whether a subscription has ended at the provider, which then refuses every change; its membership is told. */
export async function hasEnded(shop: Shop, subscriptionId: string): Promise<boolean> {
  const state = await shop.payments.fetchSubscription(subscriptionId)
  if (state?.status !== 'ended') return false
  await mirrorSubscription(shop, subscriptionId)
  return true
}
