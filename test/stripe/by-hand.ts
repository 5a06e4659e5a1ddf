import { moveBalance, payOutByHand } from './balance.ts'
import { recordCharge } from './charge.ts'
import { newDiscount } from './coupon.ts'
import { moveCustomerBalance } from './customer-balance.ts'
import { emit } from './event.ts'
import { invoiceOf, newInvoice } from './invoice.ts'
import { invoiceGivenUp, invoicePaid } from './invoice-outcome.ts'
import { linkPayment } from './invoice-payment.ts'
import { intentOf, newPaymentIntent } from './payment-intent.ts'
import { newPaymentMethod } from './payment-method.ts'
import { refundOfCharge, settleRefund } from './refund.ts'
import { noSuch } from './refusal.ts'
import { subscriptionOf } from './subscription.ts'
import { endSubscription } from './subscription-end.ts'
import { endAt, setEnding } from './subscription-update.ts'
import { termOf } from './term.ts'
import type { World } from './world.ts'

/** What an owner does on the provider's dashboard, and the shop never does through the API. */
export const byHand = (world: World) => ({
  /** charges this many times the price from the next bill on */
  setQuantity(subscriptionId: string, quantity: number) {
    const subscription = subscriptionOf(world, subscriptionId)
    subscription.items.data[0]!.quantity = quantity
    emit(world, 'customer.subscription.updated', subscription)
  },

  /** schedules a change for a later term; until it's released, only the schedule can set an end */
  schedule(subscriptionId: string) {
    const subscription = subscriptionOf(world, subscriptionId)
    subscription.schedule = world.newId('sub_sched')
    emit(world, 'customer.subscription.updated', subscription)
  },

  /** bills are emailed with a due date, and no card is charged */
  sendInvoices(subscriptionId: string) {
    const subscription = subscriptionOf(world, subscriptionId)
    Object.assign(subscription, { collection_method: 'send_invoice', days_until_due: 30 })
    emit(world, 'customer.subscription.updated', subscription)
  },

  /**
   * The payer cancels on the customer portal: with flexible billing, it sets the day of the term's end, not the flag
   * (docs.stripe.com/billing/subscriptions/billing-mode/compare "Scheduled subscription cancellation").
   */
  cancelOnPortal(subscriptionId: string) {
    const subscription = subscriptionOf(world, subscriptionId)
    endAt(world, subscription, termOf(subscription).end)
    emit(world, 'customer.subscription.updated', subscription)
  },

  /** what the account's settings do after the last attempt, if they say so: the bill stays open, and can be paid */
  cancelUnpaid: (subscriptionId: string) =>
    endSubscription(world, subscriptionOf(world, subscriptionId), 'payment_failed'),

  /**
   * What the account's settings do about a dispute, if they say so (docs.stripe.com/billing/subscriptions/overview "Disputed
   * payments"; the reason is in docs.stripe.com/api/subscriptions/object).
   */
  cancelDisputed(subscriptionId: string, when: 'now' | 'at_period_end') {
    const subscription = subscriptionOf(world, subscriptionId)
    if (when === 'now') return endSubscription(world, subscription, 'payment_disputed')
    setEnding(world, subscription, true)
    subscription.cancellation_details.reason = 'payment_disputed'
    emit(world, 'customer.subscription.updated', subscription)
  },

  /** pays out this much now, instead of waiting for the next automatic payout */
  payOut: (cents: number) => payOutByHand(world, cents),

  /** in cents; negative: we owe the customer (docs.stripe.com/billing/customer/balance) */
  adjustBalance(customerId: string, cents: number) {
    const customer = world.customers.get(customerId)
    if (!customer) throw noSuch('customer', customerId)
    moveCustomerBalance(world, customer, { amount: cents, type: 'adjustment' })
  },

  /**
   * Puts a coupon on the customer, or takes it off; every bill without a coupon of its own has it
   * (docs.stripe.com/api/customers/object#customer_object-discount).
   */
  setCoupon(customerId: string, couponId: string | null) {
    const customer = world.customers.get(customerId)
    const coupon = world.coupons.get(couponId ?? '')
    if (!customer) throw noSuch('customer', customerId)
    const discount = coupon ? newDiscount(world, coupon, { id: null, customer: customerId }) : null
    customer.discount = discount
    if (discount) world.discounts.set(discount.id, discount)
    emit(world, 'customer.updated', customer)
  },

  /**
   * Detaches every card of a customer (docs.stripe.com/api/payment_methods/detach). None of them is a default anymore,
   * and only `previous_attributes` of the event say whose they were.
   */
  removeCards(customerId: string) {
    const customer = world.customers.get(customerId)
    if (!customer) throw noSuch('customer', customerId)
    for (const method of world.paymentMethods.values()) {
      if (method.customer !== customerId) continue
      method.customer = null
      for (const subscription of world.subscriptions.values()) {
        if (subscription.default_payment_method !== method.id) continue
        subscription.default_payment_method = null
        emit(world, 'customer.subscription.updated', subscription)
      }
      if (customer.invoice_settings.default_payment_method === method.id) {
        customer.invoice_settings.default_payment_method = null
        emit(world, 'customer.updated', customer)
      }
      emit(world, 'payment_method.detached', method, { customer: customerId })
    }
  },

  /** places a hold on the card, to be captured later */
  authorize(customerId: string, cents: number, number = '4242424242424242'): string {
    const intent = newPaymentIntent(world, cents, 'usd')
    const method = newPaymentMethod(world, number, null)
    world.paymentMethods.set(method.id, method)
    Object.assign(intent, {
      ...{ capture_method: 'manual', customer: customerId, payment_method: method.id },
      ...{ status: 'requires_capture', amount_capturable: cents },
    })
    world.paymentIntents.set(intent.id, intent)
    emit(world, 'payment_intent.created', intent)
    emit(world, 'payment_intent.amount_capturable_updated', intent)
    return intent.id
  },

  /** charges a customer's card for something the shop knows nothing of; returns the payment's id */
  charge(customerId: string, cents: number, number = '4242424242424242'): string {
    const id = this.authorize(customerId, cents, number)
    this.capture(id)
    return id
  },

  /** moves the balance in any way Stripe knows (docs.stripe.com/reports/balance-transaction-types) */
  moveBalance(moved: {
    type: string
    category: string
    amount: number
    fee?: number
    source?: string
  }): string {
    const id = world.newId('txn')
    moveBalance(world, { fee: 0, source: null, ...moved, id })
    return id
  },

  /** a one-off bill without a subscription, charged to a card right away (docs.stripe.com/invoicing/dashboard) */
  invoiceOnce(customerId: string, cents: number, number = '4242424242424242') {
    const customer = world.customers.get(customerId)
    if (!customer) throw noSuch('customer', customerId)
    const intent = newPaymentIntent(world, cents, 'usd')
    const method = newPaymentMethod(world, number, null)
    world.paymentMethods.set(method.id, method)
    Object.assign(intent, { customer: customerId, payment_method: method.id })
    Object.assign(intent, { status: 'succeeded', amount_received: cents })
    world.paymentIntents.set(intent.id, intent)
    const now = { start: world.now(), end: world.now() }
    const nobody = { id: '', customer: customerId, currency: 'usd', default_tax_rates: [], metadata: {} }
    const invoice = newInvoice(world, nobody as never, customer, 'manual', now)
    Object.assign(invoice, {
      parent: null,
      status: 'open',
      total: cents,
      amount_due: cents,
      auto_advance: false,
    })
    world.invoices.set(invoice.id, invoice)
    linkPayment(world, invoice, intent.id)
    recordCharge(world, intent, method, null)
    emit(world, 'payment_intent.succeeded', intent)
    invoicePaid(world, invoice, null)
  },

  capture(intentId: string) {
    const intent = intentOf(world, intentId)
    const method = world.paymentMethods.get(intent.payment_method!)!
    Object.assign(intent, { status: 'succeeded', amount_capturable: 0, amount_received: intent.amount })
    recordCharge(world, intent, method, null)
    emit(world, 'payment_intent.succeeded', intent)
  },

  /**
   * A credit note (docs.stripe.com/api/credit_notes/create). For an open bill it reduces the amount due, and pays the
   * bill if nothing is left; for a paid one it refunds the card or credits the customer's balance.
   */
  creditNote(invoiceId: string, cents: number, to: 'card' | 'balance' = 'card') {
    const invoice = invoiceOf(world, invoiceId)
    if (invoice.status === 'open') {
      invoice.pre_payment_credit_notes_amount += cents
      invoice.amount_due -= cents
      invoice.amount_remaining -= cents
      const link = [...world.invoicePayments.values()].find((each) => each.invoice === invoiceId)
      if (link) world.paymentIntents.get(link.payment.payment_intent)!.amount = invoice.amount_due
      emit(world, 'credit_note.created', { object: 'credit_note', invoice: invoiceId, amount: cents })
      emit(world, 'invoice.updated', invoice)
      if (invoice.amount_due > 0) return
      if (link) world.invoicePayments.delete(link.id)
      invoicePaid(world, invoice, null)
      return
    }
    invoice.post_payment_credit_notes_amount += cents
    emit(world, 'credit_note.created', { object: 'credit_note', invoice: invoiceId, amount: cents })
    if (to === 'balance') this.adjustBalance(invoice.customer, -cents)
    if (to !== 'card') return
    const link = [...world.invoicePayments.values()].find((each) => each.invoice === invoiceId)!
    refundOfCharge(world, { payment_intent: link.payment.payment_intent, amount: cents })
  },

  /** what the account's settings do after the last attempt, if they say so (docs.stripe.com/billing/revenue-recovery) */
  giveUp: (invoiceId: string) => invoiceGivenUp(world, invoiceOf(world, invoiceId), 'max_payment_attempts'),

  /** the bank's final word on a pending refund */
  settleRefund(refundId: string, status: 'succeeded' | 'failed', reason?: string) {
    const refund = world.refunds.get(refundId)
    if (!refund) throw noSuch('refund', refundId)
    settleRefund(world, refund, status, reason)
  },
})
