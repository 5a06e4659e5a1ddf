import { eq } from 'drizzle-orm'
import { membershipPayments } from '../../db/schema.ts'
import { readPlan } from '../catalog/read-plans.ts'
import type { InvoiceState } from '../payments.ts'
import type { Shop } from '../shop.ts'
import type { Membership } from './find-membership.ts'
import { renewalItem } from './renewal-item.ts'

/**
 * Makes the sales tax of a paid renewal count at the provider, once by the bill's id (payments.md §5). Repeated with
 * the event when the provider does not answer; the boxes do not wait for it. The calculation is kept before it is counted:
 * a repeat counts the same one and so learns its transaction, which a refund takes back.
 */
export async function commitRenewalTax(shop: Shop, membership: Membership, invoice: InvoiceState) {
  if (invoice.taxCents === 0) return
  const isIt = eq(membershipPayments.reference, invoice.invoiceId)
  const [payment] = await shop.db.select().from(membershipPayments).where(isIt)
  if (!payment || payment.taxTransactionId) return
  const calculationId = payment.taxCalculationId ?? (await calculate(shop, membership, invoice))
  if (!calculationId) return
  await shop.db.update(membershipPayments).set({ taxCalculationId: calculationId }).where(isIt)
  const { transactionId } = await shop.payments.commitTax({ calculationId, reference: invoice.invoiceId })
  await shop.db.update(membershipPayments).set({ taxTransactionId: transactionId }).where(isIt)
}

async function calculate(shop: Shop, membership: Membership, invoice: InvoiceState): Promise<string | null> {
  const plan = await readPlan(shop.db, membership.planId)
  const item = renewalItem(membership, plan, invoice.amountCents)
  const quote = (await shop.payments.quoteTax([item]))[item.id]
  if (!quote?.calculationId) return null
  if (quote.taxCents === invoice.taxCents) return quote.calculationId
  shop.log.error(
    { invoiceId: invoice.invoiceId, chargedCents: invoice.taxCents, quotedCents: quote.taxCents },
    'the tax of a renewal is not what its address asks for; report it by hand',
  )
  return null
}
