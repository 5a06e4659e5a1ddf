import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { beltVariants, boxes, membershipPayments } from '../../db/schema.ts'
import { holdShelf } from '../curation/hold-shelf.ts'
import { putBackPiece } from '../exchanges/free-pieces.ts'
import type { Shop } from '../shop.ts'
import { unshippedStates } from './box-states.ts'

/**
 * What the provider says of a dispute; it is fetched afresh (payments.md §6). While it is open the payment's unshipped
 * boxes wait; won, they are owed again, or packed as they were; lost, the money is gone and they are cancelled.
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
    await holdShelf(tx)
    const disputed = and(ofPayments, eq(boxes.state, 'held'), eq(boxes.holdReason, 'dispute'))
    const wasPacked = and(disputed, isNotNull(boxes.packedAt))
    if (dispute.isLost) await putBack(tx, wasPacked)
    // A parcel that was packed when it began has stood there since.
    else await tx.update(boxes).set({ state: 'packed', holdReason: null }).where(wasPacked)
    const held = and(ofPayments, eq(boxes.state, 'held'), eq(boxes.holdReason, 'dispute'))
    const isPacked = isNotNull(boxes.packedAt)
    if (dispute.isLost) {
      const packed = await tx
        .select({ productId: boxes.productId, size: boxes.size })
        .from(boxes)
        .where(and(held, isPacked))
      for (const { productId, size } of packed) {
        if (productId && size) await putBackPiece(tx, { productId, size })
      }
      await tx.update(boxes).set({ state: 'cancelled', holdReason: null, productId: null }).where(held)
      return
    }
    // What was packed before lies there as it was; the others get a belt anew.
    await tx
      .update(boxes)
      .set({
        state: sql`case when ${isPacked} then 'packed' else 'owed' end`,
        productId: sql`case when ${isPacked} then ${boxes.productId} end`,
        holdReason: null,
      })
      .where(held)
  })
  if (dispute.isOpen) shop.log.error({ disputeId, intentId }, 'a payment is disputed: answer at the provider')
}

/** The pieces of packed boxes that will not leave lie on the shelf again. */
async function putBack(tx: Transaction, which: SQL | undefined) {
  const back = await tx
    .update(boxes)
    .set({ packedAt: null, shipTo: null })
    .where(which)
    .returning({ productId: boxes.productId, size: boxes.size })
  for (const { productId, size } of back) {
    if (!productId || !size) continue
    await tx
      .update(beltVariants)
      .set({ stock: sql`${beltVariants.stock} + 1` })
      .where(and(eq(beltVariants.productId, productId), eq(beltVariants.size, size)))
  }
}
