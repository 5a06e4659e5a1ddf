import { and, eq, inArray, isNotNull, not } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { type boxes, membershipPayments, refunds } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'
import { leftOf, refundTax } from './refund-tax.ts'

type Box = typeof boxes.$inferSelect
type Payment = typeof membershipPayments.$inferSelect
export type Refund = typeof refunds.$inferSelect

/**
 * Writes down the refund of boxes of one payment, with their share of the tax, before the provider is asked; its id, or
 * null when there is no money to move: the boxes cost nothing, or their money was given back before.
 */
export async function reserveRefund(
  tx: Transaction,
  shop: Shop,
  paymentId: string,
  group: Box[],
): Promise<string | null> {
  const [payment] = await tx.select().from(membershipPayments).where(eq(membershipPayments.id, paymentId))
  if (!payment) throw new Error(`payment ${paymentId} is gone`)
  const sums = boxesRefund(payment, await givenBefore(tx, paymentId), group)
  if (sums.amountCents === 0) return null
  if (!payment.intentId) throw new Error(`payment ${paymentId} has no money to give back`)
  return insertRefund(tx, shop, { paymentId, ...sums })
}

/** What the boxes of one payment give back: never more than is left of it. */
export function boxesRefund(payment: Payment, before: Refund[], group: Box[]) {
  const left = leftOf(payment, before)
  const worth = group.reduce((sum, box) => sum + box.valueCents, 0)
  const amountCents = Math.min(worth, left.amountCents)
  return { amountCents, taxCents: Math.min(left.taxCents, refundTax(payment, before, amountCents)) }
}

/** What was given back of a payment, or is still owed: one that was made by hand and came back is neither. */
export async function givenBefore(tx: Transaction | Database, paymentId: string): Promise<Refund[]> {
  const cameBack = and(eq(refunds.status, 'failed'), eq(refunds.madeBy, 'provider'))
  return tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), not(cameBack!)))
}

/** A refund's row; its id. */
export async function insertRefund(
  tx: Transaction,
  shop: Shop,
  row: Pick<Refund, 'paymentId' | 'amountCents' | 'taxCents'> & Partial<Refund>,
): Promise<string> {
  const [made] = await tx
    .insert(refunds)
    .values({ ...row, createdAt: shop.now() })
    .returning({ id: refunds.id })
  return made!.id
}

/**
 * The bank takes the money back itself if it decides so: refunded or credited as well, it would go twice
 * (payments.md §6).
 * @throws ShopError 'not_possible' while it examines a payment of these boxes, and when it has given the money back
 */
export async function refuseDisputed(tx: Transaction, chosen: Box[]) {
  const paymentIds = chosen.flatMap((box) => box.paymentId ?? [])
  if (paymentIds.length === 0) return
  const disputed = await tx
    .select({ dispute: membershipPayments.dispute })
    .from(membershipPayments)
    .where(and(inArray(membershipPayments.id, paymentIds), isNotNull(membershipPayments.dispute)))
  if (disputed.length === 0) return
  throw new ShopError(
    'not_possible',
    disputed.some(({ dispute }) => dispute === 'lost')
      ? 'The bank has given the buyer the money of this payment already. It cannot be given back twice.'
      : 'The buyer has disputed this payment at the bank. Nothing can be refunded until the bank has decided.',
  )
}
