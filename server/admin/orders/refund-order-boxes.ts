import { and, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { boxes, membershipPayments, memberships, orderItems } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { id } from '../../../domain/admin/fields.ts'
import { unpackedStates } from '../../../domain/box.ts'
import { ShopError } from '../../../domain/errors.ts'
import { givenBefore } from '../../billing/given-before.ts'
import { refundBoxes } from '../../billing/refund-boxes.ts'
import { boxesRefund } from '../../billing/refunds.ts'
import { parseInput } from '../../shop/parse-input.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'

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
