import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { refundStatus } from '../../db/schema/states.ts'
import { boxes, membershipPayments, memberships, orderItems, refundMoves, refunds } from '../../db/schema.ts'
import { unpackedStates } from '../../domain/box.ts'
import { ShopError } from '../../domain/errors.ts'
import { formatCents } from '../../domain/money.ts'
import { leftOf, splitRefund } from '../../domain/refund.ts'
import { isByBuyer, lockMembership } from '../ledger/find-membership.ts'
import { cancelRenewal } from '../memberships/cancel-renewal.ts'
import type { Shop } from '../shop/shop.ts'
import { givenBefore } from './given-before.ts'
import { finishRefund, insertRefund } from './refunds.ts'
import { lockStockOfHeld, withdrawBoxes } from './withdraw-boxes.ts'

/** The refund of one payment; amounts are integer cents. */
type Part = { paymentId: string; amountCents: number; taxCents: number }

export type OrderRefundPlan = {
  /** the most that can still be refunded of the order, tax included */
  leftCents: number
  totalCents: number
  taxCents: number
  /** boxes that will no longer ship */
  boxes: (typeof boxes.$inferSelect)[]
  parts: Part[]
}

/**
 * Plans a refund of an order: its buyer's payments first, then those of whoever it was handed over to (docs/decisions/089);
 * of each, the newest first, never more than was paid, nothing disputed. Refunding the whole order also takes back its
 * unpacked boxes; a partial amount, or the tax alone, leaves all boxes.
 * @param wanted cents, tax included; 'tax': all tax that is left of its buyer's payments, or, if none is, of the others';
 *   null: all that is left
 */
export async function planOrderRefund(
  db: Database | Transaction,
  orderId: string,
  wanted: number | 'tax' | null,
): Promise<OrderRefundPlan> {
  const payments = await db
    .select({ payment: membershipPayments, isByBuyer })
    .from(membershipPayments)
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(and(eq(orderItems.orderId, orderId), isNull(membershipPayments.dispute)))
    .orderBy(desc(isByBuyer), desc(membershipPayments.paidAt), desc(membershipPayments.id))
  const parts: Part[] = []
  let leftCents = 0
  let rest = typeof wanted === 'number' ? wanted : Number.POSITIVE_INFINITY
  let isBuyersTax: boolean | undefined
  for (const { payment, isByBuyer: isBuyers } of payments) {
    if (!payment.intentId && !payment.paidBy) continue
    const before = await givenBefore(db, payment)
    const left = leftOf(payment, before)
    leftCents += left.totalCents
    if (left.taxCents > 0) isBuyersTax ??= isBuyers
    const theirTax = isBuyers === isBuyersTax ? left.taxCents : 0
    const taken = Math.min(rest, wanted === 'tax' ? theirTax : left.totalCents)
    const split = wanted === 'tax' ? { amountCents: 0, taxCents: taken } : splitRefund(payment, before, taken)
    if (taken > 0) parts.push({ paymentId: payment.id, ...split })
    rest -= taken
  }
  const ids = payments.map(({ payment }) => payment.id)
  const kept =
    wanted === null && ids.length > 0
      ? await db
          .select()
          .from(boxes)
          .where(and(inArray(boxes.paymentId, ids), inArray(boxes.state, unpackedStates)))
      : []
  const sum = (pick: (part: Part) => number) => parts.reduce((all, part) => all + pick(part), 0)
  return {
    leftCents,
    totalCents: sum((part) => part.amountCents + part.taxCents),
    taxCents: sum((part) => part.taxCents),
    boxes: kept,
    parts,
  }
}

export type OrderRefund = {
  orderId: string
  /** as confirmed by the staff, tax included */
  totalCents: number
  /** the whole order: unpacked boxes don't ship, and nothing renews */
  isWhole: boolean
  /** the tax alone: belts keep their price, and ship */
  isTaxOnly?: boolean | undefined
  /** the reason, as shown to the buyer */
  reason: string
  /** the form's id: posted twice, it refunds once */
  key: string
}

/**
 * Refunds an amount of an order, or all of it, for a reason. Like every refund, it is written before the provider is asked.
 * @throws ShopError 'not_found' for an unknown order; 'not_possible' if the amount is more than is left, or differs from the
 *   confirmed one
 */
