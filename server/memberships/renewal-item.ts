import { eq } from 'drizzle-orm'
import { membershipPayments } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Plan } from '../../domain/plan.ts'
import { readPlan } from '../catalog/read-plans.ts'
import type { Membership } from '../ledger/find-membership.ts'
import { quoteTax } from '../ledger/quote-tax.ts'
import type { InvoiceState, TaxQuote } from '../shop/payment-states.ts'
import type { ChargeItem } from '../shop/payments.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * One later term of a membership as a taxable item, shipped to its current address.
 * @param amountCents integer cents before tax, after any discount
 */
export function renewalItem(
  membership: Membership,
  plan: Pick<Plan, 'id' | 'name' | 'months'>,
  amountCents: number,
): ChargeItem {
  const address = membership.address
  return {
    id: '0',
    planId: plan.id,
    planName: plan.name,
    months: plan.months,
    renews: true,
    amountCents,
    discountCents: 0,
    renewalDiscountCents: 0,
    destination: {
      name: address.fullName ?? '',
      line1: address.address ?? '',
      line2: address.address2 ?? null,
      city: address.city ?? '',
      state: address.state ?? '',
      zipCode: address.zipCode ?? '',
    },
  }
}

/**
 * The tax of a later term, today unless a day is given; null if the provider can't find where its member has moved, so that
 * its tax stays what it was.
 * @throws ShopError 'payments_unavailable'
 */
export async function quoteRenewal(
  shop: Shop,
  item: ChargeItem,
  day?: CalendarDate,
): Promise<TaxQuote | null> {
  try {
    return (await quoteTax(shop, [item], day))[item.id] ?? null
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== 'invalid_cart') throw error
    shop.log.error({ error }, 'the provider can’t find the address of a renewal: its tax stays as it was')
    return null
  }
}

/**
 * Stands in for a transaction id when the provider has no tax calculation: the tax came from the owner's own rate, or is
 * zero.
 */
export const ownRate = 'own-rate'

/**
 * Commits a paid renewal's sales tax at the provider, once per invoice id (stripe.md §5). If the provider doesn't answer,
 * the event repeats it; the boxes don't wait. The calculation id is stored before the commit, so that a retry commits the
 * same one and learns its transaction id, which a refund needs to reverse the tax.
 * @returns the transaction's id; `ownRate` if there is none; null if unknown
 */
export async function commitRenewalTax(
  shop: Shop,
  membership: Membership,
  invoice: Pick<InvoiceState, 'invoiceId' | 'amountCents' | 'taxCents'>,
): Promise<string | null> {
  if (invoice.taxCents === 0) return ownRate
  const isIt = eq(membershipPayments.reference, invoice.invoiceId)
  const [payment] = await shop.db.select().from(membershipPayments).where(isIt)
  if (!payment || payment.taxTransactionId) return payment?.taxTransactionId ?? null
  const calculationId = payment.taxCalculationId ?? (await calculate(shop, membership, invoice))
  if (!calculationId || calculationId === ownRate) return calculationId
  await shop.db.update(membershipPayments).set({ taxCalculationId: calculationId }).where(isIt)
  const { transactionId } = await shop.payments.commitTax({ calculationId, reference: invoice.invoiceId })
  await shop.db.update(membershipPayments).set({ taxTransactionId: transactionId }).where(isIt)
  return transactionId
}

async function calculate(
  shop: Shop,
  membership: Membership,
  invoice: Pick<InvoiceState, 'invoiceId' | 'amountCents' | 'taxCents'>,
): Promise<string | null> {
  const plan = await readPlan(shop.db, membership.planId)
  const item = renewalItem(membership, plan, invoice.amountCents)
  const quote = await quoteRenewal(shop, item)
  if (!quote) return null
  if (!quote.calculationId) return ownRate
  // An invoice may round one cent differently, as at checkout (docs/decisions/009).
  if (Math.abs(quote.taxCents - invoice.taxCents) <= 1) return quote.calculationId
  shop.log.error(
    { invoiceId: invoice.invoiceId, chargedCents: invoice.taxCents, quotedCents: quote.taxCents },
    'the tax of a renewal is not what its address asks for; report it by hand',
  )
  return null
}
