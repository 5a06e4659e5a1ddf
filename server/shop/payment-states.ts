import type { DisputeStage, DisputeStatus } from '../../domain/dispute.ts'
import type { MovementKind } from '../../domain/movement.ts'
import type { PlanId } from '../../domain/plan.ts'

/** What a cart becomes at the provider (stripe.md §9 "The mapping"). */
export type PaymentKind = 'subscription' | 'payment' | 'setup'

/** 'free': nothing is charged, now or later, so the provider isn't involved (decision 085). */
export type CheckoutKind = PaymentKind | 'free'

export type PaymentState = {
  intentId: string
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  clientSecret: string
  /** integer cents; 0 for a setup */
  amountCents: number
  /** ISO 4217, upper case */
  currency: string
  customerId: string
  /** the email sent with the confirmation, if any */
  payerEmail: string | null
  /** what renewals will be charged to; null until known */
  paymentMethodId: string | null
  /** when the money arrived; null before */
  paidAt: Date | null
  /** the checkout that created it, from its metadata; null: a subscription's invoice, or not from this shop */
  checkoutId: string | null
}

/** A subscription at the provider: one renewing membership (stripe.md §9). */
export type SubscriptionState = {
  subscriptionId: string
  customerId: string
  /** the checkout that created it, from its metadata */
  checkoutId: string | null
  /** 'incomplete': its first payment is open; 'ended': it will never charge again */
  status: 'incomplete' | 'active' | 'past_due' | 'paused' | 'ended'
  /** end of the paid term: the next charge, unless the subscription ends then; null if it has ended */
  nextChargeAt: Date | null
  cancelsAtPeriodEnd: boolean
  /** cost of a term before tax and discounts, in integer cents, and its length in months; null: unknown */
  term: { amountCents: number; months: number } | null
  /** its invoices are voided, or none are made: someone paused it, or this shop did during a dispute */
  isPaused: boolean
  /** its invoices are emailed instead of charged to a card: someone set that at the provider */
  mailsBills: boolean
  /** a discount of its own, or a discount or balance of its customer, changes its invoices at the provider */
  hasDiscount: boolean
  /** who ended it or scheduled its end: this shop, the provider after nonpayment or over a dispute, or someone there */
  endedBy: 'shop' | 'unpaid' | 'dispute' | 'somebody' | null
}

/** One invoice of a subscription. Amounts are integer cents. */
export type InvoiceState = {
  invoiceId: string
  subscriptionId: string | null
  /** the checkout of its subscription, from the metadata */
  checkoutId: string | null
  /** 'void': nobody owes it anymore, though one that was written off can still be paid */
  status: 'draft' | 'open' | 'paid' | 'void'
  /** 'first': the one that started the subscription; 'renewal': a later term; 'other': trial starts and the like */
  reason: 'first' | 'renewal' | 'other'
  /** the plan it sells; null: not in the catalog */
  planId: PlanId | null
  /** before tax, after any discount and store credit */
  amountCents: number
  /** amount paid by store credit */
  creditCents: number
  /** what the customer's balance at the provider took off the total; negative: what it added */
  balanceCents: number
  /** marked at the provider as paid some other way: no money arrived there */
  isPaidElsewhere: boolean
  /** a draft that stays one until somebody at the provider collects it: its subscription was paused so, or it was held */
  isHeld: boolean
  /** written off, by a person or after the last attempt, though it can still be paid */
  isGivenUp: boolean
  taxCents: number
  /** the state it's taxed for, which may not be where its member lives by now; null: unknown */
  taxState: string | null
  totalCents: number
  /** the payment that holds the money; null if nothing was due or paid */
  intentId: string | null
  /** the provider's page to pay it and to answer the bank's question; null until it is finalized */
  payPage: string | null
  /** the bank wants the cardholder to confirm the charge; known only for an invoice fetched by itself */
  asksBank: boolean
  /** the card that was last declined; null: none, or unknown */
  triedCardId: string | null
  paidAt: Date | null
  /** end of the term it pays for: when the next charge is due */
  periodEndsAt: Date | null
  createdAt: Date
}

