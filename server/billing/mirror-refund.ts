import { and, eq, ne } from 'drizzle-orm'
import { refunds } from '../../db/schema.ts'
import { refundStatus } from '../../db/states.ts'
import type { Shop } from '../shop.ts'

/**
 * What the provider says of a refund; it is fetched afresh (payments.md §6). One that failed did not arrive: its row
 * says so for the owner to pay it in another way, and its boxes stay refunded, because their money is still owed back.
 */
export async function mirrorRefund(shop: Shop, refundId: string): Promise<void> {
  const state = await shop.payments.fetchRefund(refundId)
  if (!state) return
  const changed = await shop.db
    .update(refunds)
    .set({
      status: refundStatus.to(state.status, refunds.status),
      ...(state.status === 'failed' ? { lastError: 'the money did not arrive; pay it in another way' } : {}),
    })
    .where(and(eq(refunds.providerId, refundId), ne(refunds.status, state.status)))
    .returning({ id: refunds.id })
  if (changed.length > 0 && state.status === 'failed')
    shop.log.error({ refundId: changed[0]?.id }, 'a refund did not arrive: pay it by hand')
}
