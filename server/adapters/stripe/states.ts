import type Stripe from 'stripe'
import type { InvoiceState, PaymentState, SubscriptionState } from '../../shop/payment-states.ts'
import { planOfProduct } from './catalog.ts'
import { creditCoupons } from './client.ts'

const paymentStatus: Partial<Record<string, PaymentState['status']>> = {
  requires_payment_method: 'requires_payment_method',
  requires_confirmation: 'requires_payment_method',
  requires_action: 'requires_action',
  requires_capture: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
}

/** Needs `latest_charge` expanded, for the payer's email and the time of payment. */
export function paymentState(intent: Stripe.PaymentIntent): PaymentState {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const isPaid = intent.status === 'succeeded'
  return {
    intentId: intent.id,
    // A status that Stripe adds later doesn't count as paid.
    status: paymentStatus[intent.status] ?? 'processing',
    clientSecret: intent.client_secret ?? '',
    amountCents: isPaid ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    customerId: idOf(intent.customer) ?? '',
    payerEmail: intent.receipt_email ?? charge?.billing_details?.email ?? null,
    paymentMethodId: idOf(intent.payment_method),
    paidAt: isPaid ? dateOf(charge?.created ?? intent.created) : null,
    checkoutId: intent.metadata.checkout_id ?? null,
  }
}

/** Needs `latest_attempt` and `payment_method` expanded, for the time and the payer's email. */
export function setupState(setup: Stripe.SetupIntent): PaymentState {
  const attempt = typeof setup.latest_attempt === 'object' ? setup.latest_attempt : null
  const method = typeof setup.payment_method === 'object' ? setup.payment_method : null
  return {
    intentId: setup.id,
    status: paymentStatus[setup.status] ?? 'processing',
    clientSecret: setup.client_secret ?? '',
    amountCents: 0,
    currency: 'USD',
    customerId: idOf(setup.customer) ?? '',
    payerEmail: method?.billing_details.email ?? null,
    paymentMethodId: idOf(setup.payment_method),
    paidAt: setup.status === 'succeeded' ? dateOf(attempt?.created ?? setup.created) : null,
    checkoutId: setup.metadata?.checkout_id ?? null,
  }
}

const subscriptionStatus: Partial<Record<string, SubscriptionState['status']>> = {
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'paused',
  canceled: 'ended',
}

export function subscriptionState(subscription: Stripe.Subscription): SubscriptionState {
  const status = subscriptionStatus[subscription.status] ?? 'paused'
  // Since 2025 the period is on the item: a subscription may have several periods (stripe.md §2). Ours has one item.
  const end = subscription.items.data[0]?.current_period_end
  // The portal may set a date instead of the flag. If it's after the current period, the subscription renews until then.
  const endsAt = subscription.cancel_at
  const cancelsAtPeriodEnd =
    subscription.cancel_at_period_end || (endsAt !== null && endsAt <= (end ?? endsAt))
  return {
    subscriptionId: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    checkoutId: subscription.metadata.checkout_id ?? null,
    status,
    nextChargeAt: status === 'ended' || end === undefined ? null : dateOf(end),
    cancelsAtPeriodEnd,
    term: termOf(subscription),
    isPaused: status === 'paused' || subscription.pause_collection !== null,
    mailsBills: subscription.collection_method === 'send_invoice',
    hasDiscount: subscription.discounts.length > 0 || hasCustomerTerms(subscription),
    endedBy: status === 'ended' || cancelsAtPeriodEnd ? endedBy(subscription) : null,
  }
}

// Only known if the customer is expanded.
function hasCustomerTerms({ customer }: Stripe.Subscription): boolean {
  if (typeof customer === 'string' || customer.deleted) return false
  return customer.balance !== 0 || Boolean(customer.discount)
}

/** Written on a subscription that this shop ends, so that its events aren't taken for someone else's action. */
export const endedHere = 'Ended by the shop'

function endedBy({ cancellation_details: details }: Stripe.Subscription): SubscriptionState['endedBy'] {
  if (details?.comment === endedHere) return 'shop'
  return endReasons[details?.reason ?? ''] ?? 'somebody'
}

// What the account's settings do by themselves, about unpaid bills and about disputes.
const endReasons: Partial<Record<string, SubscriptionState['endedBy']>> = {
  payment_failed: 'unpaid',
  payment_disputed: 'dispute',
}

const monthsOf: Partial<Record<string, number>> = { month: 1, year: 12 }

