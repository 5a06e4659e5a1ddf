import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import { boxes, membershipPayments } from '../../db/schema.ts'
import type { Shop } from '../shop.ts'
import { unshippedStates } from './box-states.ts'

/**
 * What the provider says of a dispute; it is fetched afresh (payments.md §6). While it is open the payment's unshipped
 * boxes wait; won, they are owed again; lost, the money is gone and they are cancelled.
 */
export async function mirrorDispute(shop: Shop, disputeId: string): Promise<void> {
  const dispute = await shop.payments.fetchDispute(disputeId)
  if (!dispute?.intentId) return
  const { intentId } = dispute
  await shop.db.transaction(async (tx) => {
    const payments = await tx
      .select({ id: membershipPayments.id })
      .from(membershipPayments)
      .where(eq(membershipPayments.intentId, intentId))
    if (payments.length === 0) return
    const ofPayments = inArray(
      boxes.paymentId,
      payments.map((payment) => payment.id),
    )
    if (dispute.isOpen) {
      await tx
        .update(boxes)
        .set({ state: 'held', holdReason: 'dispute' })
        .where(
          and(
            ofPayments,
            inArray(boxes.state, unshippedStates),
            or(isNull(boxes.holdReason), ne(boxes.holdReason, 'dispute')),
          ),
        )
      return
    }
    await tx
      .update(boxes)
      .set({ state: dispute.isLost ? 'cancelled' : 'owed', holdReason: null, productId: null })
      .where(and(ofPayments, eq(boxes.state, 'held'), eq(boxes.holdReason, 'dispute')))
  })
  if (dispute.isOpen) shop.log.error({ disputeId, intentId }, 'a payment is disputed: answer at the provider')
}
