import { readPlan } from '../catalog/read-plans.ts'
import type { InvoiceState } from '../payments.ts'
import type { Shop } from '../shop.ts'
import type { Membership } from './find-membership.ts'
import { renewalItem } from './renewal-item.ts'

/**
 * Makes the sales tax of a paid renewal count at the provider, once by the bill's id (payments.md §5). Repeated with
 * the event when the provider does not answer; the boxes do not wait for it.
 */
export async function commitRenewalTax(shop: Shop, membership: Membership, invoice: InvoiceState) {
  if (invoice.taxCents === 0) return
  const plan = await readPlan(shop.db, membership.planId)
  const item = renewalItem(membership, plan, invoice.amountCents)
  const quote = (await shop.payments.quoteTax([item]))[item.id]
  if (!quote?.calculationId) return
  if (quote.taxCents !== invoice.taxCents) {
    shop.log.error(
      { invoiceId: invoice.invoiceId, chargedCents: invoice.taxCents, quotedCents: quote.taxCents },
      'the tax of a renewal is not what its address asks for; report it by hand',
    )
    return
  }
  await shop.payments.commitTax({ calculationId: quote.calculationId, reference: invoice.invoiceId })
}