function termOf({ items }: Stripe.Subscription): SubscriptionState['term'] {
  const recurring = items.data[0]?.price.recurring
  if (!recurring) return null
  return {
    amountCents: items.data.reduce(
      (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1),
      0,
    ),
    // Days and weeks count as 0 months, so such a term matches none of ours.
    months: (monthsOf[recurring.interval] ?? 0) * recurring.interval_count,
  }
}

const invoiceReasons: Partial<Record<string, InvoiceState['reason']>> = {
  subscription_create: 'first',
  subscription_cycle: 'renewal',
}

/** What to expand on a bill: its payments, and the discounts behind its totals. */
export const billParts = ['payments', 'total_discount_amounts.discount']

/** Whether a discount stands for store credit. It must be expanded. */
export function isCredit(discount: string | Stripe.Discount | Stripe.DeletedDiscount): boolean {
  if (typeof discount === 'string') return false
  return idOf(discount.source.coupon)?.startsWith(creditCoupons) ?? false
}

/** Needs `billParts` expanded; for the bank's message, also the payment's own payment. */
export function invoiceState(invoice: Stripe.Invoice): InvoiceState {
  const details = invoice.parent?.subscription_details
  const taxCents = (invoice.total_taxes ?? []).reduce((sum, tax) => sum + tax.amount, 0)
  const paid = invoice.payments?.data.find((each) => each.status === 'paid')
  // Proration and similar have lines of their own, which sell nothing.
  const sold = invoice.lines.data.find((line) => line.amount >= 0 && line.pricing)
  const ends = invoice.lines.data.map((line) => line.period.end)
  const paidAt = invoice.status_transitions?.paid_at
  const tried = invoice.payments?.data
    .map((each) => each.payment.payment_intent)
    .find((each) => typeof each === 'object' && each.status !== 'canceled') as
    | Stripe.PaymentIntent
    | undefined
  const asked = tried?.status === 'requires_action'
  const refusal = tried?.last_payment_error
  return {
    invoiceId: invoice.id,
    subscriptionId: idOf(details?.subscription ?? null),
    checkoutId: details?.metadata?.checkout_id ?? null,
    status: isForgiven(invoice) ? 'void' : (invoiceStatus[invoice.status ?? ''] ?? 'draft'),
    reason: invoiceReasons[invoice.billing_reason ?? ''] ?? 'other',
    planId: planOfProduct(idOf(sold?.pricing?.price_details?.product)),
    amountCents: invoice.total_excluding_tax ?? invoice.total - taxCents,
    creditCents: (invoice.total_discount_amounts ?? [])
      .filter(({ discount }) => isCredit(discount))
      .reduce((sum, { amount }) => sum + amount, 0),
    // If a credit exceeds the bill, the rest stays with the customer and wasn't taken off this one.
    balanceCents: invoice.total > 0 ? invoice.total - invoice.amount_due : 0,
    isPaidElsewhere:
      invoice.status === 'paid' &&
      invoice.amount_due > 0 &&
      !paid?.payment.payment_intent &&
      !paid?.payment.charge,
    isHeld: invoice.status === 'draft' && invoice.auto_advance === false,
    isGivenUp: invoice.status === 'uncollectible',
    taxCents: invoice.total - (invoice.total_excluding_tax ?? invoice.total - taxCents),
    taxState: invoice.default_tax_rates?.[0]?.state ?? null,
    totalCents: invoice.total,
    intentId: idOf(paid?.payment.payment_intent ?? null),
    payPage: invoice.hosted_invoice_url ?? null,
    asksBank: asked || refusal?.code === 'authentication_required',
    triedCardId: (asked ? idOf(tried?.payment_method) : null) ?? refusal?.payment_method?.id ?? null,
    paidAt: paidAt ? dateOf(paidAt) : null,
    periodEndsAt: ends.length > 0 ? dateOf(Math.max(...ends)) : null,
    createdAt: dateOf(invoice.created),
  }
}

const invoiceStatus: Partial<Record<string, InvoiceState['status']>> = {
  draft: 'draft',
  open: 'open',
  paid: 'paid',
  void: 'void',
  uncollectible: 'open',
}

const forgiving = ['user_forgiven', 'subscription_paused']

/**
 * Somebody wrote it off, or its subscription was paused so: Stripe then counts it as paid and continues with the next one
 * (docs.stripe.com/billing/subscriptions/overview). One that Stripe gave up after its last attempt is still owed.
 */
export function isForgiven({ status, status_details: details }: Stripe.Invoice): boolean {
  return status === 'uncollectible' && forgiving.includes(details?.uncollectible?.reason ?? '')
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

export function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}
