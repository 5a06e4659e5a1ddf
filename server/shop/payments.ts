import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { DisputeStatus } from '../../domain/dispute.ts'
import type { PlanId } from '../../domain/plan.ts'
import type {
  AccountLine,
  BalanceState,
  CardState,
  ChargeState,
  CommittedTax,
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
  TaxQuote,
  TaxReversal,
} from './payment-states.ts'

/** The answer to a dispute, by the provider's field names; at most 20,000 characters per text. */
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

/** What the provider is told about a paid order. */
export type PaidOrder = {
  customerId: string
  /** the payment, or the setup if nothing was due */
  intentId: string
  orderNumber: string
  /** the buyer's email, for a gift the giver's; null: unknown */
  email: string | null
  name: string | null
}

/** What the provider is told about the payment of a later invoice. */
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

/** A plan at a price, as in the provider's catalog. */
export type PlanPrice = Pick<ChargeItem, 'planId' | 'planName' | 'months' | 'amountCents'>

export type ChargeItem = {
  /** its position in the cart, "0" first: stable across retries */
  id: string
  planId: PlanId
  /** name of the provider's product, and the months of its term */
  planName: string
  months: number
  renews: boolean
  /** integer cents before tax and discounts: the plan's price */
  amountCents: number
  /** integer cents a promotion code takes off the first term */
  discountCents: number
  /** integer cents it takes off every later term */
  renewalDiscountCents: number
  destination: Destination
}

export type StartPayment = {
  checkoutId: string
  kind: PaymentKind
  items: ChargeItem[]
  /** by item id, as returned by `quoteTax` */
  taxes: Record<string, TaxQuote>
  email: string
}

export type StartedPayment = {
  /** the provider's id of the payment or setup */
  intentId: string
  clientSecret: string
  customerId: string
  subscriptionId: string | null
  /** integer cents the provider will charge */
  totalCents: number
}

export type NewSubscription = {
  checkoutId: string
  customerId: string
  /** the succeeded payment or setup whose payment method renews it */
  intentId: string
  item: ChargeItem
  tax: TaxQuote
  /** the first term is paid: nothing is charged before this day in the shop's time zone */
  nextChargeOn: CalendarDate
}

export type NewRefund = {
  /** our row's id: repeating the request returns the same refund */
  id: string
  intentId: string
  /** integer cents, tax included */
  totalCents: number
  /** how many times a person has retried it: each retry is a refund of its own */
  attempt: number
}

/** The demo's card form talks to the provider through the shop; the real form talks to it directly. */
export type DemoConfirmation = {
  clientSecret: string
  cardNumber: string
  expiration: string
  securityCode: string
  email: string
  authentication: 'completed' | 'failed' | null
}

/**
 * The port for the payment provider (stripe.md). Amounts are integer cents in USD. Every call may fail or lose its answer,
 * and every call may be repeated: the adapter derives its idempotency keys from our ids. An unreachable provider is a
 * ShopError 'payments_unavailable', a declined card a ShopError 'card_declined'.
 */
