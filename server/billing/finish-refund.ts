import { and, eq, isNull } from 'drizzle-orm'
import { membershipPayments, refunds } from '../../db/schema.ts'
import { refundStatus } from '../../db/states.ts'
import type { Shop } from '../shop.ts'
import { tell } from './tell.ts'

/**
 * Asks the provider for a refund that is written down and keeps its answer. The refund's id makes the same question
 * the same refund. A provider that does not answer leaves the row as it is, for the next look.
 */
export async function finishRefund(shop: Shop, refundId: string) {
  const [row] = await shop.db
    .select({ refund: refunds, intentId: membershipPayments.intentId })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(eq(refunds.id, refundId))
  if (!row?.intentId || row.refund.providerId) return
  const { amountCents, taxCents } = row.refund
  try {
    const totalCents = amountCents + taxCents
    const state = await shop.payments.refund({ id: refundId, intentId: row.intentId, totalCents })
    await shop.db.transaction(async (tx) => {
      const kept = await tx
        .update(refunds)
        .set({
          providerId: state.refundId,
          status: refundStatus.to(state.status, refunds.status),
          lastError: null,
        })
        .where(and(eq(refunds.id, refundId), isNull(refunds.providerId)))
        .returning({ id: refunds.id })
      if (kept.length > 0 && state.status !== 'failed')
        await tell(tx, shop, { kind: 'refund-made', fact: refundId })
    })
    if (state.status === 'failed') shop.log.error({ refundId }, 'a refund did not arrive: pay it by hand')
    shop.wakeWorker()
  } catch (error) {
    shop.log.error({ error, refundId }, 'a refund could not be made; it is tried again')
    await shop.db
      .update(refunds)
      .set({ lastError: error instanceof Error ? error.message : String(error) })
      .where(and(eq(refunds.id, refundId), isNull(refunds.providerId)))
  }
}
