import { moveBalance } from './balance.ts'
import { disputes } from './card.ts'
import { openDispute } from './dispute.ts'
import { emit } from './event.ts'
import type { Metadata } from './metadata.ts'
import { type CreatedRange, isCreatedIn, listed, type Operations } from './operation.ts'
import type { PaymentIntent } from './payment-intent.ts'
import type { PaymentMethod } from './payment-method.ts'
import { noSuch } from './refusal.ts'
import type { World } from './world.ts'

export type Failure = { code: string; declineCode: string; message: string }

function newCharge(world: World, intent: PaymentIntent, method: PaymentMethod, failure: Failure | null) {
  return {
    id: world.newId('ch'),
    object: 'charge' as const,
    amount: intent.amount,
    amount_captured: failure ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: failure ? null : world.newId('txn'),
    billing_details: { ...method.billing_details },
    calculated_statement_descriptor: null,
    captured: failure === null,
    created: world.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false as const,
    metadata: { ...intent.metadata } as Metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failure ? 'declined_by_network' : 'approved_by_network',
      reason: failure?.declineCode ?? null,
      risk_level: 'normal',
      seller_message: failure ? failure.message : 'Payment complete.',
      type: failure ? 'issuer_declined' : 'authorized',
    },
    paid: failure === null,
    payment_intent: intent.id as string | null,
    payment_method: method.id as string | null,
    payment_method_details: { card: chargedCard(intent.amount, method), type: 'card' as const },
    presentment_details: undefined,
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null as string | null,
    receipt_url: failure ? null : 'https://pay.stripe.com/receipts/simulated',
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: failure ? ('failed' as const) : ('succeeded' as const),
    transfer_data: null,
    transfer_group: null,
  }
}

function chargedCard(amount: number, { card }: PaymentMethod) {
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: 'visa',
    network_transaction_id: null,
    regulated_status: card.regulated_status,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  }
}

export type Charge = ReturnType<typeof newCharge>

/** Records one attempt at a payment; successful if there is no failure. */
export function recordCharge(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  failure: Failure | null,
): Charge {
  const charge = newCharge(world, intent, method, failure)
  world.charges.set(charge.id, charge)
  if (charge.balance_transaction)
    moveBalance(world, {
      id: charge.balance_transaction,
      ...{ type: 'charge', category: 'charge', amount: charge.amount, source: charge.id },
      // 2.9 % and 30 cents, as for domestic cards (stripe.com/pricing).
      fee: Math.round(charge.amount * 0.029) + 30,
    })
  intent.latest_charge = charge.id
  emit(world, failure ? 'charge.failed' : 'charge.succeeded', charge)
  return charge
}

/** The number ending in 0259 pays and is then disputed right away. */
export function disputeIfCardDoes(world: World, charge: Charge): void {
  if (world.cardNumbers.get(charge.payment_method ?? '') === disputes) openDispute(world, charge)
}

type ListParams = { created?: CreatedRange; customer?: string; payment_intent?: string }

export const chargeOperations: Operations = {
  'GET /v1/charges': ({ world, params }: { world: World; params: ListParams }) =>
    listed(
      [...world.charges.values()].filter(
        (charge) =>
          (params.customer === undefined || charge.customer === params.customer) &&
          (params.payment_intent === undefined || charge.payment_intent === params.payment_intent) &&
          isCreatedIn(params.created, charge.created),
      ),
    ),
  'GET /v1/charges/{id}': ({ world, id }) => {
    const charge = world.charges.get(id)
    if (!charge) throw noSuch('charge', id)
    return charge
  },
}
