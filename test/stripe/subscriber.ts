import type Stripe from 'stripe'
import type { StripeSimulator } from './start-stripe-simulator.ts'

export type Subscriber = { customer: string; subscription: string; price: string }

/** A customer with a paid monthly subscription for $69.50, created as the shop does it. */
export async function subscriber(
  simulator: StripeSimulator,
  stripe: Stripe,
  options: { number?: string; extra?: Stripe.SubscriptionCreateParams } = {},
): Promise<Subscriber> {
  const customer = await stripe.customers.create({ email: 'ann@example.com' })
  const known = await stripe.prices.list({ lookup_keys: ['monthly'] })
  const price = known.data[0]?.id ?? (await monthlyPrice(stripe)).id
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    metadata: { checkout_id: 'c1' },
    expand: ['latest_invoice.confirmation_secret'],
    ...options.extra,
  })
  const invoice = subscription.latest_invoice as Stripe.Invoice
  const number = options.number ?? '4242424242424242'
  if (invoice.confirmation_secret)
    simulator.confirm(invoice.confirmation_secret.client_secret, { number, authentication: 'completed' })
  return { customer: customer.id, subscription: subscription.id, price }
}

async function monthlyPrice(stripe: Stripe): Promise<Stripe.Price> {
  const product = await stripe.products.create({ id: 'belt-monthly', name: 'A belt each month' })
  return stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 6950,
    recurring: { interval: 'month' },
    lookup_key: 'monthly',
    tax_behavior: 'exclusive',
  })
}

/** The UTC day of a time in seconds since 1970. */
export function dayOf(seconds: number | null | undefined): string | null {
  return seconds == null ? null : new Date(seconds * 1000).toISOString().slice(0, 10)
}

/** Seconds since 1970. */
export function secondsAt(iso: string): number {
  return Date.parse(iso) / 1000
}
