import type { DisputeStage } from '../../domain/dispute.ts'
import type { PlanId } from '../../domain/plan.ts'

/** What a cart becomes at the provider (stripe.md §9 "The mapping"). */
export type PaymentKind = 'subscription' | 'payment' | 'setup'

/** 'free': nothing is charged, now or later, so the provider isn't involved (decision 085). */
export type CheckoutKind = PaymentKind | 'free'

export type PaymentState = {
  intentId: string
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  clientSecret: string
  /** integer cents; 0 for a set-up */
  amountCents: number
  /** ISO 4217, upper case */
  currency: string
  customerId: string
  /** the email that travelled with the confirmation, if any */
  payerEmail: string | null
  /** what will be charged at renewals; null before it is known */
  paymentMethodId: string | null
  /** when the money came, null before */
  paidAt: Date | null
  /** the checkout that made it, from its metadata; null: of a subscription's bill, or not of this shop */
  checkoutId: string | null
}

/** A subscription at the provider: one membership that renews (stripe.md §9). */
export type SubscriptionState = {
  subscriptionId: string
  customerId: string
  /** the checkout that made it, from its metadata */
  checkoutId: string | null
  /** 'incomplete': its first payment is open; 'ended': it will never charge again */
  status: 'incomplete' | 'active' | 'past_due' | 'paused' | 'ended'
  /** end of the paid term, when the next charge is due unless it ends then; null when it has ended */
  nextChargeAt: Date | null
  cancelsAtPeriodEnd: boolean
  /** what a term costs before tax and discounts, in integer cents, and its months; null: not told */
  term: { amountCents: number; months: number } | null
  /** its bills are void as they come, or it makes none: somebody paused it, this shop while a bank examines a payment */
  isPaused: boolean
  /** its bills are mailed and charge no card: somebody has set it so */
  mailsBills: boolean
  /** something is taken off its bills or put on them, by a discount or the customer's balance there */
  hasDiscount: boolean
  /** who ended it, or has it end: this shop, the provider because nobody paid, or somebody at the provider */
  endedBy: 'shop' | 'unpaid' | 'somebody' | null
}

/** One bill of a subscription. Amounts are integer cents. */
export type InvoiceState = {
  invoiceId: string
  subscriptionId: string | null
  /** the checkout of its subscription, from the metadata */
  checkoutId: string | null
  status: 'draft' | 'open' | 'paid' | 'void'
  /** 'first': the one that began the subscription; 'renewal': a later term; 'other': trial starts and the like */
  reason: 'first' | 'renewal' | 'other'
  /** the plan that it sells; null: not one of the catalog's */
  planId: PlanId | null
  /** before tax, after any discount and store credit */
  amountCents: number
  /** what store credit took off */
  creditCents: number
  /** what the customer's balance at the provider took off the total; less than nothing: it was added */
  balanceCents: number
  /** somebody said at the provider that it was paid in another way: no money came there */
  isPaidElsewhere: boolean
  /** its owner has given it up, though it can be paid still */
  isGivenUp: boolean
  taxCents: number
  totalCents: number
  /** the payment that holds the money; null when nothing was due or paid */
  intentId: string | null
  /** the provider's page on which it can be paid, and the bank's question answered; null before it is final */
  payPage: string | null
  /** the bank wants its owner to confirm the charge; known where one bill was asked about */
  asksBank: boolean
  /** the card that was refused last; null: none, or not known */
  triedCardId: string | null
  paidAt: Date | null
  /** end of the term that it pays for: when the next charge is due */
  periodEndsAt: Date | null
  createdAt: Date
}

/** The card that a subscription is charged with. */
export type CardState = {
  cardId: string
  /** "Visa ending 4242" */
  label: string
  /** the last month in which it is good, YYYY-MM; null: it does not run out */
  lastMonth: string | null
  /** its customer chose it after joining */
  isChosen: boolean
}

/** A page of the provider's own on which somebody paid: its payment, and our checkout's id as its metadata has it. */
export type PaidSession = { intentId: string | null; checkoutId: string | null }

export type RefundState = {
  refundId: string
  status: 'pending' | 'succeeded' | 'failed'
  /** the payment that it gives back from */
  intentId: string | null
  /** integer cents, tax included */
  totalCents: number
  /** our row's id; null: it was made by hand at the provider */
  ourId: string | null
}

export type DisputeState = {
  disputeId: string
  intentId: string | null
  state: DisputeStage
  amountCents: number
  /** the bank's reason in the provider's words: "fraudulent" */
  reason: string
  /** until when an answer is waited for; null: none is */
  dueBy: Date | null
  /** an answer lies at the provider: 'staged', not sent to the bank yet; null: none */
  answer: 'staged' | 'submitted' | null
}

/** A payment that was tried, as the provider lists it. */
export type ChargeState = {
  chargeId: string
  intentId: string | null
  /** the money was taken; false for a try that was refused */
  isPaid: boolean
  /** integer cents, tax included */
  totalCents: number
  /** integer cents that were given back */
  backCents: number
}

/**
 * What moved the balance at the provider. Integer cents: more than nothing came, less went; the fee comes off beside it.
 */
export type BalanceState = {
  id: string
  /** its reporting category in the provider's words: "charge", "refund", "dispute", "fee", "payout" … */
  category: string
  amountCents: number
  feeCents: number
  /** what it is about: a charge, a refund, a payout */
  sourceId: string | null
  /** in its words, where it has any */
  description: string | null
}

/** Some of everything of a kind, newest first; `next` asks for the page after it, null: this was the last. */
export type Page<Listed> = { objects: (Listed & { createdAt: Date })[]; next: string | null }

/** A bank's word that a payment may be fraud: a refund in time avoids the dispute. */
export type FraudWarningState = { warningId: string; intentId: string | null; kind: string; isOpen: boolean }

/** What the provider says has happened: a hint only, the object itself is fetched before anything is done. */
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

/** One thing about the account at the payment provider that the owner should know. */
export type AccountLine = {
  id: string
  label: string
  state: 'good' | 'watch' | 'bad'
  /** how to fix it; empty where nothing is wrong */
  advice: string
}
