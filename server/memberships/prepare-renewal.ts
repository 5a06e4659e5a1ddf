import { asc, eq } from 'drizzle-orm'
import { creditUses } from '../../db/schema.ts'
import { readPlan } from '../catalog/read-plans.ts'
import { payWithCredit, settleCredit } from '../credit/renewal-credit.ts'
import { type Membership, membershipOf } from '../ledger/find-membership.ts'
import { type InvoiceState, stateOfQuote } from '../shop/payment-states.ts'
import { itemFailed } from '../shop/rounds.ts'
import type { Shop } from '../shop/shop.ts'
import { applyInvoice, expectedOf } from './apply-invoice.ts'
import { quoteRenewal, renewalItem } from './renewal-item.ts'

/**
 * Prepares a renewal's invoice during the hour it is a draft: store credit pays what it can, then the tax rate is corrected.
 * Runs again when the event is repeated; leaves a finalized invoice alone.
 * @returns the draft if no membership has its subscription, else null
 */
export async function prepareRenewal(shop: Shop, invoiceId: string): Promise<InvoiceState | null> {
  const draft = await shop.payments.fetchInvoice(invoiceId)
  if (draft?.status !== 'draft' || draft.reason !== 'renewal' || !draft.subscriptionId) return null
  const membership = await membershipOf(shop, draft.subscriptionId)
  if (!membership) return draft
  // If the membership doesn't sell this amount, the owner decides about it before anyone's credit is used.
  const { isRight } = await expectedOf(shop, membership, draft)
  await checkTax(shop, membership, isRight ? await payWithCredit(shop, membership, draft) : draft)
  return null
}

// The shipping address or the tax rates may have changed (stripe.md §5, §6 "invoice.created").
async function checkTax(shop: Shop, membership: Membership, draft: InvoiceState): Promise<void> {
  const plan = await readPlan(shop.db, membership.planId)
  const item = renewalItem(membership, plan, draft.amountCents)
  const quote = await quoteRenewal(shop, item)
  if (!quote || quote.taxCents === draft.taxCents) return
  const { invoiceId } = draft
  const subscriptionId = draft.subscriptionId!
  await shop.payments.setTaxRate({
    ...{ subscriptionId, invoiceId, ratePercent: quote.ratePercent },
    state: stateOfQuote(quote),
  })
}

/**
 * Checks the outcome of every invoice with reserved store credit: the repair after lost events, or a crash between updating
 * the ledger and the provider.
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
      // An error on one invoice must not block the others.
      itemFailed(shop, { error, invoiceId }, 'store credit that is kept for a bill could not be settled')
    }
  }
}
