import { type Attempt, attemptPayment } from './attempt-payment.ts'
import type { CardAnswer } from './card.ts'
import { emit } from './event.ts'
import { type BillingReason, type Invoice, newInvoice, newLine, type Period } from './invoice.ts'
import { invoiceFailed, invoicePaid } from './invoice-outcome.ts'
import { linkPayment, paymentOfInvoice } from './invoice-payment.ts'
import { computeTotals, settleBalance } from './invoice-totals.ts'
import { newPaymentIntent, type PaymentIntent } from './payment-intent.ts'
import type { Subscription } from './subscription.ts'
import type { World } from './world.ts'

type Draft = {
  reason: BillingReason
  /** the term it pays for */
  term: Period
  /** nothing is due for this term */
  isTrial: boolean
  /** unused time credited back, in cents before tax */
  credit?: number
}

/** Creates the draft of a subscription's next bill. */
export function draftInvoice(world: World, subscription: Subscription, draft: Draft): Invoice {
  const invoice = composeInvoice(world, subscription, draft)
  if (!draft.isTrial) spendDiscounts(world, subscription)
  world.invoices.set(invoice.id, invoice)
  subscription.latest_invoice = invoice.id
  emit(world, 'invoice.created', invoice)
  return invoice
}

/** Computes the draft without storing anything. */
export function composeInvoice(world: World, subscription: Subscription, draft: Draft): Invoice {
  const customer = world.customers.get(subscription.customer)!
  const now = world.now()
  // The invoice's own period is the past one; its lines say what the bill pays for.
  const period =
    draft.reason === 'subscription_cycle'
      ? { start: subscription.items.data[0]!.current_period_start, end: draft.term.start }
      : { start: now, end: now }
  const invoice = newInvoice(world, subscription, customer, draft.reason, period)
  for (const item of subscription.items.data) {
    const { price } = item
    const line = { quantity: item.quantity, price, subscription: subscription.id, subscriptionItem: item.id }
    const name = world.products.get(price.product)?.name ?? ''
    if (draft.credit)
      invoice.lines.data.push(
        newLine(world, invoice.id, {
          ...line,
          amount: -draft.credit,
          description: `Unused time on ${name}`,
          period: { start: now, end: now },
          isProration: true,
        }),
      )
    invoice.lines.data.push(
      newLine(world, invoice.id, {
        ...line,
        amount: draft.isTrial ? 0 : price.unit_amount * item.quantity,
        description: draft.isTrial ? `Trial period for ${name}` : `${item.quantity} × ${name}`,
        period: draft.term,
        isProration: false,
      }),
    )
  }
  const ofCustomer = customer.discount ? [customer.discount.id] : []
  const { discounts: own } = subscription
  if (!draft.isTrial) invoice.discounts = own.length > 0 ? [...own] : ofCustomer
  computeTotals(world, invoice)
  return invoice
}

// A coupon with duration `once` is used up by the first bill that includes it.
function spendDiscounts(world: World, subscription: Subscription): void {
  subscription.discounts = subscription.discounts.filter((id) => {
    const coupon = world.coupons.get(world.discounts.get(id)?.source.coupon ?? '')
    return coupon?.duration === 'forever'
  })
}

/** Finalizes a draft, which fixes its amounts. If nothing is due, it's paid right away, without a payment. */
export function finalizeInvoice(world: World, invoice: Invoice): void {
  computeTotals(world, invoice)
  settleBalance(world, invoice)
  const customer = world.customers.get(invoice.customer)!
  invoice.status = 'open'
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  customer.next_invoice_sequence += 1
  invoice.effective_at = world.now()
  invoice.automatically_finalizes_at = null
  invoice.status_transitions.finalized_at = world.now()
  invoice.hosted_invoice_url = `https://invoice.stripe.com/i/${invoice.id}`
  if (invoice.amount_due > 0) makePayment(world, invoice)
  emit(world, 'invoice.finalized', invoice)
  if (invoice.amount_due === 0) invoicePaid(world, invoice, null)
}

// An invoice's payment doesn't carry the subscription's metadata.
function makePayment(world: World, invoice: Invoice): void {
  const intent = newPaymentIntent(world, invoice.amount_due, invoice.currency)
  intent.customer = invoice.customer
  intent.setup_future_usage = 'off_session'
  intent.description = 'Subscription creation'
  if (invoice.billing_reason !== 'subscription_create') intent.description = 'Subscription update'
  world.paymentIntents.set(intent.id, intent)
  linkPayment(world, invoice, intent.id)
  emit(world, 'payment_intent.created', intent)
}

/** The payment an invoice is waiting for, if anything is due. */
export function intentOfInvoice(world: World, invoice: string): PaymentIntent | null {
  const link = paymentOfInvoice(world, invoice)
  return link ? (world.paymentIntents.get(link.payment.payment_intent) ?? null) : null
}

/** What a subscription would be charged to: its own method, else the customer's. */
export function methodOf(world: World, subscription: Subscription): string | null {
  return (
    subscription.default_payment_method ??
    world.customers.get(subscription.customer)?.invoice_settings.default_payment_method ??
    null
  )
}

/** Charges an open invoice; null if there is nothing to charge it to. */
export function collect(
  world: World,
  invoice: Invoice,
  methodId: string | null,
  attempt: Attempt,
): CardAnswer | null {
  const intent = intentOfInvoice(world, invoice.id)
  const method = methodId === null ? undefined : world.paymentMethods.get(methodId)
  if (!intent) return null
  if (!method) {
    invoiceFailed(world, invoice)
    return null
  }
  return attemptPayment(world, intent, method, attempt)
}