export type Payments = {
  kind: 'demo' | 'stripe'
  /** checks whether the account is set up for a shop at this address; read only */
  checkAccount(publicUrl: string): Promise<AccountLine[]>
  /** creates or fixes the webhook and the wallets' domain; returns a new webhook's secret, null if it existed */
  registerAccount(publicUrl: string): Promise<string | null>
  /** the id of a plan's price; created at the provider under the plan's name if missing */
  priceId(plan: PlanPrice): Promise<string>
  /** the tax of each item by id, when the provider computes it (called by server/ledger/quote-tax.ts) */
  quoteTax(items: ChargeItem[]): Promise<Record<string, TaxQuote>>
  start(input: StartPayment): Promise<StartedPayment>
  /** the current state of a payment or setup; null for an id unknown to the provider */
  fetch(intentId: string): Promise<PaymentState | null>
  /** cancels an unpaid payment; a paid one stays paid */
  cancel(payment: { intentId: string; subscriptionId: string | null }): Promise<void>
  /** what a paid session was for; null for an unknown or unpaid one (spec §7 checkout-session-complete) */
  fetchSession(sessionId: string): Promise<PaidSession | null>
  /** finds or creates the subscription that renews one paid item; returns its id */
  subscribe(input: NewSubscription): Promise<string>
  /** records a calculated tax as owed, once per reference; 'skipped' if the provider no longer knows the calculation */
  commitTax(input: { calculationId: string; reference: string }): Promise<CommittedTax>
  /**
   * Reverses part of a recorded tax, once per reference.
   * @returns the reversal's id; null if the provider refuses it for good
   */
  reverseTax(input: TaxReversal): Promise<string | null>
  /** attaches the order number and buyer, which the provider's pages and emails then show */
  nameOrder(order: PaidOrder): Promise<void>
  /** the same for a renewal's payment */
  nameRenewal(renewal: PaidRenewal): Promise<void>
  /** another address for a customer, which its receipts then go to */
  setCustomerEmail(customer: { customerId: string; email: string }): Promise<void>

  fetchSubscription(subscriptionId: string): Promise<SubscriptionState | null>
  fetchInvoice(invoiceId: string): Promise<InvoiceState | null>
  /** a subscription's invoices, newest first, at most 24 */
  invoicesOf(subscriptionId: string): Promise<InvoiceState[]>
  /**
   * Tries an open invoice again with the current card; a decline is no error.
   * @param cardId the current card: tried at most once a day, however often called; omitted: tried every time
   */
  retryCharge(invoiceId: string, cardId?: string): Promise<void>
  /** the card of the next charge; null if none is on file */
  cardOf(subscriptionId: string): Promise<CardState | null>
  /**
   * Makes a subscription use the card its customer last chose on the provider's page. That page stores it on the customer
   * only, and a subscription's own card would override it. Null if no card is on file or nothing will be charged anymore.
   */
  followCard(subscriptionId: string): Promise<CardState | null>
  /** sets the tax rate for the renewal being made and for later ones */
  setTaxRate(input: {
    subscriptionId: string
    /** null: no invoice is being made */
    invoiceId: string | null
    ratePercent: string | null
    /** two-letter state of the rate */
    state: string
  }): Promise<void>
  /** whether the provider computes tax in a state; false: the owner must register there or enter a rate */
  knowsTaxOf(state: string): Promise<boolean>
  /**
   * Pays part or all of a draft invoice with store credit, replacing any credit on it, so that a repeat changes nothing. An
   * invoice that is finalized, or that can't be changed, stays as it is.
   * @returns the invoice afterwards; null if unknown
   */
  placeCredit(input: { invoiceId: string; creditCents: number }): Promise<InvoiceState | null>
  /** amounts of the next invoice if made now, after discounts; null: none will be made */
  previewCharge(
    subscriptionId: string,
  ): Promise<Pick<InvoiceState, 'amountCents' | 'taxCents' | 'balanceCents'> | null>
  /** for skip and pause: nothing is charged before this day, and no money moves now */
  moveNextCharge(input: { subscriptionId: string; to: CalendarDate }): Promise<SubscriptionState>
  /**
   * Sets another plan or price from the next term on. No money moves now, and the paid term keeps its end. Calling it again
   * changes nothing.
   * @param input.renewalDiscountCents what a permanent code takes off each of these terms; null: there's no such code
   */
  setTerms(input: {
    subscriptionId: string
    plan: PlanPrice
    renewalDiscountCents: number | null
  }): Promise<void>
  /** schedules the end after the paid term, or undoes that */
  setRenewing(subscriptionId: string, renews: boolean): Promise<SubscriptionState>
  /** ends it now: paid stays paid, open invoices are voided. Also for a subscription that has already ended */
  endSubscription(subscriptionId: string): Promise<void>
  /** @throws ShopError 'not_possible' with the provider's message if it can never be made */
  refund(input: NewRefund): Promise<RefundState>
  /** gives a customer's balance back what an invoice took from it, once per invoice */
  returnBalance(input: { invoiceId: string; cents: number }): Promise<void>
  fetchRefund(refundId: string): Promise<RefundState | null>
  fetchDispute(disputeId: string): Promise<DisputeState | null>
  /** prepares an answer at the provider, replacing an earlier draft; the bank doesn't see it yet */
  stageEvidence(disputeId: string, evidence: DisputeEvidence): Promise<void>
  /** sends the prepared answer to the bank: once, and for good */
  submitEvidence(disputeId: string): Promise<void>
  fetchFraudWarning(warningId: string): Promise<FraudWarningState | null>
  /**
   * Lists all charges of the account, to compare them with the ledger; likewise refunds, disputes and subscriptions.
   * @param after the previous page's `next`; null: the first page
   */
  listCharges(after: string | null): Promise<Page<ChargeState>>
  listRefunds(after: string | null): Promise<Page<RefundState>>
  listDisputes(after: string | null, intentId?: string): Promise<Page<DisputeState>>
  listSubscriptions(after: string | null, customerId?: string): Promise<Page<SubscriptionState>>
  /** balance movements; with a payout, only the payout and what it paid out */
  listBalance(after: string | null, payoutId?: string): Promise<Page<BalanceState>>
  /** the invoice a payment paid; null: it paid none */
  invoiceOf(intentId: string): Promise<string | null>
  /** while paused, invoices that come due are voided and never collected; an ended subscription stays ended */
  pauseCharging(subscriptionId: string, isPaused: boolean): Promise<void>
  /** URL of the provider's page for changing the card; valid for minutes */
  cardPage(input: { customerId: string; returnTo: string }): Promise<string>

  /**
   * Parses a webhook's body if it is genuine and within the time tolerance.
   * @throws ShopError 'invalid_signature'
   */
  readEvent(rawBody: string, signature: string): Promise<ProviderEvent>
  /** events since then, oldest first: for events that never arrived */
  eventsSince(since: Date): Promise<ProviderEvent[]>
  /** demo only */
  confirmDemo?(
    input: DemoConfirmation,
  ): Promise<{ status: 'succeeded' | 'requires_action'; intentId: string }>
  /** demo only: one round of billing by its clock; 0 when nothing is left to do */
  renewDemo?(): Promise<number>
  /** demo only: a buyer disputes all of a payment at the bank, or the bank decides the dispute that is open */
  disputeDemo?(input: { intentId: string; status: DisputeStatus; reason: string }): Promise<void>
  /** demo only: gives this customer another card and retries open invoices */
  changeDemoCard?(customerId: string): Promise<void>
}
