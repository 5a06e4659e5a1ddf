import type { Shop } from '../shop.ts'
import { commitRenewalTax } from './commit-renewal-tax.ts'
import { membershipOf } from './find-membership.ts'
import { markPastDue } from './mark-past-due.ts'
import { putOffCharge } from './put-off-charge.ts'
import { recordRenewal } from './record-renewal.ts'

/**
 * What a bill of the provider says, done to its membership. The bill is fetched afresh, so events that come twice or
 * in another order change nothing (payments.md §6). The first bill of a subscription belongs to its checkout.
 */
export async function applyInvoice(shop: Shop, invoiceId: string): Promise<void> {
  const invoice = await shop.payments.fetchInvoice(invoiceId)
  if (!invoice?.subscriptionId || invoice.reason === 'first') return
  const membership = await membershipOf(shop, invoice.subscriptionId)
  if (!membership) return
  if (invoice.status === 'paid') {
    // Trial starts and moved charges write bills of nothing, which buy nothing.
    if (invoice.reason === 'other' && (invoice.totalCents === 0 || !invoice.intentId)) return
    await recordRenewal(shop, membership.id, invoice, await putOffCharge(shop, membership, invoice))
    await commitRenewalTax(shop, membership, invoice)
  } else if (invoice.status === 'open' && invoice.reason === 'renewal') {
    await markPastDue(shop, membership, invoice)
  }
}
