import { and, asc, inArray, notInArray } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxes, membershipPayments } from '../../db/schema.ts'
import { unshippedStates, voidStates } from '../../domain/box.ts'
import { leftOf, type Money } from '../../domain/refund.ts'
import { goneBefore, moneyOf } from './given-before.ts'

/**
 * The boxes of a lost dispute that won't ship. A buyer may dispute a part of a payment only
 * (docs.stripe.com/disputes/how-disputes-work): what the bank leaves pays for the boxes that have shipped, then for the
 * next ones in order.
 */
export async function unpaidBoxes(tx: Transaction, paymentIds: string[]): Promise<string[]> {
  const payments = await tx
    .select()
    .from(membershipPayments)
    .where(inArray(membershipPayments.id, paymentIds))
  let leftCents = 0
  const paid = new Map<string | null, { payment: (typeof payments)[number]; before: Money[] }>()
  for (const payment of payments) {
    const before = await goneBefore(tx, payment)
    paid.set(payment.id, { payment, before })
    leftCents += leftOf(payment, before).totalCents
  }
  const bought = await tx
    .select()
    .from(boxes)
    .where(
      and(
        inArray(boxes.paymentId, paymentIds),
        notInArray(boxes.state, [...voidStates, 'returned' as const]),
      ),
    )
    .orderBy(asc(boxes.drop), asc(boxes.ordinal))
  const isWaiting = (box: (typeof bought)[number]) => unshippedStates.includes(box.state)
  const unpaid: string[] = []
  const isAnyLeft = leftCents > 0
  for (const box of [...bought.filter((each) => !isWaiting(each)), ...bought.filter(isWaiting)]) {
    const { payment, before } = paid.get(box.paymentId)!
    leftCents -= moneyOf(payment, before, box)
    // A cent per box may be rounded away.
    if (isWaiting(box) && (!isAnyLeft || leftCents < -bought.length)) unpaid.push(box.id)
  }
  return unpaid
}
