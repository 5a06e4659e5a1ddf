import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { refunds } from '../../db/schema.ts'
import type { Shop } from '../shop.ts'
import { finishRefund } from './finish-refund.ts'
import { mirrorRefund } from './mirror-refund.ts'

/** Finishes every refund that a crash or a provider left half done, and asks how those on their way went. */
export async function finishRefunds(shop: Shop): Promise<void> {
  const unanswered = await shop.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(isNull(refunds.providerId))
    .orderBy(asc(refunds.createdAt))
  for (const { id } of unanswered) await finishRefund(shop, id)
  const onTheirWay = await shop.db
    .select({ id: refunds.id, providerId: refunds.providerId })
    .from(refunds)
    .where(and(isNotNull(refunds.providerId), eq(refunds.status, 'pending')))
  for (const { id, providerId } of onTheirWay) {
    await mirrorRefund(shop, providerId!).catch((error) =>
      shop.log.warn({ error, refundId: id }, 'a refund could not be asked about'),
    )
  }
}
