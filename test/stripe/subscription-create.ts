import { cardError, foresee } from './attempt-payment.ts'
import { collect, draftInvoice, finalizeInvoice, intentOfInvoice, methodOf } from './bill.ts'
import { customerOf } from './customer.ts'
import { emit } from './event.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import { attachedMethod } from './payment-method.ts'
import { invalidRequest, noSuch, StripeRefusal } from './refusal.ts'
import { createSetup } from './setup-intent.ts'
import {
  newSubscription,
  newSubscriptionItem,
  type RecurringPrice,
  type Subscription,
} from './subscription.ts'
import {
  applyCoupons,
  checkAutomaticTax,
  checkTrialEnd,
  readCoupons,
  readTaxRates,
} from './subscription-terms.ts'
import { setTerm, termFrom } from './term.ts'
import type { World } from './world.ts'

export type CreateParams = {
  automatic_tax?: { enabled: boolean }
  billing_mode?: { type: 'classic' | 'flexible' }
  cancel_at_period_end?: boolean
  customer?: string
  default_payment_method?: string
  default_tax_rates?: string[] | ''
  description?: string
  discounts?: { coupon?: string }[] | ''
  items?: { price?: string; quantity?: number; metadata?: Metadata }[]
  metadata?: Metadata | ''
  off_session?: boolean
  payment_behavior?:
    | 'allow_incomplete'
    | 'default_incomplete'
    | 'error_if_incomplete'
    | 'pending_if_incomplete'
  payment_settings?: { save_default_payment_method?: 'off' | 'on_subscription' }
  trial_end?: number | 'now'
}

/** POST /v1/subscriptions. Checks everything before creating anything. */
export function createSubscription(world: World, params: CreateParams): Subscription {
  const subscription = readSubscription(world, params)
  const trial = typeof params.trial_end === 'number' ? params.trial_end : null
  const anchor = trial ?? world.now()
  subscription.billing_cycle_anchor = anchor
  const term = trial === null ? termFrom(subscription, world.now()) : { start: world.now(), end: trial }
  setTerm(subscription, term)
  subscription.trial_start = trial === null ? null : world.now()
  subscription.trial_end = trial
  const coupons = readCoupons(world, params.discounts || [])
  const behavior = params.payment_behavior ?? 'allow_incomplete'
  refuseIfItWouldFail(world, subscription, params, coupons, trial !== null)

  world.subscriptions.set(subscription.id, subscription)
  applyCoupons(world, subscription, coupons)
  const invoice = draftInvoice(world, subscription, {
    reason: 'subscription_create',
    term,
    isTrial: trial !== null,
  })
  if (invoice.amount_due === 0) subscription.status = trial === null ? 'active' : 'trialing'
  emit(world, 'customer.subscription.created', subscription)
  finalizeInvoice(world, invoice)
  const method = methodOf(world, subscription)
  if (invoice.status === 'paid') {
    if (method === null)
      subscription.pending_setup_intent = createSetup(world, { customer: subscription.customer }).id
    return subscription
  }
  const intent = intentOfInvoice(world, invoice.id)!
  if (behavior === 'default_incomplete') {
    if (method !== null) {
      intent.payment_method = method
      intent.status = 'requires_confirmation'
    }
    return subscription
  }
  const presence = params.off_session ? 'off_session' : 'on_session'
  collect(world, invoice, method, { presence })
  return subscription
}

function readSubscription(world: World, params: CreateParams): Subscription {
  if (params.customer === undefined)
    throw invalidRequest('Missing required param: customer.', {
      code: 'parameter_missing',
      param: 'customer',
    })
  const customer = customerOf(world, params.customer, 'customer')
  if (!params.items?.length)
    throw invalidRequest('Missing required param: items.', { code: 'parameter_missing', param: 'items' })
  checkAutomaticTax(params.automatic_tax, params.default_tax_rates)
  if (params.billing_mode?.type === 'classic' || params.payment_behavior === 'pending_if_incomplete')
    throw invalidRequest('The simulator does not model this billing mode or payment behavior.')
  const subscription = newSubscription(world, customer.id, 'usd')
  for (const [place, item] of params.items.entries()) {
    const price = recurringPrice(world, item.price, `items[${place}][price]`)
    subscription.items.data.push(
      newSubscriptionItem(
        world,
        subscription.id,
        price,
        item.quantity ?? 1,
        mergeMetadata({}, item.metadata),
      ),
    )
  }
  if (typeof params.trial_end === 'number') checkTrialEnd(world, params.trial_end)
  if (params.default_payment_method !== undefined)
    subscription.default_payment_method = attachedMethod(
      world,
      params.default_payment_method,
      customer.id,
      'default_payment_method',
    ).id
  subscription.default_tax_rates = readTaxRates(world, params.default_tax_rates ?? '')
  subscription.description = params.description ?? null
  subscription.metadata = mergeMetadata({}, params.metadata)
  subscription.payment_settings.save_default_payment_method =
    params.payment_settings?.save_default_payment_method ?? 'off'
  if (params.cancel_at_period_end) {
    subscription.cancel_at_period_end = true
    subscription.canceled_at = world.now()
  }
  customer.currency ??= 'usd'
  return subscription
}

function recurringPrice(world: World, id: string | undefined, param: string): RecurringPrice {
  if (id === undefined)
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  const price = world.prices.get(id)
  if (!price) throw noSuch('price', id, param, 400)
  if (!price.active)
    throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, { param })
  if (!world.products.get(price.product)?.active)
    throw invalidRequest('The price specified belongs to a product that is inactive.', { param })
  if (!price.recurring)
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param },
    )
  return { ...price, recurring: price.recurring }
}

// Computes the first bill on throwaway copies, so that a refused subscription leaves no trace.
function refuseIfItWouldFail(
  world: World,
  subscription: Subscription,
  params: CreateParams,
  coupons: string[],
  isTrial: boolean,
): void {
  if (isTrial || params.payment_behavior === 'default_incomplete') return
  if (dueNow(world, subscription, coupons) === 0) return
  const method = world.paymentMethods.get(methodOf(world, subscription) ?? '')
  if (!method)
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
      { code: 'resource_missing' },
    )
  if (params.payment_behavior !== 'error_if_incomplete') return
  const answer = foresee(world, method, { presence: params.off_session ? 'off_session' : 'on_session' })
  if (answer.kind === 'approved') return
  if (answer.kind === 'asks' || answer.code === 'authentication_required')
    throw new StripeRefusal(402, {
      type: 'card_error',
      code: 'subscription_payment_intent_requires_action',
      message:
        'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`.',
    })
  throw new StripeRefusal(402, cardError(answer))
}

function dueNow(world: World, subscription: Subscription, coupons: string[]): number {
  const amount = subscription.items.data.reduce(
    (sum, item) => sum + item.price.unit_amount * item.quantity,
    0,
  )
  const off = coupons.reduce((left, id) => {
    const coupon = world.coupons.get(id)!
    return left - Math.min(left, coupon.amount_off ?? Math.round((left * coupon.percent_off!) / 100))
  }, amount)
  const balance = world.customers.get(subscription.customer)?.balance ?? 0
  const tax = subscription.default_tax_rates.reduce(
    (sum, rate) => sum + Math.round((off * rate.percentage) / 100),
    0,
  )
  const due = off + tax + balance
  return due < 50 ? 0 : due
}