/** The card a subscription is charged to. */
export type CardState = {
  cardId: string
  /** "Visa ending 4242" */
  label: string
  /** last month it is valid, YYYY-MM; null: it doesn't expire */
  lastMonth: string | null
  /** its customer chose it after joining */
  isChosen: boolean
}

/** A paid session of the provider's own page: its payment, and our checkout's id from its metadata. */
export type PaidSession = { intentId: string | null; checkoutId: string | null }

export type RefundState = {
  refundId: string
  status: 'pending' | 'succeeded' | 'failed'
  /** the payment it refunds */
  intentId: string | null
  /** integer cents, tax included */
  totalCents: number
  /** our row's id; null: someone made it at the provider */
  ourId: string | null
  /** when the provider made it; absent: now */
  madeAt?: Date
  /** whoever made it called the payment fraudulent */
  isForFraud?: boolean
}

export type DisputeState = {
  disputeId: string
  intentId: string | null
  state: DisputeStage
  /** the provider's word for it; absent: it knows only stages */
  status?: DisputeStatus
  amountCents: number
  /** the bank's reason in the provider's words: "fraudulent" */
  reason: string
  /** deadline for an answer; null: none is expected */
  dueBy: Date | null
  /** our answer at the provider: 'staged' is not yet sent to the bank; null: none */
  answer: 'staged' | 'submitted' | null
}

/** A payment attempt, as the provider lists it. */
export type ChargeState = {
  chargeId: string
  intentId: string | null
  /** the money was taken; false if the attempt was declined */
  isPaid: boolean
  /** integer cents, tax included */
  totalCents: number
  /** integer cents refunded */
  backCents: number
  /** it was disputed once, however that ended */
  isDisputed: boolean
}

/**
 * A movement of the balance at the provider, in integer cents: positive came in, negative went out; the fee is deducted
 * separately.
 */
export type BalanceState = {
  id: string
  /** its reporting category in the provider's words: "charge", "refund", "dispute", "fee", "payout" … */
  category: string
  /** absent: its category says it */
  kind?: MovementKind
  amountCents: number
  feeCents: number
  /** what it is for: a charge, a refund, a payout */
  sourceId: string | null
  /** the payment behind its charge, refund or dispute; empty: none; null or absent: not known */
  intentId?: string | null
  /** the provider's description, if any */
  description: string | null
}

/** One page of a list, newest first; `next` is the cursor of the page after it, null: this was the last. */
export type Page<Listed> = { objects: (Listed & { createdAt: Date })[]; next: string | null }

/** A bank's warning that a payment may be fraud: a refund in time avoids the dispute. */
export type FraudWarningState = { warningId: string; intentId: string | null; kind: string; isOpen: boolean }

/** Something that happened, according to the provider: only a hint; the object itself is fetched before anything is done. */
export type ProviderEvent = {
  id: string
  type: string
  createdAt: Date
  about: {
    kind:
      | 'payment'
      | 'setup'
      | 'session'
      | 'invoice'
      | 'subscription'
      | 'refund'
      | 'dispute'
      | 'fraud-warning'
      | 'customer'
      | 'other'
    id: string
  }
}

/** One finding about the payment provider's account that the owner should know. */
export type AccountLine = {
  id: string
  label: string
  state: 'good' | 'watch' | 'bad'
  /** how to fix it; empty if nothing is wrong */
  advice: string
}

/** Sales tax of one item at its destination. */
export type TaxQuote = {
  /** integer cents on `amountCents - discountCents` */
  taxCents: number
  /** the rate as a decimal percentage, "9.75"; null: no tax there */
  ratePercent: string | null
  /** the provider's calculation, to commit once after payment; null: nothing to commit */
  calculationId: string | null
  /** two-letter state of the rate; absent: California, or no tax */
  state?: string
}

/** The two-letter state of a quote's rate; quotes from before other states existed are California's. */
export function stateOfQuote(quote: TaxQuote): string {
  return quote.state ?? 'CA'
}

/** `transactionId` is null if nothing was committed, or if it was long ago and the answer was lost. */
export type CommittedTax = { outcome: 'committed' | 'skipped'; transactionId: string | null }

export type TaxReversal = {
  transactionId: string
  /** our reference for the refund */
  reference: string
  /** integer cents returned: before tax, and of tax */
  amountCents: number
  taxCents: number
}
