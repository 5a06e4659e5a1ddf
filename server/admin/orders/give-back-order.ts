import { and, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { boxes, membershipPayments, memberships, orderItems, orders, refunds } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { id } from '../../../domain/admin/fields.ts'
import { unpackedStates } from '../../../domain/box.ts'
import { normalizeEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { decidePayment } from '../../billing/decide-payment.ts'
import { givenBefore } from '../../billing/given-before.ts'
import { refundBoxes } from '../../billing/refund-boxes.ts'
import { planOrderRefund, refundOrder, retryRefund, settleRefund } from '../../billing/refund-order.ts'
import { boxesRefund } from '../../billing/refunds.ts'
import { creditOf, giveCredit } from '../../credit/store-credit.ts'
import { parseInput } from '../../shop/parse-input.ts'
import type { Shop } from '../../shop/shop.ts'
import { giveAway } from '../../staff/give-away.ts'
import { audit, type Staff } from '../../staff/staff.ts'

/** What refunding an amount of an order, or all of it, would do. Read only. */
export async function previewGiveBack(
  shop: Shop,
  { orderId, totalCents }: AdminInput<'previewGiveBack'>,
): Promise<AdminReply<'previewGiveBack'>> {
  const plan = await planOrderRefund(shop.db, orderId, totalCents ?? null)
  const { leftCents } = plan
  const { taxCents } = await planOrderRefund(shop.db, orderId, 'tax')
  return { leftCents, totalCents: plan.totalCents, taxCents, boxes: plan.boxes.length }
}

/**
 * Refunds any amount of an order, or the whole order, for a reason.
 * @throws ShopError 'not_found', 'not_possible' if it's more than is left
 */
export async function giveBackOrder(
  shop: Shop,
  input: AdminInput<'giveBack'>,
  staff: Staff,
): Promise<AdminReply<'giveBack'>> {
  const { orderId, isWhole, isTaxOnly, reason, totalCents } = input
  await refundOrder(shop, input, async (tx, given) => {
    // Belts that won't ship are owed their money; the rest is given away.
    const owed = given.boxes.reduce((sum, box) => sum + box.valueCents, 0)
    const amountCents = totalCents - (isTaxOnly ? 0 : given.taxCents) - owed
    await giveAway(tx, shop, staff, { kind: 'refund', amountCents, orderId })
    await audit(tx, staff, shop.now(), {
      action: 'order.give-back',
      entity: 'orders',
      entityId: orderId,
      after: { totalCents, isWhole, ...(isTaxOnly && { isTaxOnly }), reason },
    })
  })
  return { success: true }
}

/** Who would get store credit for an order, and their balance. */
export async function previewCredit(
  shop: Shop,
  { orderId }: AdminInput<'previewCredit'>,
): Promise<AdminReply<'previewCredit'>> {
  const email = await buyerOf(shop, orderId)
  if (!email) return { email, balanceCents: 0, codesCents: 0 }
  const { balanceCents, codes } = await creditOf(shop.db, email)
  return { email, balanceCents, codesCents: codes.reduce((sum, code) => sum + code.amountCents, 0) }
}

/**
 * Gives an order's buyer store credit for a reason.
 * @throws ShopError 'not_found', 'not_possible' if the buyer's address is unknown
 */
export async function giveBuyerCredit(
  shop: Shop,
  { orderId, amountCents, reason, key }: AdminInput<'giveCredit'>,
  staff: Staff,
): Promise<AdminReply<'giveCredit'>> {
  const email = await buyerOf(shop, orderId)
  if (!email) throw new ShopError('not_possible', 'This order has no email address to give credit to.')
  // Measured before it counts as given itself.
  const { leftCents } = await planOrderRefund(shop.db, orderId, null)
  const isBeyondPaid = amountCents > leftCents
  await giveCredit(shop, { email, amountCents, words: reason.trim(), key, orderId }, async (tx) => {
    await giveAway(tx, shop, staff, { kind: 'credit', amountCents, orderId, isBeyondPaid })
    await audit(tx, staff, shop.now(), {
      ...{ action: 'order.give-credit', entity: 'orders', entityId: orderId },
      after: { amountCents, reason },
    })
  })
  return { success: true }
}

async function buyerOf(shop: Shop, orderId: string): Promise<string | null> {
  const [order] = await shop.db
    .select({ email: orders.purchaserEmail })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (!order) throw new ShopError('not_found', 'We can’t find that order. Reload the page.')
  return order.email && normalizeEmail(order.email)
}

/** Retries a failed refund. @throws ShopError 'not_found', 'not_possible' */
export async function retryOrderRefund(
  shop: Shop,
  { refundId }: AdminInput<'retryRefund'>,
  staff: Staff,
): Promise<AdminReply<'retryRefund'>> {
  await retryRefund(shop, refundId, (tx) => note(tx, shop, staff, refundId, 'order.refund-again', {}))
  return { success: true }
}

/** Records that a failed refund was paid another way. @throws ShopError 'not_found', 'not_possible' */
export async function settleOrderRefund(
  shop: Shop,
  { refundId, note: words }: AdminInput<'settleRefund'>,
  staff: Staff,
): Promise<AdminReply<'settleRefund'>> {
  const after = { note: words }
  await settleRefund(shop, refundId, (tx) => note(tx, shop, staff, refundId, 'order.refund-settled', after))
  return { success: true }
}

/** Decides what a payment that differs from the price buys. @throws ShopError 'not_found', 'not_possible' */
export async function decideOrderPayment(
  shop: Shop,
  input: AdminInput<'decidePayment'>,
  staff: Staff,
): Promise<AdminReply<'decidePayment'>> {
  await decidePayment(shop, input, async (tx, orderId, amountCents) => {
    await giveAway(tx, shop, staff, { kind: 'free-belts', amountCents, orderId })
    await audit(tx, staff, shop.now(), {
      ...{ action: 'order.payment-decided', entity: 'orders', entityId: orderId },
      after: input,
    })
  })
  return { success: true }
}

// Audits it on the order, whose page shows the history.
async function note(
  tx: Transaction,
  shop: Shop,
  staff: Staff,
  refundId: string,
  action: string,
  after: object,
) {
  const [row] = await tx
    .select({ orderId: orderItems.orderId })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(eq(refunds.id, refundId))
  await audit(tx, staff, shop.now(), {
    ...{ action, entity: 'orders', entityId: row!.orderId },
    after: { refundId, ...after },
  })
}

/**
 * Refunds the chosen unpacked boxes (club-rules.md "Cancel"). If all are refunded already, it only reports success.
 * @throws ShopError 'not_found', 'not_possible' if the total isn't the one that was confirmed
 */
export async function refundOrderBoxes(
  shop: Shop,
  { orderId, boxIds, totalCents, reason }: AdminInput<'refundOrderBoxes'>,
  staff: Staff,
): Promise<AdminReply<'refundOrderBoxes'>> {
  const chosen = await chosenBoxes(shop.db, orderId, boxIds)
  if (chosen.every((box) => box.state === 'refunded')) return { success: true }
  const sums = await refundSum(shop.db, chosen)
  if (sums.boxes < chosen.length || sums.totalCents !== totalCents) {
    throw new ShopError(
      'not_possible',
      'Something was packed or refunded in the meantime, so we didn’t do anything. Look at the boxes again.',
    )
  }
  for (const [membershipId, group] of Map.groupBy(chosen, (box) => box.membershipId)) {
    const ids = group.map((box) => box.id)
    await refundBoxes(shop, { membershipId, boxIds: ids }, async (tx, refunded) => {
      if (refunded.length === 0) return
      await audit(tx, staff, shop.now(), {
        action: 'order.refund',
        entity: 'orders',
        entityId: orderId,
        after: { drops: refunded.map((box) => box.drop), boxIds: refunded.map((box) => box.id), reason },
      })
    })
  }
  return { success: true }
}

/** What refunding these boxes would give back. Read only. @throws ShopError 'not_found' */
export async function previewRefund(
  shop: Shop,
  { orderId, boxIds }: AdminInput<'previewRefund'>,
): Promise<AdminReply<'previewRefund'>> {
  const ids = boxIds
    .split(',')
    .filter(Boolean)
    .map((each) => parseInput(id, each))
  return refundSum(shop.db, await chosenBoxes(shop.db, orderId, ids))
}

/** Boxes of an order by id. @throws ShopError 'not_found' if one isn't of this order */
async function chosenBoxes(db: Database | Transaction, orderId: string, boxIds: string[]) {
  const wanted = [...new Set(boxIds)]
  const rows = await db
    .select({ box: boxes })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(and(eq(orderItems.orderId, orderId), inArray(boxes.id, wanted)))
  if (rows.length < wanted.length) {
    throw new ShopError('not_found', 'One of these boxes isn’t from this order. Reload the page.')
  }
  return rows.map(({ box }) => box)
}

/** The refund for those boxes that aren't packed, in integer cents, with tax listed separately. */
async function refundSum(db: Database | Transaction, chosen: (typeof boxes.$inferSelect)[]) {
  const open = chosen.filter((box) => box.paymentId && unpackedStates.includes(box.state))
  const sums = { boxes: open.length, amountCents: 0, taxCents: 0, totalCents: 0 }
  for (const [paymentId, group] of Map.groupBy(open, (box) => box.paymentId!)) {
    const [payment] = await db.select().from(membershipPayments).where(eq(membershipPayments.id, paymentId))
    if (!payment) continue
    const { amountCents, taxCents } = boxesRefund(payment, await givenBefore(db, payment), group)
    sums.amountCents += amountCents
    sums.taxCents += taxCents
  }
  sums.totalCents = sums.amountCents + sums.taxCents
  return sums
}
