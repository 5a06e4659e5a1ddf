import { seededRandom } from '../random.ts'
import { newAccount, type PaymentMethodDomain, type WebhookEndpoint } from './account.ts'
import type { BalanceTransaction } from './balance.ts'
import type { BillingPortalSession } from './billing-portal.ts'
import type { Charge } from './charge.ts'
import type { CheckoutSession } from './checkout-session.ts'
import type { Coupon, Discount } from './coupon.ts'
import type { Customer } from './customer.ts'
import type { CustomerBalanceTransaction } from './customer-balance.ts'
import type { Dispute, FraudWarning } from './dispute.ts'
import type { StripeEvent } from './event.ts'
import type { Invoice } from './invoice.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import type { PaymentIntent } from './payment-intent.ts'
import type { PaymentMethod } from './payment-method.ts'
import type { Price } from './price.ts'
import type { Product } from './product.ts'
import type { Refund } from './refund.ts'
import type { SetupAttempt } from './setup-attempt.ts'
import type { SetupIntent } from './setup-intent.ts'
import type { Subscription } from './subscription.ts'
import type { TaxCalculation } from './tax-calculation.ts'
import type { TaxRate } from './tax-rate.ts'
import type { TaxRegistration } from './tax-registration.ts'
import type { TaxTransaction } from './tax-transaction.ts'

/** Everything the simulated Stripe remembers. Objects are stored as they are sent, with references as ids. */
export type World = {
  /** seconds since 1970 */
  now(): number
  newId(prefix: string, length?: number): string
  /** all objects by id, in the order of creation */
  customers: Map<string, Customer>
  products: Map<string, Product>
  prices: Map<string, Price>
  coupons: Map<string, Coupon>
  discounts: Map<string, Discount>
  taxRates: Map<string, TaxRate>
  taxCalculations: Map<string, TaxCalculation>
  taxTransactions: Map<string, TaxTransaction>
  taxRegistrations: Map<string, TaxRegistration>
  paymentMethods: Map<string, PaymentMethod>
  paymentIntents: Map<string, PaymentIntent>
  setupIntents: Map<string, SetupIntent>
  setupAttempts: Map<string, SetupAttempt>
  charges: Map<string, Charge>
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
  balance: Map<string, BalanceTransaction>
  customerBalance: Map<string, CustomerBalanceTransaction>
  /** transaction → the payout that paid it out */
  paidOut: Map<string, string>
  fraudWarnings: Map<string, FraudWarning>
  subscriptions: Map<string, Subscription>
  invoices: Map<string, Invoice>
  invoicePayments: Map<string, InvoicePayment>
  checkoutSessions: Map<string, CheckoutSession>
  portalSessions: Map<string, BillingPortalSession>
  webhookEndpoints: Map<string, WebhookEndpoint>
  paymentMethodDomains: Map<string, PaymentMethodDomain>
  account: ReturnType<typeof newAccount>
  events: Map<string, StripeEvent>
  /** never sent in a reply: the card number of a payment method, by its id */
  cardNumbers: Map<string, string>
  /** payment methods whose owner has authenticated them for later charges */
  authenticated: Set<string>
  /** trial ends already announced, as subscription id and end */
  announcedTrialEnds: Set<string>
  /** the tax calculation a payment commits, by the payment's id */
  taxHooks: Map<string, string>
  /** who is making the current change, for the events' `request` */
  request: { id: string | null; idempotency_key: string | null }
  /** called for every new event */
  onEvent(event: StripeEvent): void
}

/** @param clock in milliseconds since 1970 */
export function newWorld(clock: () => number, seed: number): World {
  return {
    now: () => Math.floor(clock() / 1000),
    newId: makeIds(seed),
    customers: new Map(),
    products: new Map(),
    prices: new Map(),
    coupons: new Map(),
    discounts: new Map(),
    taxRates: new Map(),
    taxCalculations: new Map(),
    taxTransactions: new Map(),
    taxRegistrations: new Map(),
    paymentMethods: new Map(),
    paymentIntents: new Map(),
    setupIntents: new Map(),
    setupAttempts: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    balance: new Map(),
    customerBalance: new Map(),
    paidOut: new Map(),
    fraudWarnings: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    invoicePayments: new Map(),
    checkoutSessions: new Map(),
    portalSessions: new Map(),
    webhookEndpoints: new Map(),
    paymentMethodDomains: new Map(),
    account: newAccount(),
    events: new Map(),
    cardNumbers: new Map(),
    authenticated: new Set(),
    announcedTrialEnds: new Set(),
    taxHooks: new Map(),
    request: { id: null, idempotency_key: null },
    onEvent: () => {},
  }
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Ids that look like Stripe's and are the same in every run with the same seed. */
function makeIds(seed: number): (prefix: string, length?: number) => string {
  const random = seededRandom(seed)
  return (prefix, length = 24) => {
    let id = `${prefix}_`
    for (let place = 0; place < length; place++) id += letters[Math.floor(random() * letters.length)]
    return id
  }
}
