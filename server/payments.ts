import type { CalendarDate } from '../domain/calendar-date.ts'
import type { PlanId } from '../domain/plan.ts'

/** What a cart becomes at the provider (payments.md §9 "The mapping"). */
export type CheckoutKind = 'subscription' | 'payment' | 'setup'

/** A postal address for tax and shipping; the country is always US (spec §9). */
export type Destination = {
  name: string
  line1: string
  line2: string | null
  city: string
  state: string
  zipCode: string
}

export type ChargeItem = {
  /** id of the cart item, stable across retries */
  id: string
  planId: PlanId
  renews: boolean
  /** integer cents before tax */
  amountCents: number
  destination: Destination
}

export type StartPayment = {
  checkoutId: string
  kind: CheckoutKind
  items: ChargeItem[]
  /** integer cents of tax by item id, as `quoteTax` gave them */
  taxCents: Record<string, number>
  email: string
  /** the same for the same checkout and amounts: the provider answers a repeated call with the same objects */
  idempotencyKey: string
}

export type StartedPayment = {
  intentId: string
  clientSecret: string
  customerId: string
  subscriptionId: string | null
  /** integer cents, as the provider will charge them */
  totalCents: number
}

export type PaymentState = {
  intentId: string
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  clientSecret: string
  amountCents: number
  /** ISO 4217, upper case */
  currency: string
  customerId: string
  /** the email that travelled with the confirmation, if any */
  payerEmail: string | null
  /** when the money came, null before */
  paidAt: Date | null
}

export type NewSubscription = {
  checkoutId: string
  customerId: string
  intentId: string
  item: ChargeItem
  /** the first term is paid: nothing is charged before this day of the shop's time zone */
  nextChargeOn: CalendarDate
  idempotencyKey: string
}

/** The demo's card form speaks to the provider through the shop; the real one speaks to it directly. */
export type DemoConfirmation = {
  clientSecret: string
  cardNumber: string
  expiration: string
  securityCode: string
  email: string
  authentication: 'completed' | 'failed' | null
}

/**
 * The payment provider (payments.md). Amounts are integer cents, currency USD. Every call may fail or lose its answer;
 * calls with the same idempotency key may be repeated. An unreachable provider is a ShopError 'payments_unavailable'.
 */
export type Payments = {
  kind: 'demo' | 'stripe'
  /** tax in integer cents by item id, for the destination of each item */
  quoteTax(items: ChargeItem[]): Promise<Record<string, number>>
  start(input: StartPayment): Promise<StartedPayment>
  /** the truth about a payment, or null for an id that the provider does not know */
  fetch(intentId: string): Promise<PaymentState | null>
  /** stops an unpaid payment; one that is already paid stays paid */
  cancel(intentId: string): Promise<void>
  /** the checkout of a hosted session and whether it is paid, or null when unknown (spec §7 checkout-session-complete) */
  fetchSession(sessionId: string): Promise<{ checkoutId: string } | null>
  /** the subscription that renews one paid item; looks for an existing one first; returns its id */
  subscribe(input: NewSubscription): Promise<string>
  /** only the demo has it */
  confirmDemo?(
    input: DemoConfirmation,
  ): Promise<{ status: 'succeeded' | 'requires_action'; intentId: string }>
}
