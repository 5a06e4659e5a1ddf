import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { ShopError } from '../../../domain/errors.ts'
import { stateOfQuote } from '../../shop/payment-states.ts'
import type { StartedPayment, StartPayment } from '../../shop/payments.ts'
import { type Catalog, withPrice } from './catalog.ts'
import { couponId, createOnce, isRefusal, unlessRefused } from './client.ts'
import { taxRateId } from './tax.ts'

/**
 * Creates what a cart needs at Stripe (stripe.md §9 "The mapping"): the customer, then a subscription, payment or setup.
 * Every object carries the checkout's id. Keys are made from it and the amounts, so a repeat finds the same objects.
 */
export async function startPayment(
  stripe: Stripe,
  catalog: Catalog,
  input: StartPayment,
): Promise<StartedPayment> {
  const customerId = await makeCustomer(stripe, input)
  if (input.kind === 'subscription') return startSubscription(stripe, catalog, input, customerId)
  if (input.kind === 'setup') return startSetup(stripe, input, customerId)
  return startIntent(stripe, input, customerId)
}

async function makeCustomer(stripe: Stripe, input: StartPayment): Promise<string> {
  const { checkoutId, email, items } = input
  const first = items[0]!.destination
  const customer = await createOnce<Stripe.Customer>({
    key: `c:${checkoutId}`,
    find: async () =>
      (await stripe.customers.list({ email, limit: 100 })).data.find(
        (each) => each.metadata.checkout_id === checkoutId,
      ),
    create: (options) =>
      stripe.customers.create(
        {
          email,
          name: first.name,
          shipping: shippingTo(first),
          metadata: { checkout_id: checkoutId },
        },
        options,
      ),
  }).catch((error: unknown) => {
    if (!isRefusal(error, 'email')) throw error
    const sentence = 'Our payment provider does not accept this email address. Please correct it.'
    const fields = { 'cartItems.0.shippingDetails.email': sentence }
    throw new ShopError('invalid_cart', `Item 1: ${sentence}`, { fields, cause: error })
  })
  return customer.id
}

/** A delivery address in Stripe's format. */
export function shippingTo(to: StartPayment['items'][number]['destination']) {
  return {
    name: to.name,
    address: {
      line1: to.line1,
      ...(to.line2 ? { line2: to.line2 } : {}),
      city: to.city,
      state: to.state,
      postal_code: to.zipCode,
      country: 'US',
    },
  }
}

async function startSubscription(
  stripe: Stripe,
  catalog: Catalog,
  input: StartPayment,
  customer: string,
): Promise<StartedPayment> {
  const { checkoutId, items, taxes } = input
  const [item] = items
  const tax = taxes[item!.id]
  const { discountCents, renewalDiscountCents } = item!
  const duration = renewalDiscountCents > 0 ? 'forever' : 'once'
  const discounts =
    discountCents > 0 ? [{ coupon: await couponId(stripe, discountCents, duration) }] : undefined
  const subscription = await createOnce({
    key: keyOf(input),
    find: () => findOpen(stripe, customer, checkoutId),
    create: (options) =>
      withPrice(catalog, item!, async (price) =>
        stripe.subscriptions.create(
          {
            customer,
            items: [{ price }],
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription' },
            ...(tax?.ratePercent
              ? { default_tax_rates: [await taxRateId(stripe, tax.ratePercent, stateOfQuote(tax))] }
              : {}),
            ...(discounts ? { discounts } : {}),
            metadata: { checkout_id: checkoutId, item: item!.id },
            expand: ['latest_invoice.confirmation_secret'],
          },
          options,
        ),
      ),
  })
  const invoice = subscription.latest_invoice as Stripe.Invoice
  const clientSecret = invoice.confirmation_secret?.client_secret
  if (!clientSecret) throw new Error(`the subscription ${subscription.id} has nothing to pay`)
  const intentId = clientSecret.split('_secret_')[0]!
  // A bill's payment only knows its customer. The shipping address helps against fraud and in disputes.
  await unlessRefused(() =>
    stripe.paymentIntents.update(intentId, { shipping: shippingTo(item!.destination) }),
  )
  return {
    intentId,
    clientSecret,
    customerId: customer,
    subscriptionId: subscription.id,
    totalCents: invoice.total,
  }
}

async function findOpen(stripe: Stripe, customer: string, checkoutId: string) {
  const { data } = await stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: 100,
    expand: ['data.latest_invoice.confirmation_secret'],
  })
  return data.find(
    (each) => each.metadata.checkout_id === checkoutId && ['incomplete', 'active'].includes(each.status),
  )
}

async function startIntent(stripe: Stripe, input: StartPayment, customer: string): Promise<StartedPayment> {
  const { checkoutId, items } = input
  const intent = await createOnce({
    key: keyOf(input),
    find: async () =>
      (await stripe.paymentIntents.list({ customer, limit: 100 })).data.find(
        (each) => each.metadata.checkout_id === checkoutId && each.status !== 'canceled',
      ),
    create: (options) =>
      stripe.paymentIntents.create(
        {
          amount: totalOf(input),
          currency: 'usd',
          customer,
          automatic_payment_methods: { enabled: true },
          // Gifts never renew, so their card isn't kept (stripe.md §9).
          ...(items.some((item) => item.renews) ? { setup_future_usage: 'off_session' as const } : {}),
          description: items.length === 1 ? 'Belt Club, a gift' : `Belt Club, ${items.length} memberships`,
          shipping: shippingTo(items[0]!.destination),
          metadata: { checkout_id: checkoutId },
        },
        options,
      ),
  })
  return {
    intentId: intent.id,
    clientSecret: intent.client_secret!,
    customerId: customer,
    subscriptionId: null,
    totalCents: intent.amount,
  }
}

async function startSetup(stripe: Stripe, input: StartPayment, customer: string): Promise<StartedPayment> {
  const { checkoutId } = input
  const setup = await createOnce({
    key: keyOf(input),
    find: async () =>
      (await stripe.setupIntents.list({ customer, limit: 100 })).data.find(
        (each) => each.metadata?.checkout_id === checkoutId && each.status !== 'canceled',
      ),
    create: (options) =>
      stripe.setupIntents.create(
        {
          customer,
          usage: 'off_session',
          automatic_payment_methods: { enabled: true },
          metadata: { checkout_id: checkoutId },
        },
        options,
      ),
  })
  return {
    intentId: setup.id,
    clientSecret: setup.client_secret!,
    customerId: customer,
    subscriptionId: null,
    totalCents: 0,
  }
}

function totalOf({ items, taxes }: StartPayment): number {
  return items.reduce(
    (sum, item) => sum + item.amountCents - item.discountCents + (taxes[item.id]?.taxCents ?? 0),
    0,
  )
}

// Includes the taxes: if they changed between two tries, the same key with other amounts would be an error.
function keyOf(input: StartPayment): string {
  const { checkoutId, kind, items, taxes } = input
  const amounts = items.map((item) => [item, taxes[item.id]?.taxCents, taxes[item.id]?.ratePercent])
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, amounts]))
    .digest('hex')
  return `i:${checkoutId}:${hash.slice(0, 16)}`
}