export async function refundOrder(
  shop: Shop,
  input: OrderRefund,
  alongside?: (tx: Transaction, given: OrderRefundPlan) => Promise<void>,
): Promise<void> {
  const ofOrder = await shop.db
    .select({ id: memberships.id, renews: memberships.renews })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(eq(orderItems.orderId, input.orderId))
    .orderBy(memberships.id)
  if (ofOrder.length === 0) throw new ShopError('not_found', 'We can’t find that order. Reload the page.')
  const wanted = input.isWhole ? null : input.isTaxOnly ? 'tax' : input.totalCents
  // Checked before anything changes, and again below, under lock.
  if ((await askedBefore(shop.db, input)).length === 0)
    refuseAnother(await planOrderRefund(shop.db, input.orderId, wanted), input)
  // Cancels renewals first, so that a crash in between leaves a member who isn't charged again.
  if (input.isWhole)
    for (const { id, renews } of ofOrder)
      if (renews) await cancelRenewal(shop, { membershipId: id, by: 'staff' })
  const ids = await shop.db.transaction(async (tx) => {
    for (const { id } of ofOrder) await lockMembership(tx, id)
    const known = await askedBefore(tx, input)
    if (known.length > 0) return known.map((row) => row.id)
    const plan = await planOrderRefund(tx, input.orderId, wanted)
    refuseAnother(plan, input)
    await lockStockOfHeld(
      tx,
      inArray(
        boxes.id,
        plan.boxes.map((box) => box.id),
      ),
    )
    const made = new Map<string, string>()
    for (const part of plan.parts)
      made.set(
        part.paymentId,
        await insertRefund(tx, shop, { ...part, reason: input.reason, askedAs: input.key }),
      )
    for (const [paymentId, group] of Map.groupBy(plan.boxes, (box) => box.paymentId)) {
      const [payment] = await tx
        .select()
        .from(membershipPayments)
        .where(eq(membershipPayments.id, paymentId ?? ''))
      const by = { refundId: made.get(paymentId ?? '') ?? null }
      if (payment) await withdrawBoxes(tx, shop, { payment, group, by })
    }
    await alongside?.(tx, plan)
    return [...made.values()]
  })
  for (const id of ids) await finishRefund(shop, id)
}

/**
 * The refunds of an earlier try with this form.
 * @throws ShopError 'not_possible' if they are of another amount: whoever changed it thinks that nothing was given
 */
async function askedBefore(db: Database | Transaction, { key, totalCents }: OrderRefund) {
  const known = await db.select().from(refunds).where(eq(refunds.askedAs, key))
  const given = known.reduce((sum, row) => sum + row.amountCents + row.taxCents, 0)
  if (known.length > 0 && given !== totalCents)
    throw new ShopError(
      'not_possible',
      `Your first try refunded ${formatCents(given)}. Close this, and look at the order again.`,
    )
  return known
}

function refuseAnother(plan: OrderRefundPlan, { totalCents, isTaxOnly }: OrderRefund) {
  if (plan.totalCents === totalCents && totalCents > 0) return
  const left = isTaxOnly
    ? `${formatCents(plan.taxCents)} of this order’s tax`
    : `${formatCents(plan.leftCents)} of this order`
  throw new ShopError('not_possible', `Nothing was refunded: ${left} can be refunded now. Look at it again.`)
}

/** Retries a failed refund. @throws ShopError 'not_found'; 'not_possible' if it hasn't failed */
export async function retryRefund(
  shop: Shop,
  refundId: string,
  alongside: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const refund = await lockFailed(tx, refundId)
    await tx
      .update(refunds)
      .set({
        status: refundStatus.to('pending', refunds.status),
        providerId: null,
        lastError: null,
        attempts: refund.attempts + 1,
      })
      .where(eq(refunds.id, refundId))
    await tx.insert(refundMoves).values({ refundId, kind: 'retried', at: shop.now() })
    await alongside(tx)
  })
  await finishRefund(shop, refundId)
}

/** Records that a failed refund was paid some other way. @throws ShopError as `retryRefund` */
export async function settleRefund(
  shop: Shop,
  refundId: string,
  alongside: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await lockFailed(tx, refundId)
    await tx
      .update(refunds)
      .set({ status: refundStatus.to('settled', refunds.status) })
      .where(eq(refunds.id, refundId))
    await tx.insert(refundMoves).values({ refundId, kind: 'settled', at: shop.now() })
    await alongside(tx)
  })
}

async function lockFailed(tx: Transaction, refundId: string) {
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update')
  if (!refund) throw new ShopError('not_found', 'We can’t find that refund. Reload the page.')
  if (refund.status !== 'failed')
    throw new ShopError('not_possible', `This refund hasn’t failed: it’s ${refund.status}. Reload the page.`)
  return refund
}
