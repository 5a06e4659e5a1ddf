import type { Address, Customer, Shipping } from './customer.ts'
import type { Metadata } from './metadata.ts'
import { noSuch } from './refusal.ts'
import type { Subscription } from './subscription.ts'
import type { TaxRate } from './tax-rate.ts'
import type { World } from './world.ts'

export type Period = { start: number; end: number }

type InvoiceLine = ReturnType<typeof newLine>

/** docs.stripe.com/api/invoices/object "status_details" */
export type GivenUp = 'max_payment_attempts' | 'subscription_paused' | 'user_forgiven'

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual'

type LineInput = {
  amount: number
  description: string
  period: Period
  quantity: number
  price: { id: string; product: string; unit_amount: number }
  subscription: string
  subscriptionItem: string
  isProration: boolean
}

export function newLine(world: World, invoice: string, line: LineInput) {
  return {
    id: world.newId('il'),
    object: 'line_item' as const,
    amount: line.amount,
    currency: 'usd',
    description: line.description,
    discount_amounts: [] as { amount: number; discount: string }[],
    discountable: !line.isProration,
    discounts: [] as string[],
    invoice,
    livemode: false as const,
    metadata: {} as Metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.isProration,
        proration_details: { credited_items: null },
        subscription: line.subscription,
        subscription_item: line.subscriptionItem,
      },
      type: 'subscription_item_details' as const,
    },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price.id, product: line.price.product },
      type: 'price_details' as const,
      unit_amount_decimal: String(line.price.unit_amount),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: line.subscription,
    subtotal: line.amount,
    taxes: [] as InvoiceTax[],
  }
}

export type InvoiceTax = {
  amount: number
  tax_behavior: 'exclusive' | 'inclusive'
  tax_rate_details: { tax_rate: string }
  taxability_reason: 'standard_rated' | 'not_available'
  taxable_amount: number
  type: 'tax_rate_details'
}

/** An empty draft. `period` is the time in which the invoice was collected, not the term it pays for. */
export function newInvoice(
  world: World,
  subscription: Subscription,
  customer: Customer,
  reason: BillingReason,
  period: Period,
) {
  const id = world.newId('in')
  return {
    id,
    object: 'invoice' as const,
    account_country: 'US',
    account_name: 'Simulated shop',
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null as number | null,
    billing_reason: reason,
    collection_method: 'charge_automatically' as const,
    created: world.now(),
    currency: subscription.currency,
    custom_fields: null,
    customer: subscription.customer,
    customer_account: null,
    customer_address: customer.address as Address | null,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_shipping: customer.shipping as Shipping | null,
    customer_tax_exempt: 'none' as const,
    customer_tax_ids: [],
    default_payment_method: null as string | null,
    default_source: null,
    default_tax_rates: structuredClone(subscription.default_tax_rates) as TaxRate[],
    description: null as string | null,
    discounts: [] as string[],
    due_date: null,
    effective_at: null as number | null,
    ending_balance: null as number | null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null as string | null,
    invoice_pdf: null,
    issuer: { type: 'self' as const },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list' as const,
      data: [] as InvoiceLine[],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false as const,
    metadata: {} as Metadata,
    next_payment_attempt: null as number | null,
    number: null as string | null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: { ...subscription.metadata } as Metadata,
        subscription: subscription.id,
      },
      type: 'subscription_details' as const,
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft' as 'draft' | 'open' | 'paid' | 'uncollectible' | 'void',
    status_details: undefined as { uncollectible: { reason: GivenUp } } | undefined,
    status_transitions: {
      finalized_at: null as number | null,
      marked_uncollectible_at: null,
      paid_at: null as number | null,
      voided_at: null as number | null,
    },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    test_clock: null,
    total: 0,
    total_discount_amounts: [] as { amount: number; discount: string }[],
    total_excluding_tax: 0,
    total_pretax_credit_amounts: [],
    total_taxes: [] as InvoiceTax[],
    webhooks_delivered_at: null,
  }
}

export type Invoice = ReturnType<typeof newInvoice>

/** @throws StripeRefusal `No such invoice` */
export function invoiceOf(world: World, id: string): Invoice {
  const invoice = world.invoices.get(id)
  if (!invoice) throw noSuch('invoice', id, 'invoice')
  return invoice
}
