import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { membershipPayments, memberships, orderItems } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { leftOf } from '../../domain/refund.ts'
import { lockMembership } from '../ledger/find-membership.ts'
import { insertBoxes } from '../memberships/apply-invoice.ts'
import { worthOfBelts } from '../memberships/worth-of-belts.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { earlierRefunds } from './given-before.ts'

/**
 * Records the owner's decision on how many belts an unexpected amount buys (docs/decisions/045). It can be decided only
 * once.
 * @param boxes 0: none; the money is refunded or kept
 * @throws ShopError 'not_found'; 'not_possible' if there is nothing to decide, or, when it is to buy belts, if the payment
 *   is disputed, lost its dispute, or was refunded in full
 */
export async function decidePayment(
  shop: Shop,
  { paymentId, boxes }: { paymentId: string; boxes: number },
  alongside: (tx: Transaction, orderId: string, givenCents: number) => Promise<void>,
): Promise<void> {
  const isIt = eq(membershipPayments.id, paymentId)
  const [found] = await shop.db
    .select({ membershipId: membershipPayments.membershipId, orderId: orderItems.orderId })
    .from(membershipPayments)
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(isIt)
  if (!found) throw new ShopError('not_found', 'We can’t find that payment. Reload the page.')
  await shop.db.transaction(async (tx) => {
    const membership = await lockMembership(tx, found.membershipId)
    const [payment] = await tx.select().from(membershipPayments).where(isIt)
    if (!payment || payment.expectedCents === null || payment.decidedAt)
      throw new ShopError('not_possible', 'Someone has already said what this payment buys. Reload the page.')
    if (boxes > 0) {
      if (payment.dispute)
        throw new ShopError('not_possible', 'The bank is looking into this payment. Wait until it decides.')
      const isGone =
        payment.amountCents > 0 && leftOf(payment, await earlierRefunds(tx, payment)).totalCents === 0
      if (isGone)
        throw new ShopError('not_possible', 'This payment was refunded in full, so it doesn’t buy any belts.')
      const priceCents = payment.amountCents + payment.creditCents
      const bought = { id: paymentId, priceCents, boxCount: boxes, on: shopDay(shop) }
      await insertBoxes(tx, shop, membership, bought)
      await enqueueMail(tx, shop, { kind: 'renewal-receipt', about: { paymentId, decided: 'decided' } })
    }
    await tx.update(membershipPayments).set({ boxCount: boxes, decidedAt: shop.now() }).where(isIt)
    // What the belts cost on top of what came.
    const worthCents = boxes === 0 ? 0 : await worthOfBelts(tx, membership, boxes)
    const givenCents = Math.max(0, worthCents - payment.amountCents - payment.creditCents)
    await alongside(tx, found.orderId, givenCents)
  })
  shop.wakeWorker()
}
