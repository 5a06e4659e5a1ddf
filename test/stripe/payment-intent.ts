import { type Address, customerOf, fullShipping, type Shipping } from './customer.ts'
import { emit } from './event.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import { type CreatedRange, isCreatedIn, listed, type Operations } from './operation.ts'
import { invalidRequest, noSuch } from './refusal.ts'
import type { World } from './world.ts'

type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

export type NextAction = { type: 'use_stripe_sdk'; use_stripe_sdk: { type: 'three_d_secure_redirect' } }

type IntentParams = {
  amount?: number
  currency?: string
  capture_method?: string
  customer?: string
  description?: string
  hooks?: { inputs?: { tax?: { calculation: string } } }
  metadata?: Metadata | ''
  receipt_email?: string
  setup_future_usage?: 'off_session' | 'on_session' | ''
  shipping?: { address: Partial<Address>; name: string; phone?: string } | ''
}

export function newPaymentIntent(world: World, amount: number, currency: string) {
  const id = world.newId('pi')
  return {
    id,
    object: 'payment_intent' as const,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    allowed_payment_method_types: null,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { allow_redirects: 'always' as const, enabled: true },
    canceled_at: null as number | null,
    cancellation_reason: null as string | null,
    capture_method: 'automatic_async' as const,
    client_secret: world.newId(`${id}_secret`, 25),
    confirmation_method: 'automatic' as const,
    created: world.now(),
    currency: currency.toLowerCase(),
    customer: null as string | null,
    customer_account: null,
    description: null as string | null,
    excluded_payment_method_types: null,
    last_payment_error: null as Record<string, unknown> | null,
    latest_charge: null as string | null,
    livemode: false as const,
    managed_payments: null,
    metadata: {} as Metadata,
    next_action: null as NextAction | null,
    on_behalf_of: null,
    payment_method: null as string | null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic' as const,
      },
    },
    payment_method_types: ['card', 'link'],
    payment_record: null,
    processing: null,
    receipt_email: null as string | null,
    review: null,
    setup_future_usage: null as 'off_session' | 'on_session' | null,
    shipping: null as Shipping | null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method' as IntentStatus,
    transfer_data: null,
    transfer_group: null,
  }
}

export type PaymentIntent = ReturnType<typeof newPaymentIntent>

/** @throws StripeRefusal `No such payment_intent` */
export function intentOf(world: World, id: string, param?: string): PaymentIntent {
  const intent = world.paymentIntents.get(id)
  if (!intent) throw noSuch('payment_intent', id, param ?? 'intent', param ? 400 : 404)
  return intent
}

function checkAmount(amount: number) {
  if (amount < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  if (amount < 50)
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  if (amount > 99_999_999)
    throw invalidRequest('Amount must be no more than $999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    })
}

function apply(world: World, intent: PaymentIntent, params: IntentParams) {
  if (params.amount !== undefined) {
    checkAmount(params.amount)
    intent.amount = params.amount
  }
  if (params.customer !== undefined) intent.customer = customerOf(world, params.customer, 'customer').id
  const calculation = params.hooks?.inputs?.tax?.calculation
  if (calculation !== undefined) {
    if (calculation !== '' && !world.taxCalculations.has(calculation))
      throw noSuch('tax calculation', calculation, 'hooks[inputs][tax][calculation]', 400)
    world.taxHooks.set(intent.id, calculation)
  }
  if (params.shipping !== undefined) intent.shipping = params.shipping ? fullShipping(params.shipping) : null
  if (params.setup_future_usage !== undefined) intent.setup_future_usage = params.setup_future_usage || null
  if (params.description !== undefined) intent.description = params.description || null
  if (params.receipt_email !== undefined) intent.receipt_email = params.receipt_email || null
  intent.metadata = mergeMetadata(intent.metadata, params.metadata)
}

function create(world: World, params: IntentParams & { amount: number; currency: string }): PaymentIntent {
  if (params.currency.toLowerCase() !== 'usd')
    throw invalidRequest(`Invalid currency: ${params.currency}. The simulated account takes usd only.`, {
      param: 'currency',
    })
  if (params.capture_method === 'manual')
    throw invalidRequest('The simulator does not model manual capture.', { param: 'capture_method' })
  const intent = newPaymentIntent(world, params.amount, params.currency)
  apply(world, intent, params)
  world.paymentIntents.set(intent.id, intent)
  emit(world, 'payment_intent.created', intent)
  return intent
}

const openStatuses: IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** The invoice that owns this payment; null if none does. */
function invoiceOfIntent(world: World, intent: string): string | null {
  for (const link of world.invoicePayments.values())
    if (link.payment.payment_intent === intent) return link.invoice
  return null
}

export function cancelIntent(world: World, intent: PaymentIntent, reason: string | null): void {
  intent.status = 'canceled'
  intent.canceled_at = world.now()
  intent.cancellation_reason = reason
  intent.next_action = null
  emit(world, 'payment_intent.canceled', intent)
}

function unexpectedState(intent: PaymentIntent, message: string) {
  return invalidRequest(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: structuredClone(intent),
  })
}

type CancelParams = { cancellation_reason?: string }

export const paymentIntentOperations: Operations = {
  'POST /v1/payment_intents': ({
    world,
    params,
  }: {
    world: World
    params: IntentParams & { amount: number; currency: string }
  }) => create(world, params),
  'GET /v1/payment_intents/{id}': ({ world, id }) => intentOf(world, id),
  'POST /v1/payment_intents/{id}': ({
    world,
    id,
    params,
  }: {
    world: World
    id: string
    params: IntentParams
  }) => {
    const intent = intentOf(world, id)
    if (params.amount !== undefined && !openStatuses.includes(intent.status))
      throw unexpectedState(
        intent,
        `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: ${openStatuses.join(', ')}.`,
      )
    if (params.amount !== undefined && invoiceOfIntent(world, id))
      throw invalidRequest(
        "You cannot update a PaymentIntent's amount when it was created by an invoice; update the invoice instead.",
        { param: 'amount' },
      )
    apply(world, intent, params)
    return intent
  },
  'POST /v1/payment_intents/{id}/cancel': ({
    world,
    id,
    params,
  }: {
    world: World
    id: string
    params: CancelParams
  }) => {
    const intent = intentOf(world, id)
    if (!openStatuses.includes(intent.status))
      throw unexpectedState(
        intent,
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${openStatuses.join(', ')}.`,
      )
    if (invoiceOfIntent(world, id))
      throw invalidRequest(
        `You cannot cancel this PaymentIntent because it was created by an Invoice. Void the invoice instead: ${invoiceOfIntent(world, id)}.`,
      )
    cancelIntent(world, intent, params.cancellation_reason ?? null)
    return intent
  },
  'GET /v1/payment_intents': ({
    world,
    params,
  }: {
    world: World
    params: { customer?: string; created?: CreatedRange }
  }) =>
    listed(
      [...world.paymentIntents.values()].filter(
        (intent) =>
          (params.customer === undefined || intent.customer === params.customer) &&
          isCreatedIn(params.created, intent.created),
      ),
    ),
}
