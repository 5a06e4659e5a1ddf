import { and, asc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import { membershipPayments, refunds } from '../../db/schema.ts'
import type { Shop } from '../shop.ts'
import { finishRefund, reverseRefundTax } from './finish-refund.ts'
import { mirrorRefund } from './mirror-refund.ts'

/**
 * Finishes every refund that a crash or a provider left half done, asks how those on their way went, and takes back the tax
 * of those that went.
 */
export async function finishRefunds(shop: Shop): Promise<void> {
  const unanswered = await shop.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(isNull(refunds.providerId), eq(refunds.status, 'pending')))
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
  const taxed = await shop.db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(
      and(
        inArray(refunds.status, ['pending', 'succeeded']),
        isNotNull(refunds.providerId),
        isNull(refunds.taxReversalId),
        gt(refunds.taxCents, 0),
        isNotNull(membershipPayments.taxTransactionId),
      ),
    )
  for (const { id } of taxed) {
    await reverseRefundTax(shop, id).catch((error) =>
      shop.log.warn({ error, refundId: id }, 'the tax of a refund could not be taken back yet'),
    )
  }
}
