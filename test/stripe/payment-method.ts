import { emit } from './event.ts'
import { listed, type Operations } from './operation.ts'
import { noSuch } from './refusal.ts'
import type { World } from './world.ts'

type BillingDetails = {
  address: null
  email: string | null
  name: string | null
  phone: null
  tax_id: null
}

export function newPaymentMethod(world: World, number: string, email: string | null) {
  return {
    id: world.newId('pm'),
    object: 'payment_method' as const,
    allow_redisplay: 'unspecified' as const,
    billing_details: { address: null, email, name: null, phone: null, tax_id: null } as BillingDetails,
    card: cardDetails(number),
    created: world.now(),
    customer: null as string | null,
    customer_account: null,
    livemode: false as const,
    metadata: {},
    type: 'card' as const,
  }
}

export type PaymentMethod = ReturnType<typeof newPaymentMethod>

function cardDetails(number: string) {
  return {
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: 'visa',
    exp_month: 12,
    exp_year: 2040,
    fingerprint: `fp${number}`,
    funding: 'credit',
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: ['visa'], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

/** Attaches a card to a customer, so that it can be charged again. */
export function attach(world: World, method: PaymentMethod, customer: string): void {
  if (method.customer === customer) return
  method.customer = customer
  emit(world, 'payment_method.attached', method)
}

/** @throws StripeRefusal if this customer has no such payment method */
export function attachedMethod(world: World, id: string, customer: string, param: string): PaymentMethod {
  const method = world.paymentMethods.get(id)
  if (!method) throw noSuch('PaymentMethod', id, param, 400)
  if (method.customer !== customer) {
    const refusal = noSuch('PaymentMethod', id, param, 400)
    refusal.body.error.message = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`
    throw refusal
  }
  return method
}

export const paymentMethodOperations: Operations = {
  'GET /v1/payment_methods': ({
    world,
    params,
  }: {
    world: World
    params: { customer?: string; type?: string }
  }) =>
    listed(
      [...world.paymentMethods.values()].filter(
        (method) =>
          method.customer !== null &&
          (params.customer === undefined || method.customer === params.customer) &&
          (params.type === undefined || method.type === params.type),
      ),
    ),
  'GET /v1/payment_methods/{id}': ({ world, id }) => {
    const method = world.paymentMethods.get(id)
    if (!method) throw noSuch('PaymentMethod', id)
    return method
  },
}
