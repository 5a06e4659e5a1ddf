import { eq } from 'drizzle-orm'
import { checkouts, membershipPayments } from '../../db/schema.ts'
import { completeCheckout } from '../checkout/complete-checkout.ts'
import { applyInvoice } from '../memberships/apply-invoice.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * Books a payment of which the shop has not heard yet: news of its refund, of a dispute or of a bank's warning come in any order,
 * and may overtake those of the payment itself. Does nothing for one that is booked, or that isn't the shop's.
 */
export async function hearOfPayment(shop: Shop, intentId: string): Promise<void> {
  if ((await shop.db.$count(membershipPayments, eq(membershipPayments.intentId, intentId))) > 0) return
  const invoiceId = await shop.payments.invoiceOf(intentId)
  if (invoiceId) await applyInvoice(shop, invoiceId)
  const [checkout] = await shop.db
    .select({ id: checkouts.id, status: checkouts.status })
    .from(checkouts)
    .where(eq(checkouts.intentId, intentId))
  if (checkout && checkout.status !== 'mismatched') await completeCheckout(shop, checkout.id)
}
