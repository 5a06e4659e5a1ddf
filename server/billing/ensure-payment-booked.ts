import { eq } from 'drizzle-orm'
import { checkouts, membershipPayments } from '../../db/schema.ts'
import { decidedByHand } from '../../domain/checkout-status.ts'
import { completeCheckout } from '../checkout/complete-checkout.ts'
import { applyInvoice } from '../memberships/apply-invoice.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * Books a payment that the shop hasn't seen yet: events about its refund, its dispute or a fraud warning arrive in any order,
 * and may overtake the payment's own. Does nothing for one that is booked, or that isn't the shop's.
 */
export async function ensurePaymentBooked(shop: Shop, intentId: string): Promise<void> {
  if ((await shop.db.$count(membershipPayments, eq(membershipPayments.intentId, intentId))) > 0) return
  const invoiceId = await shop.payments.invoiceOf(intentId)
  if (invoiceId) await applyInvoice(shop, invoiceId)
  const [checkout] = await shop.db
    .select({ id: checkouts.id, status: checkouts.status })
    .from(checkouts)
    .where(eq(checkouts.intentId, intentId))
  if (checkout && !decidedByHand.includes(checkout.status)) await completeCheckout(shop, checkout.id)
}
