import { and, eq } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import { checkoutStatus } from '../../db/states.ts'
import type { Shop } from '../shop.ts'
import { completeCheckout } from './complete-checkout.ts'

type Abandonable = Pick<typeof checkouts.$inferSelect, 'id' | 'intentId' | 'subscriptionId'>

/**
 * Gives up a checkout that nobody is to pay any more. It is cancelled at the provider first: afterwards nobody can pay
 * for it, so giving up loses no payment. One that was paid meanwhile becomes its order instead.
 * @returns false when it is still being paid, and stays open
 */
export async function abandonCheckout(shop: Shop, checkout: Abandonable): Promise<boolean> {
  const { id, intentId, subscriptionId } = checkout
  if (intentId) {
    await shop.payments.cancel({ intentId, subscriptionId })
    const payment = await shop.payments.fetch(intentId)
    if (payment?.status === 'succeeded') {
      await completeCheckout(shop, id)
      return true
    }
    if (payment?.status === 'processing') return false
  }
  await shop.db
    .update(checkouts)
    .set({ status: checkoutStatus.to('abandoned', checkouts.status) })
    .where(and(eq(checkouts.id, id), eq(checkouts.status, 'open')))
  return true
}
