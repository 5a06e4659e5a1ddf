import { collect, draftInvoice, finalizeInvoice, methodOf } from './bill.ts'
import { emit } from './event.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import { attachedMethod } from './payment-method.ts'
import { invalidRequest, noSuch } from './refusal.ts'
import { planOf, type Subscription } from './subscription.ts'
import {
  applyCoupons,
  checkAutomaticTax,
  checkTrialEnd,
  readCoupons,
  readTaxRates,
} from './subscription-terms.ts'
import { setTerm, termFrom, termOf } from './term.ts'
import type { World } from './world.ts'

export type UpdateParams = {
  automatic_tax?: { enabled: boolean }
  cancel_at?: number | ''
  cancel_at_period_end?: boolean
  cancellation_details?: { comment?: string; feedback?: string }
  default_payment_method?: string
  default_tax_rates?: string[] | ''
  description?: string
  discounts?: { coupon?: string; discount?: string }[] | ''
  items?: { id?: string; price?: string }[]
  metadata?: Metadata | ''
  pause_collection?: { behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void' } | ''
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
  if (params.trial_end !== undefined) checkTrialEnd(world, params.trial_end)
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
  if (params.pause_collection !== undefined) {
    const { behavior } = params.pause_collection || {}
    subscription.pause_collection = behavior ? { behavior, resumes_at: null } : null
  }
  if (rates) subscription.default_tax_rates = rates
  if (coupons) applyCoupons(world, subscription, coupons)
  if (params.description !== undefined) subscription.description = params.description || null
  subscription.metadata = mergeMetadata(subscription.metadata, params.metadata)
  Object.assign(subscription.cancellation_details, params.cancellation_details)
  Object.assign(subscription.payment_settings, params.payment_settings)
  const isAnotherCycle = params.items ? setPrice(world, subscription, params) : false
  if (params.trial_end !== undefined) moveTrialEnd(world, subscription, params.trial_end, params)
  if (subscription.schedule && (params.cancel_at ?? params.cancel_at_period_end) !== undefined)
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    )
  if (params.cancel_at !== undefined && params.cancel_at_period_end !== undefined)
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
  if (params.cancel_at !== undefined) endAt(world, subscription, params.cancel_at || null)
  if (params.cancel_at_period_end !== undefined) setEnding(world, subscription, params.cancel_at_period_end)
  if (isAnotherCycle && params.trial_end === undefined) beginCycleNow(world, subscription)
  emit(world, 'customer.subscription.updated', subscription)
  return subscription
}

/**
 * Sets a new price on the one item.
 * @returns true if it has another billing interval
 */
function setPrice(world: World, subscription: Subscription, params: UpdateParams): boolean {
  const item = subscription.items.data[0]!
  const [wanted, ...more] = params.items ?? []
  if (!wanted?.price || more.length > 0 || wanted.id !== item.id)
    throw invalidRequest('The simulator models one item, which is named by its id.', { param: 'items' })
  const price = world.prices.get(wanted.price)
  if (!price) throw noSuch('price', wanted.price, 'items[0][price]', 400)
  if (!price.active)
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param: 'items[0][price]',
    })
  if (!price.recurring)
    throw invalidRequest('The price specified is set to `type=one_time`.', { param: 'items[0][price]' })
  if (params.proration_behavior !== 'none' && subscription.status !== 'trialing')
    throw invalidRequest('The simulator does not model prorations of a changed price.', {
      param: 'proration_behavior',
    })
  const before = item.price.recurring
  const recurring = { ...price, recurring: price.recurring }
  item.price = structuredClone(recurring)
  item.plan = planOf(recurring)
  return (
    before.interval !== price.recurring.interval || before.interval_count !== price.recurring.interval_count
  )
}

// A new interval starts a new cycle now, and its first bill is due right away, whatever the proration says
// (docs.stripe.com/billing/subscriptions/billing-cycle "Changing the billing cycle").
function beginCycleNow(world: World, subscription: Subscription) {
  const now = world.now()
  subscription.billing_cycle_anchor = now
  subscription.trial_end = null
  subscription.status = 'active'
  const term = termFrom(subscription, now)
  setTerm(subscription, term)
  const invoice = draftInvoice(world, subscription, { reason: 'subscription_update', term, isTrial: false })
  finalizeInvoice(world, invoice)
  collect(world, invoice, methodOf(world, subscription), { presence: 'off_session' })
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

/**
 * Ends on a given day, perhaps terms ahead; until then it renews. A day stays when the term's end moves
 * (docs.stripe.com/changelog/basil/2025-07-30/cancel-at-enums).
 */
export function endAt(world: World, subscription: Subscription, at: number | null): void {
  subscription.cancel_at_period_end = false
  subscription.cancel_at = at
  subscription.canceled_at = at === null ? null : world.now()
  subscription.cancellation_details.reason = at === null ? null : 'cancellation_requested'
}

/** Ends with the term, or takes that back, which leaves a day that was set for itself. */
export function setEnding(world: World, subscription: Subscription, ends: boolean): void {
  if (ends) {
    endAt(world, subscription, termOf(subscription).end)
    subscription.cancel_at_period_end = true
  } else if (subscription.cancel_at_period_end) endAt(world, subscription, null)
}
