import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { DisputeStage } from '../../domain/dispute.ts'
import type { PlanId } from '../../domain/plan.ts'
import type { AccountLine } from './account-line.ts'
import type { DisputeEvidence } from './dispute-evidence.ts'
import type { PaidOrder, PaidRenewal } from './paid-order.ts'
import type { CommittedTax, TaxQuote, TaxReversal } from './tax-quote.ts'

/** What a cart becomes at the provider (stripe.md §9 "The mapping"). */
export type PaymentKind = 'subscription' | 'payment' | 'setup'

/** 'free': nothing is charged, now or later, so the provider never hears of it (decision 085). */
export type CheckoutKind = PaymentKind | 'free'

/** A postal address for tax and shipping; the country is always US (spec §9). */
type Destination = {
  name: string
  line1: string
  line2: string | null
  city: string
  state: string
  zipCode: string
}

/** A plan at a price, as the provider's catalogue has it. */
export type PlanPrice = Pick<ChargeItem, 'planId' | 'planName' | 'months' | 'amountCents'>

export type ChargeItem = {
  /** its place in the cart, "0" first: stable across retries */
  id: string
  planId: PlanId
  /** what the provider's product is called, and the months of its term */
  planName: string
  months: number
  renews: boolean
  /** integer cents before tax, without any discount: the plan's price */
  amountCents: number
  /** integer cents that a promotion code takes off the first term */
  discountCents: number
  /** integer cents that it takes off every later term */
  renewalDiscountCents: number
  destination: Destination
}

export type StartPayment = {
  checkoutId: string
  kind: PaymentKind
  items: ChargeItem[]
  /** by item id, as `quoteTax` gave them */
  taxes: Record<string, TaxQuote>
  email: string
}

