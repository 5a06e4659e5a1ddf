import type { Metadata } from './metadata.ts'
import type { Operations } from './operation.ts'
import { noSuch } from './refusal.ts'
import type { World } from './world.ts'

export type SessionInput = {
  payment_status?: 'paid' | 'unpaid' | 'no_payment_required'
  status?: 'open' | 'complete' | 'expired'
  mode?: 'payment' | 'setup' | 'subscription'
  metadata?: Metadata
  customer?: string | null
  payment_intent?: string | null
  subscription?: string | null
  setup_intent?: string | null
  amount_total?: number
  client_reference_id?: string | null
}

/** A hosted payment page: the shop only reads it, so a test creates it. */
export function newCheckoutSession(world: World, input: SessionInput) {
  return {
    id: world.newId('cs_test', 58),
    object: 'checkout.session' as const,
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: input.amount_total ?? null,
    amount_total: input.amount_total ?? null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: null,
    client_reference_id: input.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: world.now(),
    currency: 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: input.customer ?? null,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: null,
    expires_at: world.now() + 24 * 3600,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false as const,
    locale: null,
    managed_payments: null,
    metadata: input.metadata ?? {},
    mode: input.mode ?? 'payment',
    origin_context: null,
    payment_intent: input.payment_intent ?? null,
    payment_link: null,
    payment_method_collection: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: input.payment_status ?? 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: input.setup_intent ?? null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: input.status ?? 'open',
    submit_type: null,
    subscription: input.subscription ?? null,
    success_url: null,
    total_details: null,
    ui_mode: 'hosted_page' as const,
    url: null,
    wallet_options: null,
  }
}

export type CheckoutSession = ReturnType<typeof newCheckoutSession>

export const checkoutSessionOperations: Operations = {
  'GET /v1/checkout/sessions/{id}': ({ world, id }) => {
    const session = world.checkoutSessions.get(id)
    if (!session) throw noSuch('checkout.session', id)
    return session
  },
}
