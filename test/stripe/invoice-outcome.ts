import { moveCustomerBalance } from './customer-balance.ts'
import { emit } from './event.ts'
import type { GivenUp, Invoice } from './invoice.ts'
import { paymentOfInvoice } from './invoice-payment.ts'
import type { Subscription } from './subscription.ts'
import type { World } from './world.ts'

const day = 24 * 3600
/** Days from each failed attempt to the next; after the last one there are no more attempts. */
const retryAfterDays = [3, 5, 7]

function subscriptionOf(world: World, invoice: Invoice): Subscription | undefined {
  return world.subscriptions.get(invoice.parent?.subscription_details.subscription ?? '')
}

/** The money has arrived, or nothing was due. */
export function invoicePaid(world: World, invoice: Invoice, paidWith: string | null): void {
  invoice.status = 'paid'
  invoice.status_details = undefined
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.attempted = true
  invoice.next_payment_attempt = null
  invoice.auto_advance = false
  invoice.status_transitions.paid_at = world.now()
  const link = paymentOfInvoice(world, invoice.id)
  if (link) {
    link.status = 'paid'
    link.amount_paid = invoice.amount_due
    link.status_transitions.paid_at = world.now()
    invoice.attempt_count += 1
    emit(world, 'invoice_payment.paid', link)
  }
  emit(world, 'invoice.paid', invoice)
  emit(world, 'invoice.payment_succeeded', invoice)
  const subscription = subscriptionOf(world, invoice)
  if (!subscription) return
  const before = JSON.stringify(subscription)
  if (paidWith && subscription.payment_settings.save_default_payment_method === 'on_subscription')
    subscription.default_payment_method = paidWith
  if (isLatest(world, invoice)) endDebt(subscription)
  if (JSON.stringify(subscription) !== before) emit(world, 'customer.subscription.updated', subscription)
}

/** No more attempts. For the subscription it counts as paid (docs.stripe.com/billing/subscriptions/overview). */
export function invoiceGivenUp(world: World, invoice: Invoice, reason: GivenUp): void {
  invoice.status = 'uncollectible'
  invoice.status_details = { uncollectible: { reason } }
  invoice.next_payment_attempt = null
  // docs.stripe.com/billing/subscriptions/pause-payment: no webhooks for those of a paused subscription.
  if (reason !== 'subscription_paused') emit(world, 'invoice.marked_uncollectible', invoice)
  const subscription = subscriptionOf(world, invoice)
  if (subscription?.status !== 'past_due' || !isLatest(world, invoice)) return
  endDebt(subscription)
  emit(world, 'customer.subscription.updated', subscription)
}

function endDebt(subscription: Subscription): void {
  if (subscription.status === 'incomplete' || subscription.status === 'past_due')
    subscription.status = 'active'
}

function billsOf(world: World, subscription: string): Invoice[] {
  return [...world.invoices.values()]
    .filter((each) => each.parent?.subscription_details.subscription === subscription)
    .reverse()
}

// Voided ones don't count (docs.stripe.com/billing/subscriptions/overview "Unpaid subscriptions").
function isLatest(world: World, invoice: Invoice): boolean {
  const { subscription } = invoice.parent.subscription_details
  return billsOf(world, subscription).find(({ status }) => status !== 'void')?.id === invoice.id
}

/** A charge was declined or needs the owner, or there is no payment method. */
export function invoiceFailed(world: World, invoice: Invoice): void {
  invoice.attempted = true
  invoice.attempt_count += 1
  const isFirst = invoice.billing_reason === 'subscription_create'
  const wait = isFirst ? undefined : retryAfterDays[invoice.attempt_count - 1]
  invoice.next_payment_attempt = wait === undefined ? null : world.now() + wait * day
  emit(world, 'invoice.payment_failed', invoice)
  const subscription = subscriptionOf(world, invoice)
  if (subscription?.status === 'active') {
    subscription.status = 'past_due'
    emit(world, 'customer.subscription.updated', subscription)
  }
}

/** The bill will never be paid. */
export function voidInvoice(world: World, invoice: Invoice): void {
  invoice.status = 'void'
  invoice.auto_advance = false
  invoice.next_payment_attempt = null
  invoice.status_transitions.voided_at = world.now()
  const link = paymentOfInvoice(world, invoice.id)
  if (link) {
    link.status = 'canceled'
    link.status_transitions.canceled_at = world.now()
  }
  // What was applied to it goes back to the balance.
  const customer = world.customers.get(invoice.customer)
  const amount = invoice.starting_balance - (invoice.ending_balance ?? invoice.starting_balance)
  if (customer && amount !== 0)
    moveCustomerBalance(world, customer, { amount, type: 'unapplied_from_invoice', invoice: invoice.id })
  emit(world, 'invoice.voided', invoice)
  const subscription = subscriptionOf(world, invoice)
  if (subscription?.status !== 'past_due' || subscription.latest_invoice !== invoice.id) return
  // From the newest bill to the oldest, the first that is paid, given up or past its last attempt decides
  // (docs.stripe.com/billing/subscriptions/overview "Voiding an invoice generated by a subscription").
  const decides = billsOf(world, subscription.id).find(
    ({ status, attempt_count }) =>
      status === 'paid' ||
      status === 'uncollectible' ||
      (status === 'open' && attempt_count > retryAfterDays.length),
  )
  if (decides?.status === 'open') return
  endDebt(subscription)
  emit(world, 'customer.subscription.updated', subscription)
}
