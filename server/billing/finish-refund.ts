import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { membershipPayments, refunds } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'
import type { Refund } from './reserve-refund.ts'
import { tell } from './tell.ts'

/**
 * Asks the provider for a refund that is written down and keeps its answer. The refund's id makes the same question
 * the same refund. A provider that does not answer leaves the row as it is, for the next look; one that refuses for good
 * makes it a person's task.
 */
export async function finishRefund(shop: Shop, refundId: string) {
  const [row] = await shop.db
    .select({ refund: refunds, intentId: membershipPayments.intentId })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(eq(refunds.id, refundId))
  if (!row?.intentId || row.refund.providerId || row.refund.status !== 'pending') return
  const { amountCents, taxCents, attempts } = row.refund
  const isUnanswered = and(eq(refunds.id, refundId), isNull(refunds.providerId))
  try {
    const totalCents = amountCents + taxCents
    const asked = { id: refundId, intentId: row.intentId, totalCents, attempt: attempts }
    const state = await shop.payments.refund(asked)
    await shop.db.transaction(async (tx) => {
      const kept = await tx
        .update(refunds)
        .set({ providerId: state.refundId, status: state.status, lastError: null })
        .where(isUnanswered)
        .returning()
      if (!kept[0]) return
      if (state.status === 'failed') await tellFailed(tx, shop, kept[0])
      else await tell(tx, shop, { kind: 'refund-made', fact: factOf(kept[0]) })
    })
    await reverseRefundTax(shop, refundId)
  } catch (error) {
    const isRefused = error instanceof ShopError && error.code === 'not_possible'
    shop.log.error(
      { error, refundId },
      isRefused ? 'a refund is refused' : 'a refund could not be made; it is tried again',
    )
    const lastError = error instanceof Error ? error.message : String(error)
    await shop.db.transaction(async (tx) => {
      const [left] = await tx
        .update(refunds)
        .set({ lastError, ...(isRefused ? { status: 'failed' } : {}) })
        .where(and(isUnanswered, eq(refunds.status, 'pending')))
        .returning()
      if (left && isRefused) await tellOwner(tx, shop, left)
    })
  }
  shop.wakeWorker()
}

/** Tried again by a person, it is told again. */
function factOf({ id, attempts }: Pick<Refund, 'id' | 'attempts'>): string {
  return attempts > 0 ? `${id}:${attempts}` : id
}

/** A refund that did not arrive is a task of the owner's, who pays it in another way or has it tried again. */
export async function tellOwner(tx: Transaction, shop: Shop, refund: Pick<Refund, 'id' | 'attempts'>) {
  await tell(tx, shop, { kind: 'refund-stuck', fact: factOf(refund) })
}

/** The buyer was told that it is on its way: that it is not, they hear, too. */
export async function tellFailed(tx: Transaction, shop: Shop, refund: Pick<Refund, 'id' | 'attempts'>) {
  await tellOwner(tx, shop, refund)
  await tell(tx, shop, { kind: 'refund-failed', fact: factOf(refund) })
}

/** A refund takes its share of the counted tax back at the provider, once; without an answer at the next look. */
export async function reverseRefundTax(shop: Shop, refundId: string) {
  const [row] = await shop.db
    .select({ refund: refunds, transactionId: membershipPayments.taxTransactionId })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(eq(refunds.id, refundId))
  const { amountCents, taxCents, taxReversalId, providerId } = row?.refund ?? {}
  if (!row?.transactionId || !taxCents || !amountCents || taxReversalId || !providerId) return
  const reference = `refund:${refundId}`
  const reversed = await shop.payments.reverseTax({
    ...{ transactionId: row.transactionId, reference, amountCents, taxCents },
  })
  if (!reversed) shop.log.error({ refundId }, 'the tax of a refund was not taken back; report it by hand')
  await shop.db
    .update(refunds)
    .set({ taxReversalId: reversed ?? 'refused' })
    .where(eq(refunds.id, refundId))
}
