import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { PlanId } from '../../domain/plan.ts'
import type {
  AccountLine,
  BalanceState,
  CardState,
  ChargeState,
  DisputeState,
  FraudWarningState,
  InvoiceState,
  Page,
  PaidSession,
  PaymentKind,
  PaymentState,
  ProviderEvent,
  RefundState,
  SubscriptionState,
} from './payment-states.ts'
import type { CommittedTax, TaxQuote, TaxReversal } from './tax-quote.ts'

/** What answers a dispute, by the provider's names; texts of at most 20,000 characters each. */
export type DisputeEvidence = Partial<
  Record<
    | 'customer_name'
    | 'customer_email_address'
    | 'product_description'
    | 'shipping_address'
    | 'shipping_tracking_number'
    | 'shipping_date'
    | 'service_date'
    | 'cancellation_policy_disclosure'
    | 'cancellation_rebuttal'
    | 'refund_policy_disclosure'
    | 'uncategorized_text',
    string
  >
>

/** What the provider is told of an order that was paid. */
export type PaidOrder = {
  customerId: string
  /** the payment, or the set-up where nothing was due */
  intentId: string
  orderNumber: string
  /** the buyer's: of a gift the giver's; null: not known */
  email: string | null
  name: string | null
}

/** What the provider is told of the payment of a later bill. */
export type PaidRenewal = {
  intentId: string
  orderNumber: string
  destination: ChargeItem['destination']
}

/** A postal address for tax and shipping; the country is always US (spec §9). */
type Destination = {
  name: string
  line1: string
  line2: string | null
  city: string
  state: string
  zipCode: string
}

/** A plan at a price, as the provider's catalog has it. */
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

export type NewRefund = {
  /** our row's id: the same refund asked again is the same refund */
  id: string
  intentId: string
  /** integer cents, tax included */
  totalCents: number
  /** how often a person had it tried again: each is a refund of its own */
  attempt: number
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
  /** makes the webhook and the wallets' domain, or fixes them; the new webhook's secret, null where there was one */
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
