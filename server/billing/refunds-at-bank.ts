import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { refundStatus } from '../../db/schema/states.ts'
import { boxes, disputes, lostTaxes, membershipPayments, refundMoves, refunds } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'

// Refunds that meet a dispute: only one of them gives the money back (docs/decisions/046).

/** Whether all disputes of a payment are over, and the bank has given back a part: the provider refunds none of the rest. */
export async function hasTakenPart(shop: Shop, intentId: string): Promise<boolean> {
  const { objects } = await shop.payments.listDisputes(null, intentId)
  const states = objects.map(({ state }) => state)
  return states.includes('lost') && !states.includes('open')
}

/**
 * The bank has given the buyer this money, so the shop doesn't owe it anymore: the books have the dispute instead. The tax of
 * boxes that never left stays taken back.
 */
export async function leaveToBank(shop: Shop, refundId: string) {
  await shop.db.transaction(async (tx) => {
    const [left] = await tx
      .update(refunds)
      .set({ status: refundStatus.to('failed', refunds.status), madeBy: 'provider' })
      .where(and(eq(refunds.id, refundId), eq(refunds.status, 'pending'), isNull(refunds.providerId)))
      .returning()
    if (!left) return
    // Of a refund made by the provider, each move is an entry of the books. Those so far were none, and their days are closed.
    await tx.delete(refundMoves).where(eq(refundMoves.refundId, refundId))
    await tx.insert(refundMoves).values({ refundId, kind: 'failed', at: shop.now() })
    await tx
      .update(refunds)
      .set({ status: refundStatus.to('settled', refunds.status), lastError: null })
      .where(eq(refunds.id, refundId))
    await keepTaxOf(tx, shop, left)
  })
}

async function keepTaxOf(tx: Transaction, shop: Shop, refund: typeof refunds.$inferSelect) {
  const { paymentId, amountCents, taxCents, taxReversalId } = refund
  const [lost] = await tx
    .select({ disputeId: disputes.id })
    .from(disputes)
    .innerJoin(membershipPayments, eq(membershipPayments.intentId, disputes.intentId))
    .where(and(eq(membershipPayments.id, paymentId), eq(disputes.state, 'lost')))
    .limit(1)
  const forBoxes = await tx.$count(boxes, and(eq(boxes.refundId, refund.id), eq(boxes.state, 'refunded')))
  if (!lost || taxCents === 0 || forBoxes === 0) return
  await tx
    .insert(lostTaxes)
    .values({ ...lost, paymentId, amountCents, taxCents, taxReversalId, at: shop.now() })
}

/**
 * Refunds that a person was to pay another way, because the provider couldn't: while the bank has the payment's money, it may
 * give it to the buyer, who would have it twice. They wait for the bank, and their task is gone.
 */
export async function holdFailedRefunds(tx: Transaction, shop: Shop, paymentIds: string[]) {
  const failed = await tx
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(
      and(
        inArray(refunds.paymentId, paymentIds),
        isNotNull(membershipPayments.dispute),
        eq(refunds.status, 'failed'),
        eq(refunds.madeBy, 'shop'),
      ),
    )
  for (const { refund } of failed) {
    await makeAgain(tx, refund)
    await tx.insert(refundMoves).values({ refundId: refund.id, kind: 'retried', at: shop.now() })
  }
}

async function makeAgain(
  tx: Transaction,
  { id, attempts }: Pick<typeof refunds.$inferSelect, 'id' | 'attempts'>,
) {
  await tx
    .update(refunds)
    .set({
      ...{ status: refundStatus.to('pending', refunds.status), attempts: attempts + 1 },
      ...{ providerId: null, lastError: null },
    })
    .where(eq(refunds.id, id))
}

/** The bank may give the buyer this money: paid another way, they'd have it twice. It's made again if the dispute is won. */
export async function waitForBank(tx: Transaction, shop: Shop, refund: typeof refunds.$inferSelect) {
  await makeAgain(tx, refund)
  const refundId = refund.id
  const at = shop.now()
  await tx.insert(refundMoves).values({ refundId, kind: 'failed', at })
  await tx.insert(refundMoves).values({ refundId, kind: 'retried', at: new Date(at.getTime() + 1) })
}
