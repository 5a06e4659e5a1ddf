import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxes } from '../../db/schema.ts'
import { unpackedStates } from '../../domain/box.ts'
import { ShopError } from '../../domain/errors.ts'
import { findMembership, lockMembership } from '../ledger/find-membership.ts'
import type { Shop } from '../shop/shop.ts'
import { finishRefund, refuseDisputed, reserveRefund } from './refunds.ts'
import { lockStockOfHeld, withdrawBoxes } from './withdraw-boxes.ts'

type Box = typeof boxes.$inferSelect

/**
 * Refunds unpacked boxes, all or the given ones, with their share of the tax (club-rules.md "Cancel"). The refund and its
 * boxes are written before the provider is asked, so that no box ships during its refund, and finishRefunds (refunds.ts)
 * completes the row after a crash. Calling it again refunds nothing twice. Doesn't end the renewal. `alongside` writes
 * related rows in the same transaction.
 * @throws ShopError 'not_possible' if there is nothing left to refund, or if the payment is disputed or its dispute was lost
 */
export async function refundBoxes(
  shop: Shop,
  input: { membershipId: string; boxIds?: string[] },
  alongside?: (tx: Transaction, refunded: Box[]) => Promise<void>,
) {
  const { id } = await findMembership(shop, input.membershipId)
  const made = await shop.db.transaction(async (tx) => {
    await lockMembership(tx, id)
    const isChosen = and(
      eq(boxes.membershipId, id),
      // Replacements have no money of their own: they belong to their exchange.
      eq(boxes.kind, 'owed'),
      inArray(boxes.state, unpackedStates),
      input.boxIds ? inArray(boxes.id, input.boxIds) : undefined,
    )!
    await lockStockOfHeld(tx, isChosen)
    const chosen = await tx
      .select()
      .from(boxes)
      .where(isChosen)
      .orderBy(asc(boxes.drop))
      // Packing doesn't lock memberships, so lock the boxes: each is refunded or packed, never both.
      .for('update')
    await refuseDisputed(tx, chosen)
    const byPayment = Map.groupBy(chosen, (box) => box.paymentId)
    const ids: string[] = []
    for (const [paymentId, group] of byPayment) {
      if (!paymentId) continue
      const { payment, refundId } = await reserveRefund(tx, shop, paymentId, group)
      if (refundId) ids.push(refundId)
      await withdrawBoxes(tx, shop, { payment, group, by: { refundId } })
    }
    await alongside?.(tx, chosen)
    return { ids, count: chosen.length }
  })
  for (const refundId of made.ids) await finishRefund(shop, refundId)
  if (made.count === 0 && !(await wasRefunded(shop, id, input.boxIds))) {
    throw new ShopError(
      'not_possible',
      'Every box is already packed or shipped, so there’s nothing to refund.',
    )
  }
}

// A retry after a lost answer finds its boxes refunded already, which counts as success.
async function wasRefunded(shop: Shop, membershipId: string, boxIds: string[] | undefined): Promise<boolean> {
  const rows = await shop.db
    .select({ id: boxes.id })
    .from(boxes)
    .where(
      and(
        eq(boxes.membershipId, membershipId),
        eq(boxes.state, 'refunded'),
        boxIds ? inArray(boxes.id, boxIds) : undefined,
      ),
    )
  return rows.length > 0
}
