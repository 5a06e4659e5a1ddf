import { and, eq, ne, or } from 'drizzle-orm'
import { handovers, membershipPayments } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { refundIdOfBill, uuid } from '../billing/refunds.ts'
import { isGivenByBank } from '../ledger/disputes.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { InvoiceState } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'
import { findHandover, type Handover, isChargedAs, mergeChoice } from './handover-link.ts'

/**
 * Ends the subscription that an interrupted attempt made on the new card, because the handover has to wait or charges
 * nothing anymore: both cards would be charged for the same term. If it was charged already, while the shop was down, the
 * new person gets that back. The next attempt makes another one.
 */
export async function endTheirCharge(shop: Shop, { id, customerId, choice }: Handover): Promise<void> {
  if (!customerId || !choice) return
  const { objects } = await shop.payments.listSubscriptions(null, customerId)
  const live = objects.filter(({ status }) => status !== 'ended')
  if (live.length > 0) {
    // Counted first, so that another process that is finishing the handover doesn't keep a subscription that ends here.
    const endedCharges = (choice.endedCharges ?? 0) + 1
    const [mine] = await shop.db
      .update(handovers)
      .set({ choice: mergeChoice({ endedCharges }) })
      .where(and(eq(handovers.id, id), ne(handovers.state, 'done'), isChargedAs(choice)))
      .returning({ id: handovers.id })
    if (!mine) return
    for (const { subscriptionId } of live) await shop.payments.endSubscription(subscriptionId)
  }
  // Also those that ended before, since the process may have died in between.
  for (const { subscriptionId } of objects)
    await giveBack(shop, { handoverId: id, as: 'new' }, subscriptionId)
}

/**
 * Ends the former subscription, so that the former card is never charged again. If it was charged since the membership is
 * someone else's, its payer gets that back: the new card pays for that term.
 */
export async function endFormerCharge(shop: Shop, handover: Handover): Promise<void> {
  const { id, formerSubscriptionId } = handover
  if (!formerSubscriptionId) return
  await shop.payments.endSubscription(formerSubscriptionId)
  const isGiven = await giveBack(shop, { handoverId: id, as: 'former' }, formerSubscriptionId)
  // Looked at again until the bank has decided, about the new card too.
  if (!(await giveBackEarlier(shop, handover)) || !isGiven) return
  await shop.db.update(handovers).set({ formerSubscriptionId: null }).where(eq(handovers.id, id))
}

/**
 * Pays back what subscriptions of earlier attempts charged, before the handover is done and nobody looks at them anymore:
 * the process may have died after ending them. Returns false while a bank decides about one.
 */
export async function giveBackEarlier(shop: Shop, { id, customerId, choice }: Handover): Promise<boolean> {
  if (!customerId || !choice?.endedCharges) return true
  const { objects } = await shop.payments.listSubscriptions(null, customerId)
  let isGiven = true
  for (const { subscriptionId, status } of objects)
    if (status === 'ended' && !(await giveBack(shop, { handoverId: id, as: 'new' }, subscriptionId)))
      isGiven = false
  return isGiven
}

/** Whether a subscription on the new card has a bill for a term, which the former card pays. */
export async function isBilled(shop: Shop, subscriptionId: string): Promise<boolean> {
  const bills = await shop.payments.invoicesOf(subscriptionId)
  return bills.some(({ reason, status }) => reason === 'renewal' && status !== 'void')
}

/**
 * Pays back what a subscription charged without buying belts, to the card and to the balance at the provider that paid it:
 * either person was charged for a term that the other one pays, because the shop was down halfway through the handover.
 * They get an email about it. A charge they dispute waits for their bank: won, it's paid back; lost, the bank has done so
 * (docs/decisions/046).
 * @returns false while a bank decides
 */
async function giveBack(
  shop: Shop,
  { handoverId, as }: { handoverId: string; as: 'former' | 'new' },
  subscriptionId: string,
): Promise<boolean> {
  let isDecided = true
  for (const bill of await shop.payments.invoicesOf(subscriptionId)) {
    const { invoiceId, status, reason, isPaidElsewhere } = bill
    const [totalCents, balanceCents] = [chargedCents(bill), usedBalanceCents(bill)]
    const intentId = totalCents > 0 ? bill.intentId : null
    if (status !== 'paid' || reason !== 'renewal' || isPaidElsewhere || !(intentId || balanceCents > 0))
      continue
    // A bill that bought belts is refunded like any other.
    const { reference, intentId: paidWith } = membershipPayments
    const isIts = or(eq(reference, invoiceId), bill.intentId ? eq(paidWith, bill.intentId) : undefined)
    if ((await shop.db.$count(membershipPayments, isIts)) > 0) continue
    const about = { handoverId, as, invoiceId }
    if (balanceCents > 0) await shop.payments.returnBalance({ invoiceId, cents: balanceCents })
    try {
      const asked = { id: refundIdOfBill(invoiceId), totalCents, attempt: 0 }
      const refund = intentId ? await shop.payments.refund({ ...asked, intentId }) : null
      // The comparison of money tells the owner of one that failed.
      if (refund?.status === 'failed') continue
      if ((await enqueueMail(shop.db, shop, { kind: 'handover-refund', about })) > 0)
        shop.log.warn(about, 'a card was charged for a term that someone else pays; it is paid back')
    } catch (error) {
      // Someone may have refunded it at the provider. If not, the comparison of money tells the owner of it.
      if (!(error instanceof ShopError && error.code === 'not_possible')) throw error
      if (error.details?.reason !== 'disputed')
        shop.log.error({ ...about, error }, 'a charge in the middle of a handover could not be paid back')
      else if (!intentId || !(await isGivenByBank(shop, intentId))) isDecided = false
    }
  }
  return isDecided
}

/** What a bill took from its customer's balance at the provider, in integer cents. */
export const usedBalanceCents = ({ balanceCents }: InvoiceState) => Math.max(0, balanceCents)

/** What a bill took from its card, in integer cents. */
export const chargedCents = (bill: InvoiceState) => bill.totalCents - usedBalanceCents(bill)

/** Ends what a bill is for if it's on the card of someone whose handover isn't finished, or was taken back. */
export async function refuseTheirCharge(shop: Shop, { checkoutId, reason }: InvoiceState): Promise<void> {
  if (reason !== 'renewal' || !checkoutId || !uuid.test(checkoutId)) return
  const handover = await findHandover(shop, checkoutId)
  if (handover && handover.state !== 'done') await endTheirCharge(shop, handover)
}
