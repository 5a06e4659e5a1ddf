import { and, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { boxes, membershipPayments, memberships, orderItems, refunds } from '../../../db/schema.ts'
import { unpackedStates } from '../../../domain/box.ts'
import { ShopError } from '../../../domain/errors.ts'
import { refundTax } from '../../billing/refund-tax.ts'

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
    const amountCents = group.reduce((sum, box) => sum + box.valueCents, 0)
    if (amountCents === 0) continue
    const [payment] = await db.select().from(membershipPayments).where(eq(membershipPayments.id, paymentId))
    const before = await db.select().from(refunds).where(eq(refunds.paymentId, paymentId))
    sums.amountCents += amountCents
    sums.taxCents += payment ? refundTax(payment, before, amountCents) : 0
  }
  sums.totalCents = sums.amountCents + sums.taxCents
  return sums
}
