import { readPlan } from '../catalog/read-plans.ts'
import type { Shop } from '../shop.ts'
import { membershipOf } from './find-membership.ts'
import { renewalItem } from './renewal-item.ts'

/**
 * Puts the tax of a renewal right while its bill is a draft: the belts may go elsewhere by now, and rates change
 * (payments.md §5, §6 "invoice.created").
 */
export async function checkRenewalTax(shop: Shop, invoiceId: string): Promise<void> {
  const invoice = await shop.payments.fetchInvoice(invoiceId)
  if (invoice?.status !== 'draft' || invoice.reason !== 'renewal' || !invoice.subscriptionId) return
  const membership = await membershipOf(shop, invoice.subscriptionId)
  if (!membership) return
  const plan = await readPlan(shop.db, membership.planId)
  const item = renewalItem(membership, plan, invoice.amountCents)
  const quote = (await shop.payments.quoteTax([item]))[item.id]
  if (!quote || quote.taxCents === invoice.taxCents) return
  const { subscriptionId } = invoice
  await shop.payments.setTaxRate({ subscriptionId, invoiceId, ratePercent: quote.ratePercent })
}
