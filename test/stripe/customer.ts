import type { Discount } from './coupon.ts'
import { emit } from './event.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import { type CreatedRange, isCreatedIn, listed, type Operations } from './operation.ts'
import { noSuch } from './refusal.ts'
import type { World } from './world.ts'

export type Address = {
  city: string | null
  country: string | null
  line1: string | null
  line2: string | null
  postal_code: string | null
  state: string | null
}

export type Shipping = { address: Address; name: string; phone: string | null }

type ShippingParam = { address: Partial<Address>; name: string; phone?: string }

type CustomerParams = {
  address?: Partial<Address> | ''
  description?: string
  email?: string
  metadata?: Metadata | ''
  name?: string
  phone?: string
  shipping?: ShippingParam | ''
  invoice_settings?: { default_payment_method?: string }
}

function newCustomer(world: World) {
  return {
    id: world.newId('cus', 14),
    object: 'customer' as const,
    address: null as Address | null,
    /** in cents; negative: we owe the customer, and the next invoice deducts it */
    balance: 0,
    created: world.now(),
    currency: null as string | null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null as string | null,
    discount: null as Discount | null,
    email: null as string | null,
    invoice_prefix: world.newId('X', 7).slice(2).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null as string | null,
      footer: null,
      rendering_options: null,
    },
    livemode: false as const,
    metadata: {} as Metadata,
    name: null as string | null,
    next_invoice_sequence: 1,
    phone: null as string | null,
    preferred_locales: [] as string[],
    shipping: null as Shipping | null,
    tax_exempt: 'none' as const,
    test_clock: null,
  }
}

export type Customer = ReturnType<typeof newCustomer>

/** @throws StripeRefusal `No such customer`, naming the parameter if one is given */
export function customerOf(world: World, id: string, param?: string): Customer {
  const customer = world.customers.get(id)
  if (!customer) throw noSuch('customer', id, param ?? 'id', param ? 400 : 404)
  return customer
}

export function fullAddress(address: Partial<Address>): Address {
  const none = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
  return {
    ...none,
    ...Object.fromEntries(Object.entries(address).map(([name, text]) => [name, text || null])),
  }
}

export function fullShipping(shipping: ShippingParam): Shipping {
  return { address: fullAddress(shipping.address), name: shipping.name, phone: shipping.phone || null }
}

function apply(world: World, customer: Customer, params: CustomerParams) {
  if (params.address !== undefined) customer.address = params.address ? fullAddress(params.address) : null
  if (params.shipping !== undefined)
    customer.shipping = params.shipping ? fullShipping(params.shipping) : null
  for (const name of ['description', 'email', 'name', 'phone'] as const) {
    const text = params[name]
    if (text !== undefined) customer[name] = text || null
  }
  const method = params.invoice_settings?.default_payment_method
  if (method !== undefined) {
    if (world.paymentMethods.get(method)?.customer !== customer.id)
      throw noSuch('payment_method', method, 'invoice_settings[default_payment_method]', 400)
    customer.invoice_settings.default_payment_method = method
  }
  customer.metadata = mergeMetadata(customer.metadata, params.metadata)
}

export const customerOperations: Operations = {
  'POST /v1/customers': ({ world, params }: { world: World; params: CustomerParams }) => {
    const customer = newCustomer(world)
    apply(world, customer, params)
    world.customers.set(customer.id, customer)
    emit(world, 'customer.created', customer)
    return customer
  },
  'GET /v1/customers/{id}': ({ world, id }) => customerOf(world, id),
  'POST /v1/customers/{id}': ({
    world,
    id,
    params,
  }: {
    world: World
    id: string
    params: CustomerParams
  }) => {
    const customer = customerOf(world, id)
    apply(world, customer, params)
    emit(world, 'customer.updated', customer)
    return customer
  },
  // The filter matches the exact, case-sensitive email.
  'GET /v1/customers': ({
    world,
    params,
  }: {
    world: World
    params: { email?: string; created?: CreatedRange }
  }) =>
    listed(
      [...world.customers.values()].filter(
        (customer) =>
          (params.email === undefined || customer.email === params.email) &&
          isCreatedIn(params.created, customer.created),
      ),
    ),
}
