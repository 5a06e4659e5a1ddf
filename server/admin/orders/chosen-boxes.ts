import { and, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { boxes, membershipPayments, memberships, orderItems } from '../../../db/schema.ts'
import { ShopError } from '../../../domain/errors.ts'
import { unpackedStates } from '../../billing/box-states.ts'
import { boxesRefund, givenBefore } from '../../billing/reserve-refund.ts'

/** Boxes of an order by their ids. @throws ShopError 'not_found' when one is not of this order */
export async function chosenBoxes(db: Database | Transaction, orderId: string, boxIds: string[]) {
  const wanted = [...new Set(boxIds)]
  const rows = await db
    .select({ box: boxes })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(and(eq(orderItems.orderId, orderId), inArray(boxes.id, wanted)))
  if (rows.length < wanted.length) {
    throw new ShopError('not_found', 'A box of these is not of this order. Load the page again.')
  }
  return rows.map(({ box }) => box)
}

/** What would be given back for those of the boxes that are not packed, in integer cents, tax beside it. */
export async function refundSum(db: Database | Transaction, chosen: (typeof boxes.$inferSelect)[]) {
  const open = chosen.filter((box) => box.paymentId && unpackedStates.includes(box.state))
  const sums = { boxes: open.length, amountCents: 0, taxCents: 0, totalCents: 0 }
  for (const [paymentId, group] of Map.groupBy(open, (box) => box.paymentId!)) {
    const [payment] = await db.select().from(membershipPayments).where(eq(membershipPayments.id, paymentId))
    if (!payment) continue
    const { amountCents, taxCents } = boxesRefund(payment, await givenBefore(db, paymentId), group)
    sums.amountCents += amountCents
    sums.taxCents += taxCents
  }
  sums.totalCents = sums.amountCents + sums.taxCents
  return sums
}
