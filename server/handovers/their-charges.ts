import { createHash } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { handovers, membershipPayments } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
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
  for (const { subscriptionId } of objects) await giveBack(shop, id, subscriptionId)
}

/** Whether a subscription on the new card has a bill for a term, which the former card pays. */
export async function isBilled(shop: Shop, subscriptionId: string): Promise<boolean> {
  const bills = await shop.payments.invoicesOf(subscriptionId)
  return bills.some(({ reason, status }) => reason === 'renewal' && status !== 'void')
}

async function giveBack(shop: Shop, handoverId: string, subscriptionId: string) {
  for (const bill of await shop.payments.invoicesOf(subscriptionId)) {
    const { invoiceId, intentId, status, reason, isPaidElsewhere } = bill
    const totalCents = bill.totalCents - Math.max(0, bill.balanceCents)
    if (status !== 'paid' || reason !== 'renewal' || !intentId || isPaidElsewhere || totalCents <= 0) continue
    // A bill that bought belts is refunded like any other.
    if ((await shop.db.$count(membershipPayments, eq(membershipPayments.intentId, intentId))) > 0) continue
    const about = { handoverId, invoiceId }
    try {
      await shop.payments.refund({ id: refundIdOf(invoiceId), intentId, totalCents, attempt: 0 })
      shop.log.warn(about, 'a card was charged before its handover was finished; it is paid back')
    } catch (error) {
      // Someone may have refunded it at the provider. If not, the comparison of money tells the owner of it.
      if (!(error instanceof ShopError && error.code === 'not_possible')) throw error
      shop.log.error({ ...about, error }, 'a charge before the end of a handover could not be paid back')
    }
  }
}

/** Always the same for a bill, so that a repeat returns the same refund. */
const refundIdOf = (invoiceId: string) =>
  createHash('sha256')
    .update(invoiceId)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Ends what a bill is for if it's on the card of someone whose handover isn't finished, or was taken back. */
export async function refuseTheirCharge(shop: Shop, { checkoutId, reason }: InvoiceState): Promise<void> {
  if (reason !== 'renewal' || !checkoutId || !uuid.test(checkoutId)) return
  const handover = await findHandover(shop, checkoutId)
  if (handover && handover.state !== 'done') await endTheirCharge(shop, handover)
}
