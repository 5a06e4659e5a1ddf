import { asc, eq } from 'drizzle-orm'
import { creditUses } from '../../db/schema.ts'
import { readPlan } from '../catalog/read-plans.ts'
import { payWithCredit, settleCredit } from '../credit/renewal-credit.ts'
import { type Membership, membershipOf } from '../ledger/find-membership.ts'
import { quoteTax } from '../ledger/quote-tax.ts'
import type { InvoiceState } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'
import { stateOfQuote } from '../shop/tax-quote.ts'
import { applyInvoice, expectedOf } from './apply-invoice.ts'
import { renewalItem } from './renewal-item.ts'

/**
 * What is done with a renewal's bill in the hour in which it is a draft: store credit pays what it can, then the tax is put right.
 * Repeated with the event; a bill that is final already is left alone.
 */
export async function prepareRenewal(shop: Shop, invoiceId: string): Promise<void> {
  const draft = await shop.payments.fetchInvoice(invoiceId)
  if (draft?.status !== 'draft' || draft.reason !== 'renewal' || !draft.subscriptionId) return
  const membership = await membershipOf(shop, draft.subscriptionId)
  if (!membership) return
  // A sum that the membership does not sell is its owner's to decide, before anybody's credit pays it.
  const { isRight } = await expectedOf(shop, membership, draft)
  await checkTax(shop, membership, isRight ? await payWithCredit(shop, membership, draft) : draft)
}

// The belts may go elsewhere by now, and rates change (stripe.md §5, §6 "invoice.created").
async function checkTax(shop: Shop, membership: Membership, draft: InvoiceState): Promise<void> {
  const plan = await readPlan(shop.db, membership.planId)
  const item = renewalItem(membership, plan, draft.amountCents)
  const quote = (await quoteTax(shop, [item]))[item.id]
  if (!quote || quote.taxCents === draft.taxCents) return
  const { invoiceId } = draft
  const subscriptionId = draft.subscriptionId!
  await shop.payments.setTaxRate({
    ...{ subscriptionId, invoiceId, ratePercent: quote.ratePercent },
    state: stateOfQuote(quote),
  })
}

/**
 * Asks what became of every bill for which store credit is kept: the repair for a crash between the ledger and the provider, and
 * for lost events.
 */
export async function settleKeptCredit(shop: Shop): Promise<void> {
  const kept = await shop.db
    .select({ invoiceId: creditUses.invoiceId })
    .from(creditUses)
    .where(eq(creditUses.state, 'kept'))
    .orderBy(asc(creditUses.createdAt))
  for (const { invoiceId } of kept) {
    try {
      const bill = await shop.payments.fetchInvoice(invoiceId)
      if (bill?.status === 'draft') await prepareRenewal(shop, invoiceId)
      else if (bill) await applyInvoice(shop, invoiceId)
      else await shop.db.transaction((tx) => settleCredit(tx, shop, invoiceId, 0))
    } catch (error) {
      // One that cannot be asked about must not keep the others waiting.
      shop.log.error({ error, invoiceId }, 'store credit that is kept for a bill could not be settled')
    }
  }
}
