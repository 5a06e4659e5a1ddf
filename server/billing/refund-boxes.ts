import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxes, membershipPayments, refunds } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'
import { unpackedStates } from './box-states.ts'
import { findMembership, lockMembership } from './find-membership.ts'
import { finishRefund } from './finish-refund.ts'
import { refundTax } from './refund-tax.ts'

type Box = typeof boxes.$inferSelect

/**
 * Gives back the money of boxes that are not packed, all of them or the named ones, with their share of the tax
 * (club.md "Cancel"). The refund and its boxes are written before the provider is asked, so that no box ships while
 * its money is on the way and a crash leaves a row that finish-refunds.ts completes; asked again, it refunds nothing
 * twice. Does not end the renewal. `alongside` writes what belongs to it, in the same transaction.
 * @throws ShopError 'not_possible' when nothing is left to refund, or while the bank examines the payment
 */
export async function refundBoxes(
  shop: Shop,
  input: { membershipId: string; boxIds?: string[] },
  alongside?: (tx: Transaction, refunded: Box[]) => Promise<void>,
) {
  const { id } = await findMembership(shop, input.membershipId)
  const made = await shop.db.transaction(async (tx) => {
    await lockMembership(tx, id)
    const chosen = await tx
      .select()
      .from(boxes)
      .where(
        and(
          eq(boxes.membershipId, id),
          inArray(boxes.state, unpackedStates),
          input.boxIds ? inArray(boxes.id, input.boxIds) : undefined,
        ),
      )
      .orderBy(asc(boxes.drop))
    await refuseDisputed(tx, chosen)
    const byPayment = Map.groupBy(chosen, (box) => box.paymentId)
    const ids: string[] = []
    for (const [paymentId, group] of byPayment) {
      const refundId = paymentId ? await reserve(tx, shop, paymentId, group) : null
      if (refundId) ids.push(refundId)
      const groupIds = group.map((box) => box.id)
      await tx.update(boxes).set({ state: 'refunded', refundId }).where(inArray(boxes.id, groupIds))
    }
    await alongside?.(tx, chosen)
    return { ids, count: chosen.length }
  })
  for (const refundId of made.ids) await finishRefund(shop, refundId)
  if (made.count === 0 && !(await wasRefunded(shop, id, input.boxIds))) {
    throw new ShopError('not_possible', 'Every box is packed or shipped already: there is nothing to refund.')
  }
}

/** Null when the boxes cost nothing: there is no money to move. */
async function reserve(tx: Transaction, shop: Shop, paymentId: string, group: Box[]): Promise<string | null> {
  const amountCents = group.reduce((sum, box) => sum + box.valueCents, 0)
  if (amountCents === 0) return null
  const [payment] = await tx.select().from(membershipPayments).where(eq(membershipPayments.id, paymentId))
  if (!payment?.intentId) throw new Error(`payment ${paymentId} has no money to give back`)
  const before = await tx.select().from(refunds).where(eq(refunds.paymentId, paymentId))
  const [row] = await tx
    .insert(refunds)
    .values({
      paymentId,
      amountCents,
      taxCents: refundTax(payment, before, amountCents),
      createdAt: shop.now(),
    })
    .returning({ id: refunds.id })
  return row!.id
}

// The bank takes the money back itself if it decides so: refunded as well, it would go twice (payments.md §6).
async function refuseDisputed(tx: Transaction, chosen: Box[]) {
  const paymentIds = chosen.flatMap((box) => box.paymentId ?? [])
  if (paymentIds.length === 0) return
  const disputed = await tx
    .select({ id: boxes.id })
    .from(boxes)
    .where(and(inArray(boxes.paymentId, paymentIds), eq(boxes.holdReason, 'dispute')))
    .limit(1)
  if (disputed.length === 0) return
  throw new ShopError(
    'not_possible',
    'The buyer has disputed this payment at the bank. Nothing can be refunded until the bank has decided.',
  )
}

// A repeat after a lost answer finds its boxes refunded: that is what was asked for.
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
