import { draftInvoice, finalizeInvoice } from './bill.ts'
import { emit } from './event.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import { attachedMethod } from './payment-method.ts'
import { invalidRequest } from './refusal.ts'
import { type Subscription, subscriptionOf } from './subscription.ts'
import {
  applyCoupons,
  checkAutomaticTax,
  checkTrialEnd,
  readCoupons,
  readTaxRates,
} from './subscription-terms.ts'
import { setTerm, termOf } from './term.ts'
import type { World } from './world.ts'

export type UpdateParams = {
  automatic_tax?: { enabled: boolean }
  cancel_at_period_end?: boolean
  cancellation_details?: { comment?: string; feedback?: string }
  default_payment_method?: string
  default_tax_rates?: string[] | ''
  description?: string
  discounts?: { coupon?: string; discount?: string }[] | ''
  metadata?: Metadata | ''
  payment_settings?: { save_default_payment_method?: 'off' | 'on_subscription' }
  proration_behavior?: 'none' | 'always_invoice' | 'create_prorations'
  trial_end?: number | 'now'
}

const allowedWhileIncomplete = ['metadata', 'default_payment_method', 'expand', 'description']
const allowedAfterEnd = ['metadata', 'cancellation_details', 'expand']

/** POST /v1/subscriptions/{id}. */
export function updateSubscription(
  world: World,
  subscription: Subscription,
  params: UpdateParams,
): Subscription {
  refuseByStatus(subscription, params)
  checkAutomaticTax(params.automatic_tax, params.default_tax_rates)
  if (params.trial_end === 'now')
    throw invalidRequest('The simulator does not model ending a trial now.', { param: 'trial_end' })
  if (params.trial_end !== undefined)
    checkTrialEnd(world, params.trial_end, Math.max(subscription.billing_cycle_anchor, world.now()))
  const rates =
    params.default_tax_rates === undefined ? undefined : readTaxRates(world, params.default_tax_rates)
  const coupons = params.discounts === undefined ? undefined : readCoupons(world, params.discounts || [])
  const method = params.default_payment_method
  if (method !== undefined)
    subscription.default_payment_method = attachedMethod(
      world,
      method,
      subscription.customer,
      'default_payment_method',
    ).id
  if (rates) subscription.default_tax_rates = rates
  if (coupons) applyCoupons(world, subscription, coupons)
  if (params.description !== undefined) subscription.description = params.description || null
  subscription.metadata = mergeMetadata(subscription.metadata, params.metadata)
  Object.assign(subscription.cancellation_details, params.cancellation_details)
  Object.assign(subscription.payment_settings, params.payment_settings)
  if (params.trial_end !== undefined) moveTrialEnd(world, subscription, params.trial_end, params)
  if (params.cancel_at_period_end !== undefined) setEnding(world, subscription, params.cancel_at_period_end)
  emit(world, 'customer.subscription.updated', subscription)
  return subscription
}

function refuseByStatus(subscription: Subscription, params: UpdateParams) {
  const names = Object.keys(params)
  if (subscription.status === 'incomplete') {
    const refused = names.find((name) => !allowedWhileIncomplete.includes(name))
    if (refused)
      throw invalidRequest(
        `This subscription cannot be updated while it is incomplete: only its metadata and default payment method can. Refused: ${refused}.`,
        { param: refused },
      )
  }
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') {
    const refused = names.find((name) => !allowedAfterEnd.includes(name))
    if (refused)
      throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
        param: refused,
      })
  }
}

// The unused rest of a paid term is credited unless proration is turned off.
function moveTrialEnd(world: World, subscription: Subscription, trialEnd: number, params: UpdateParams) {
  const now = world.now()
  const term = termOf(subscription)
  const wasPaid = subscription.status === 'active'
  const left = Math.max(0, term.end - now) / Math.max(1, term.end - term.start)
  const full = subscription.items.data.reduce((sum, item) => sum + item.price.unit_amount * item.quantity, 0)
  const credit = params.proration_behavior === 'none' || !wasPaid ? 0 : Math.round(full * left)
  subscription.billing_cycle_anchor = trialEnd
  subscription.trial_start = now
  subscription.trial_end = trialEnd
  subscription.status = 'trialing'
  setTerm(subscription, { start: now, end: trialEnd })
  const invoice = draftInvoice(world, subscription, {
    reason: 'subscription_update',
    term: { start: now, end: trialEnd },
    isTrial: true,
    credit,
  })
  finalizeInvoice(world, invoice)
}

function setEnding(world: World, subscription: Subscription, ends: boolean) {
  subscription.cancel_at_period_end = ends
  subscription.cancel_at = ends ? termOf(subscription).end : null
  subscription.canceled_at = ends ? world.now() : null
  subscription.cancellation_details.reason = ends ? 'cancellation_requested' : null
}

/** Another price on the next bills, as the dashboard sets it. */
export function changePrice(world: World, id: string, cents: number, months: number): void {
  const subscription = subscriptionOf(world, id)
  for (const item of subscription.items.data)
    item.price = {
      ...item.price,
      id: world.newId('price'),
      unit_amount: cents,
      unit_amount_decimal: String(cents),
      recurring: { ...item.price.recurring, interval: 'month', interval_count: months },
    }
  emit(world, 'customer.subscription.updated', subscription)
}
