import type { Metadata } from './metadata.ts'
import type { Price } from './price.ts'
import { noSuch } from './refusal.ts'
import type { TaxRate } from './tax-rate.ts'
import type { World } from './world.ts'

type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled'

export type RecurringPrice = Price & { recurring: NonNullable<Price['recurring']> }

/** The term is stored on the item, not on the subscription. */
export function newSubscriptionItem(
  world: World,
  subscription: string,
  price: RecurringPrice,
  quantity: number,
  metadata: Metadata,
) {
  return {
    id: world.newId('si', 14),
    object: 'subscription_item' as const,
    billing_thresholds: null,
    created: world.now(),
    current_trial: null,
    current_period_end: 0,
    current_period_start: 0,
    discounts: [] as string[],
    metadata,
    plan: planOf(price),
    price: structuredClone(price),
    quantity,
    subscription,
    tax_rates: [],
  }
}

type SubscriptionItem = ReturnType<typeof newSubscriptionItem>

export function planOf(price: RecurringPrice) {
  return {
    id: price.id,
    object: 'plan' as const,
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring.interval,
    interval_count: price.recurring.interval_count,
    livemode: false as const,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed' as const,
  }
}

export function newSubscription(world: World, customer: string, currency: string) {
  const id = world.newId('sub')
  return {
    id,
    object: 'subscription' as const,
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: world.now(),
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'flexible' as const },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null as number | null,
    cancel_at_period_end: false,
    canceled_at: null as number | null,
    cancellation_details: {
      comment: null as string | null,
      feedback: null as string | null,
      feedback_option: null,
      reason: null as string | null,
    },
    collection_method: 'charge_automatically' as 'charge_automatically' | 'send_invoice',
    created: world.now(),
    currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null as string | null,
    default_source: null,
    default_tax_rates: [] as TaxRate[],
    description: null as string | null,
    discounts: [] as string[],
    ended_at: null as number | null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' as const },
    },
    items: {
      object: 'list' as const,
      data: [] as SubscriptionItem[],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null as string | null,
    livemode: false as const,
    managed_payments: null,
    metadata: {} as Metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null as {
      behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void'
      resumes_at: null
    } | null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off' as 'off' | 'on_subscription',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null as string | null,
    pending_update: null,
    presentment_details: undefined,
    /** changes scheduled on the dashboard for later terms */
    schedule: null as string | null,
    start_date: world.now(),
    status: 'incomplete' as SubscriptionStatus,
    test_clock: null,
    transfer_data: null,
    trial_end: null as number | null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' as const },
    },
    trial_start: null as number | null,
  }
}

export type Subscription = ReturnType<typeof newSubscription>

/** @throws StripeRefusal `No such subscription` */
export function subscriptionOf(world: World, id: string): Subscription {
  const subscription = world.subscriptions.get(id)
  if (!subscription) throw noSuch('subscription', id)
  return subscription
}
