import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { type boxes, membershipPayments, refunds } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'
import { refundTax } from './refund-tax.ts'

type Box = typeof boxes.$inferSelect

/**
 * Writes down the refund of boxes of one payment, with their share of the tax, before the provider is asked; its id, or
 * null when the boxes cost nothing: there is no money to move.
 */
export async function reserveRefund(
  tx: Transaction,
  shop: Shop,
  paymentId: string,
  group: Box[],
): Promise<string | null> {
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
