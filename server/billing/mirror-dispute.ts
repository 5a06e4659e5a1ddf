import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxState } from '../../db/schema/states.ts'
import { boxes, membershipPayments } from '../../db/schema.ts'
import { unshippedStates } from '../../domain/box.ts'
import { putBackPiece } from '../curation/free-pieces.ts'
import { lockInventory } from '../curation/inventory.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * What the provider says of a dispute; it is fetched afresh (stripe.md §6). While it is open the payment's unshipped
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
    const ids = payments.map((payment) => payment.id)
    const state = dispute.isOpen ? 'open' : dispute.isLost ? 'lost' : null
    await tx.update(membershipPayments).set({ dispute: state }).where(inArray(membershipPayments.id, ids))
    const ofPayments = inArray(boxes.paymentId, ids)
    if (dispute.isOpen) {
      await tx
        .update(boxes)
        .set({ state: boxState.to('held', boxes.state), holdReason: 'dispute' })
        .where(
          and(
            ofPayments,
            inArray(boxes.state, unshippedStates),
            or(isNull(boxes.holdReason), ne(boxes.holdReason, 'dispute')),
          ),
        )
      return
    }
    const held = and(ofPayments, eq(boxes.state, 'held'), eq(boxes.holdReason, 'dispute'))
    const wasPacked = and(held, isNotNull(boxes.packedAt))
    if (dispute.isLost) {
      await lockInventory(tx)
      await putBack(tx, wasPacked)
      await tx
        .update(boxes)
        .set({ state: boxState.to('cancelled', boxes.state), holdReason: null, productId: null })
        .where(held)
      return
    }
    // A parcel that was packed when it began has stood there since; the others get a belt anew.
    await tx
      .update(boxes)
      .set({ state: boxState.to('packed', boxes.state), holdReason: null })
      .where(wasPacked)
    await tx
      .update(boxes)
      .set({ state: boxState.to('owed', boxes.state), holdReason: null, productId: null })
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
  for (const { productId, size } of back) if (productId && size) await putBackPiece(tx, { productId, size })
}
