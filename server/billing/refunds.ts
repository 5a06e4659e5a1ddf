import { and, asc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { type boxes, membershipPayments, refunds } from '../../db/schema.ts'
import { refundStatus } from '../../db/states.ts'
import { ShopError } from '../../domain/errors.ts'
import { tell } from '../outbox/enqueue-mail.ts'
import type { Shop } from '../shop/shop.ts'

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

/**
 * Asks the provider for a refund that is written down and keeps its answer. The refund's id makes the same question
 * the same refund. A provider that does not answer leaves the row as it is, for the next look.
 */
export async function finishRefund(shop: Shop, refundId: string) {
  const [row] = await shop.db
    .select({ refund: refunds, intentId: membershipPayments.intentId })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(eq(refunds.id, refundId))
  if (!row?.intentId || row.refund.providerId) return
  const { amountCents, taxCents } = row.refund
  try {
    const totalCents = amountCents + taxCents
    const state = await shop.payments.refund({ id: refundId, intentId: row.intentId, totalCents })
    await shop.db.transaction(async (tx) => {
      const kept = await tx
        .update(refunds)
        .set({
          providerId: state.refundId,
          status: refundStatus.to(state.status, refunds.status),
          lastError: null,
        })
        .where(and(eq(refunds.id, refundId), isNull(refunds.providerId)))
        .returning({ id: refunds.id })
      if (kept.length > 0 && state.status !== 'failed')
        await tell(tx, shop, { kind: 'refund-made', fact: refundId })
    })
    if (state.status === 'failed') shop.log.error({ refundId }, 'a refund did not arrive: pay it by hand')
    shop.wakeWorker()
  } catch (error) {
    shop.log.error({ error, refundId }, 'a refund could not be made; it is tried again')
    await shop.db
      .update(refunds)
      .set({ lastError: error instanceof Error ? error.message : String(error) })
      .where(and(eq(refunds.id, refundId), isNull(refunds.providerId)))
  }
}

/** Finishes every refund that a crash or a provider left half done, and asks how those on their way went. */
export async function finishRefunds(shop: Shop): Promise<void> {
  const unanswered = await shop.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(isNull(refunds.providerId))
    .orderBy(asc(refunds.createdAt))
  for (const { id } of unanswered) await finishRefund(shop, id)
  const onTheirWay = await shop.db
    .select({ id: refunds.id, providerId: refunds.providerId })
    .from(refunds)
    .where(and(isNotNull(refunds.providerId), eq(refunds.status, 'pending')))
  for (const { id, providerId } of onTheirWay) {
    await mirrorRefund(shop, providerId!).catch((error) =>
      shop.log.warn({ error, refundId: id }, 'a refund could not be asked about'),
    )
  }
}

/**
 * What the provider says of a refund; it is fetched afresh (payments.md §6). One that failed did not arrive: its row
 * says so for the owner to pay it in another way, and its boxes stay refunded, because their money is still owed back.
 */
export async function mirrorRefund(shop: Shop, refundId: string): Promise<void> {
  const state = await shop.payments.fetchRefund(refundId)
  if (!state) return
  const changed = await shop.db
    .update(refunds)
    .set({
      status: refundStatus.to(state.status, refunds.status),
      ...(state.status === 'failed' ? { lastError: 'the money did not arrive; pay it in another way' } : {}),
    })
    .where(and(eq(refunds.providerId, refundId), ne(refunds.status, state.status)))
    .returning({ id: refunds.id })
  if (changed.length > 0 && state.status === 'failed')
    shop.log.error({ refundId: changed[0]?.id }, 'a refund did not arrive: pay it by hand')
}

type Money = { amountCents: number; taxCents: number }

/**
 * The tax that belongs to a refund, in integer cents: in proportion to all that has been given back, less what was
 * given back before, so that the refunds of a whole payment return its whole tax to the cent.
 */
export function refundTax(payment: Money, before: Money[], amountCents: number): number {
  if (payment.amountCents === 0) return 0
  const sum = (pick: (refund: Money) => number) => before.reduce((total, refund) => total + pick(refund), 0)
  const given = sum((refund) => refund.amountCents) + amountCents
  const due = Math.round((payment.taxCents * given) / payment.amountCents)
  return due - sum((refund) => refund.taxCents)
}
