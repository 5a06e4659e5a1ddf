import { and, asc, desc, eq, inArray, ne, notInArray } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxes, checkouts, membershipPayments, refunds } from '../../db/schema.ts'
import { completeCheckout } from '../checkout/complete-checkout.ts'
import type { RefundState } from '../payments.ts'
import type { Shop } from '../shop.ts'
import { applyInvoice } from './apply-invoice.ts'
import { unpackedStates } from './box-states.ts'
import { lockMembership } from './find-membership.ts'
import { reverseRefundTax, tellFailed } from './finish-refund.ts'
import { leftOf, refundTax, splitRefund } from './refund-tax.ts'
import { givenBefore, insertRefund, type Refund } from './reserve-refund.ts'
import { tell } from './tell.ts'

/**
 * What the provider says of a refund; it is fetched afresh (payments.md §6). One that failed did not arrive: its row
 * says so for the owner to pay it in another way, and its boxes stay refunded, because their money is still owed back.
 * One that somebody made at the provider is booked.
 */
export async function mirrorRefund(shop: Shop, refundId: string): Promise<void> {
  const state = await shop.payments.fetchRefund(refundId)
  if (!state) return
  await shop.db.transaction(async (tx) => {
    const changed = await tx
      .update(refunds)
      .set({
        status: state.status,
        ...(state.status === 'failed'
          ? { lastError: 'The money did not arrive. Pay it in another way.' }
          : {}),
      })
      .where(
        and(
          eq(refunds.providerId, refundId),
          ne(refunds.status, state.status),
          notInArray(refunds.status, ['settled']),
        ),
      )
      .returning()
    if (state.status !== 'failed') return
    for (const refund of changed) {
      shop.log.error({ refundId: refund.id }, 'a refund did not arrive: pay it by hand')
      await tellFailed(tx, shop, refund)
    }
  })
  if (!state.ourId) await bookByHand(shop, state)
  shop.wakeWorker()
}

// Its payment may be one of which the shop has not heard yet: the events come in any order.
async function bookByHand(shop: Shop, state: RefundState) {
  const { intentId, refundId } = state
  if (!intentId || state.status === 'failed') return
  const isBooked = eq(refunds.providerId, refundId)
  if ((await shop.db.$count(refunds, isBooked)) > 0) return
  if ((await paymentsOf(shop, intentId)).length === 0) await hearOfPayment(shop, state)
  const memberships = [...new Set((await paymentsOf(shop, intentId)).map((each) => each.membershipId))].sort()
  const made = await shop.db.transaction(async (tx) => {
    for (const id of memberships) await lockMembership(tx, id)
    if ((await tx.$count(refunds, isBooked)) > 0) return []
    return book(tx, shop, state, intentId)
  })
  for (const id of made)
    await reverseRefundTax(shop, id).catch((error) =>
      shop.log.warn({ error, refundId: id }, 'the tax of a refund could not be taken back yet'),
    )
}

function paymentsOf(shop: { db: Shop['db'] | Transaction }, intentId: string) {
  return shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.intentId, intentId))
    .orderBy(asc(membershipPayments.paidAt), asc(membershipPayments.id))
}

async function hearOfPayment(shop: Shop, { intentId, invoiceId }: RefundState) {
  if (invoiceId) await applyInvoice(shop, invoiceId)
  const [checkout] = await shop.db
    .select({ id: checkouts.id, status: checkouts.status })
    .from(checkouts)
    .where(eq(checkouts.intentId, intentId!))
  if (checkout && checkout.status !== 'mismatched') await completeCheckout(shop, checkout.id)
}

type Open = {
  payment: typeof membershipPayments.$inferSelect
  before: Refund[]
  left: ReturnType<typeof leftOf>
  unpacked: (typeof boxes.$inferSelect)[]
}
type Part = { paymentId: string; amountCents: number; taxCents: number; boxIds: string[] }

/**
 * A refund made by hand says no more than its sum. The whole of a payment: none of its boxes ships that is not packed. The
 * price of its last boxes to the cent: those. Any other sum is money alone, and the owner says what it was for.
 */
async function book(tx: Transaction, shop: Shop, state: RefundState, intentId: string): Promise<string[]> {
  const open: Open[] = []
  for (const payment of await paymentsOf({ db: tx }, intentId)) {
    const before = await givenBefore(tx, payment.id)
    const left = leftOf(payment, before)
    const unpacked = await tx
      .select()
      .from(boxes)
      .where(and(eq(boxes.paymentId, payment.id), inArray(boxes.state, unpackedStates)))
      .orderBy(desc(boxes.drop))
      .for('update')
    if (left.totalCents > 0) open.push({ payment, before, left, unpacked })
  }
  const whole = (each: Open): Part => ({
    ...{ paymentId: each.payment.id, amountCents: each.left.amountCents, taxCents: each.left.taxCents },
    boxIds: each.unpacked.map((box) => box.id),
  })
  const parts: Part[] = []
  const all = open.reduce((sum, each) => sum + each.left.totalCents, 0)
  const one = open.find((each) => each.left.totalCents === state.totalCents)
  if (state.totalCents >= all) parts.push(...open.map(whole))
  else if (one) parts.push(whole(one))
  else {
    for (const { payment, before, unpacked } of open) {
      for (let count = 1; count <= unpacked.length && parts.length === 0; count++) {
        const last = unpacked.slice(0, count)
        const amountCents = last.reduce((sum, box) => sum + box.valueCents, 0)
        const taxCents = refundTax(payment, before, amountCents)
        if (amountCents > 0 && amountCents + taxCents === state.totalCents)
          parts.push({ paymentId: payment.id, amountCents, taxCents, boxIds: last.map((box) => box.id) })
      }
    }
    let rest = parts.length > 0 ? 0 : state.totalCents
    for (const { payment, before, left } of open) {
      const totalCents = Math.min(rest, left.totalCents)
      if (totalCents <= 0) continue
      parts.push({ paymentId: payment.id, ...splitRefund(payment, before, totalCents), boxIds: [] })
      rest -= totalCents
    }
  }
  const ids: string[] = []
  for (const { boxIds, ...sums } of parts.filter((part) => part.amountCents > 0)) {
    const { refundId: providerId, status } = state
    const id = await insertRefund(tx, shop, { ...sums, providerId, status, madeBy: 'provider' })
    if (boxIds.length > 0)
      await tx.update(boxes).set({ state: 'refunded', refundId: id }).where(inArray(boxes.id, boxIds))
    await tell(tx, shop, { kind: 'refund-made', fact: id })
    ids.push(id)
  }
  return ids
}
