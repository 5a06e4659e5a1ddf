import type { Shop } from '../shop/shop.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Whether a subscription has ended at the provider, which then rejects every change. If so, it updates the membership. */
export async function hasEnded(shop: Shop, subscriptionId: string): Promise<boolean> {
  const state = await shop.payments.fetchSubscription(subscriptionId)
  if (state?.status !== 'ended') return false
  await syncSubscription(shop, subscriptionId)
  return true
}

/** Makes a change at the provider. Null if the subscription had ended there just before. */
export async function changeUnlessEnded<T>(
  shop: Shop,
  subscriptionId: string,
  change: () => Promise<T>,
): Promise<T | null> {
  try {
    return await change()
  } catch (error) {
    if (await hasEnded(shop, subscriptionId).catch(() => false)) return null
    throw error
  }
}