export type StartedPayment = {
  /** the payment's or set-up's id at the provider */
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

export type NewSubscription = {
  checkoutId: string
  customerId: string
  /** the succeeded payment or set-up whose payment method renews it */
  intentId: string
  item: ChargeItem
  tax: TaxQuote
  /** the first term is paid: nothing is charged before this day of the shop's time zone */
  nextChargeOn: CalendarDate
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
  /** the plan that it sells; null: not one of the catalogue's */
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

export type NewRefund = {
  /** our row's id: the same refund asked again is the same refund */
  id: string
  intentId: string
  /** integer cents, tax included */
  totalCents: number
  /** how often a person had it tried again: each is a refund of its own */
  attempt: number
}

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
 * The payment provider (stripe.md). Amounts are integer cents, currency USD. Every call may fail or lose its answer,
 * and every call may be repeated: the adapter derives its idempotency keys from our ids. An unreachable provider is a
 * ShopError 'payments_unavailable', a refused card a ShopError 'card_declined'.
 */
export type Payments = {
  kind: 'demo' | 'stripe'
  /** whether the account is set up for a shop at this address; nothing is changed */
  checkAccount(publicUrl: string): Promise<AccountLine[]>
  /** makes the webhook and the wallets' domain, or mends them; the new webhook's secret, null where there was one */
  registerAccount(publicUrl: string): Promise<string | null>
  /** the id of a plan's price, made at the provider when missing, under the plan's name */
  priceId(plan: PlanPrice): Promise<string>
  /** the tax of each item by its id, where the provider is to find it (server/ledger/quote-tax.ts asks) */
  quoteTax(items: ChargeItem[]): Promise<Record<string, TaxQuote>>
  start(input: StartPayment): Promise<StartedPayment>
  /** the truth about a payment or set-up, or null for an id that the provider does not know */
  fetch(intentId: string): Promise<PaymentState | null>
  /** stops an unpaid payment; one that is already paid stays paid */
  cancel(payment: { intentId: string; subscriptionId: string | null }): Promise<void>
  /** what a paid session was for; null for an unknown or unpaid one (spec §7 checkout-session-complete) */
  fetchSession(sessionId: string): Promise<PaidSession | null>
  /** the subscription that renews one paid item; looks for an existing one first; returns its id */
  subscribe(input: NewSubscription): Promise<string>
  /** makes a calculated tax count, once for each reference; 'skipped' when the provider no longer knows it */
  commitTax(input: { calculationId: string; reference: string }): Promise<CommittedTax>
  /**
   * Takes a part of a counted tax back, once for each reference.
   * @returns the reversal's id; null where the provider refuses it for good
   */
  reverseTax(input: TaxReversal): Promise<string | null>
  /** the order that a payment became, and who bought it: what the provider's pages and mails name */
  nameOrder(order: PaidOrder): Promise<void>
  /** the same of a renewal's payment */
  nameRenewal(renewal: PaidRenewal): Promise<void>

  fetchSubscription(subscriptionId: string): Promise<SubscriptionState | null>
  fetchInvoice(invoiceId: string): Promise<InvoiceState | null>
  /** the bills of a subscription, newest first, at most 24 */
  invoicesOf(subscriptionId: string): Promise<InvoiceState[]>
  /**
   * Tries an open bill once more with the card of now; a bank that refuses is no error.
   * @param cardId the card of now: tried once a day, however often it is asked; left out: tried again each time
   */
  retryCharge(invoiceId: string, cardId?: string): Promise<void>
  /** the card of the next charge; null where none is on file */
  cardOf(subscriptionId: string): Promise<CardState | null>
  /**
   * Lets a subscription be charged with the card that its customer chose last at the provider's page, which keeps it for
   * the customer alone: a subscription's own card wins over that. Null where none is on file, or nothing is charged any more.
   */
  followCard(subscriptionId: string): Promise<CardState | null>
  /** the tax rate of a renewal that is being made, and of those after it */
  setTaxRate(input: {
    subscriptionId: string
    /** null: no bill is being made */
    invoiceId: string | null
    ratePercent: string | null
    /** two letters of where the rate belongs */
    state: string
  }): Promise<void>
  /** whether the provider computes tax in a state; false: the owner has to register there, or gives a rate */
  knowsTaxOf(state: string): Promise<boolean>
  /**
   * Store credit that pays a part of a bill, or all of it, while it is a draft; in place of any that it shows already, so that a
   * repeat changes nothing. A bill that is final, or refuses, stays as it is.
   * @returns the bill as it is then; null for an unknown one
   */
  placeCredit(input: { invoiceId: string; creditCents: number }): Promise<InvoiceState | null>
  /** the sums of the next bill as it would be made now, after discounts; null: none will be made */
  previewCharge(
    subscriptionId: string,
  ): Promise<Pick<InvoiceState, 'amountCents' | 'taxCents' | 'balanceCents'> | null>
  /** skip and pause: nothing is charged before this day, and no money moves now */
  moveNextCharge(input: { subscriptionId: string; to: CalendarDate }): Promise<SubscriptionState>
  /**
   * Another plan or price from the next term on. No money moves now, the paid term and its end stay as they are; asked
   * again it changes nothing.
   * @param input.renewalDiscountCents what a code for ever takes off, as the subscription has it already
   */
  setTerms(input: { subscriptionId: string; plan: PlanPrice; renewalDiscountCents: number }): Promise<void>
  /** cancel at the end of the paid term, and its undo */
  setRenewing(subscriptionId: string, renews: boolean): Promise<SubscriptionState>
  /** ends it now; what is paid stays paid, what is open is void. Also for one that has ended by itself */
  endSubscription(subscriptionId: string): Promise<void>
  /** @throws ShopError 'not_possible' with the provider's sentence where it will never be made */
  refund(input: NewRefund): Promise<RefundState>
  fetchRefund(refundId: string): Promise<RefundState | null>
  fetchDispute(disputeId: string): Promise<DisputeState | null>
  /** lays an answer ready at the provider; it replaces one that was laid there. The bank does not see it yet */
  stageEvidence(disputeId: string, evidence: DisputeEvidence): Promise<void>
  /** sends the bank what lies there: once, and for good */
  submitEvidence(disputeId: string): Promise<void>
  fetchFraudWarning(warningId: string): Promise<FraudWarningState | null>
  /**
   * All charges, refunds, disputes and subscriptions of the account, to be compared with the ledger.
   * @param after the `next` of the page before; null: the first page
   */
  listCharges(after: string | null): Promise<Page<ChargeState>>
  listRefunds(after: string | null): Promise<Page<RefundState>>
  listDisputes(after: string | null): Promise<Page<DisputeState>>
  listSubscriptions(after: string | null): Promise<Page<SubscriptionState>>
  /** what moved the balance; of one payout only what it paid out, and itself */
  listBalance(after: string | null, payoutId?: string): Promise<Page<BalanceState>>
  /** the bill that a payment paid; null: it was no bill's */
  invoiceOf(intentId: string): Promise<string | null>
  /** bills that fall due meanwhile are void and never collected; one that has ended stays so */
  pauseCharging(subscriptionId: string, isPaused: boolean): Promise<void>
  /** address of a page at the provider where the customer changes the card; lives for minutes */
  cardPage(input: { customerId: string; returnTo: string }): Promise<string>

  /**
   * A webhook's body, if it is genuine and not older than the tolerance.
   * @throws ShopError 'invalid_signature'
   */
  readEvent(rawBody: string, signature: string): Promise<ProviderEvent>
  /** what happened since, oldest first: for events that never arrived */
  eventsSince(since: Date): Promise<ProviderEvent[]>
  /** only the demo has it */
  confirmDemo?(
    input: DemoConfirmation,
  ): Promise<{ status: 'succeeded' | 'requires_action'; intentId: string }>
  /** only the demo has it: one round of billing by its clock; 0 when there is nothing left to do */
  renewDemo?(): Promise<number>
  /** only the demo has it: another card for this customer, and open bills are tried again */
  changeDemoCard?(customerId: string): Promise<void>
}
