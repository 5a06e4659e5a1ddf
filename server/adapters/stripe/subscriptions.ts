import type Stripe from 'stripe'
import { type CalendarDate, instantAt } from '../../../domain/calendar-date.ts'
import { ShopError } from '../../../domain/errors.ts'
import { type SubscriptionState, stateOfQuote } from '../../shop/payment-states.ts'
import type { NewSubscription, Payments } from '../../shop/payments.ts'
import { type Catalog, withPrice } from './catalog.ts'
import { couponId, createOnce, isMissing, isRefusal, unlessRefused } from './client.ts'
import { endedHere, idOf, isForgiven, subscriptionState } from './states.ts'
import { taxRateId } from './tax.ts'

/** The hour, in the shop's time zone, of a moved charge: far from midnight, so that it stays on its day. */
const chargeHour = 12
/** Seconds: a trial has to end in the future. */
const soon = 3600

/** The shop's clock and its IANA time zone. */
export type Clock = { now: () => Date; timeZone: string }

/**
 * Creates the subscription that renews an item whose first term is paid. It starts as a trial until the next charge, so
 * that nothing is charged twice (stripe.md §3). An existing one is found by metadata: Stripe forgets keys after a day.
 */
export async function subscribe(
  stripe: Stripe,
  catalog: Catalog,
  clock: Clock,
  input: NewSubscription,
): Promise<string> {
  const { checkoutId, customerId, item, tax } = input
  const find = () => findByItem(stripe, customerId, checkoutId, item.id)
  const found = await find()
  if (found) return found.id
  const off = item.renewalDiscountCents
  const discounts = off > 0 ? [{ coupon: await couponId(stripe, off, 'forever') }] : undefined
  const rates = tax.ratePercent ? [await taxRateId(stripe, tax.ratePercent, stateOfQuote(tax))] : undefined
  const method = await paymentMethodOf(stripe, input.intentId)
  const subscription = await createOnce({
    key: `s:${checkoutId}:${item.id}`,
    find,
    create: (options) =>
      withPrice(catalog, item, (price) =>
        stripe.subscriptions.create(
          {
            customer: customerId,
            items: [{ price }],
            default_payment_method: method,
            trial_end: chargeInstant(input.nextChargeOn, clock),
            off_session: true,
            payment_behavior: 'error_if_incomplete',
            // If a member pays with another card on the provider's page, later terms use that card.
            payment_settings: { save_default_payment_method: 'on_subscription' },
            ...(rates ? { default_tax_rates: rates } : {}),
            ...(discounts ? { discounts } : {}),
            metadata: { checkout_id: checkoutId, item: item.id },
          },
          options,
        ),
      ),
  })
  return subscription.id
}

async function findByItem(stripe: Stripe, customer: string, checkoutId: string, item: string) {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  return data.find(
    (each) =>
      each.metadata.checkout_id === checkoutId &&
      each.metadata.item === item &&
      each.status !== 'incomplete_expired',
  )
}

async function paymentMethodOf(stripe: Stripe, intentId: string): Promise<string> {
  const { payment_method } = intentId.startsWith('seti_')
    ? await stripe.setupIntents.retrieve(intentId)
    : await stripe.paymentIntents.retrieve(intentId)
  const id = idOf(payment_method)
  if (!id) throw new Error(`${intentId} has no payment method to renew with`)
  return id
}

function chargeInstant(day: CalendarDate, { timeZone, now }: Clock): number {
  const seconds = Math.floor(instantAt(day, chargeHour, timeZone).getTime() / 1000)
  return Math.max(seconds, Math.floor(now().getTime() / 1000) + soon)
}

/**
 * No money moves. Without `proration_behavior` none, Stripe would credit the unused time (stripe.md §4).
 * @throws ShopError 'not_possible' if that is too far ahead for Stripe
 */
export async function moveNextCharge(
  stripe: Stripe,
  clock: Clock,
  input: { subscriptionId: string; to: CalendarDate },
): Promise<SubscriptionState> {
  const trial_end = chargeInstant(input.to, clock)
  try {
    return subscriptionState(
      await stripe.subscriptions.update(input.subscriptionId, { trial_end, proration_behavior: 'none' }),
    )
  } catch (error) {
    // The longest trial is two years (docs.stripe.com/api/subscriptions/update#update_subscription-trial_end).
    if (!isRefusal(error) || !/years/.test((error as Error).message)) throw error
    throw new ShopError('not_possible', 'The next charge can be at most two years away.', { cause: error })
  }
}

/**
 * Sets another price from the next term on. A price with another term length starts a new cycle and bills right away,
 * even without proration. A trial until the end of the paid term keeps that end, and nothing is due before
 * (docs/billing/subscriptions/billing-cycle, /change).
 */
export async function setTerms(
  stripe: Stripe,
  catalog: Catalog,
  { subscriptionId, plan, renewalDiscountCents: off }: Parameters<Payments['setTerms']>[0],
) {
  const price = await catalog(plan)
  const { items, schedule } = await stripe.subscriptions.retrieve(subscriptionId)
  const item = items.data[0]!
  const hasPrice = item.price.id === price
  if (hasPrice && off === null) return
  const { interval, interval_count } = item.price.recurring ?? {}
  const isAsLong = interval === 'month' && interval_count === plan.months
  const discounts = off ? [{ coupon: await couponId(stripe, off, 'forever') }] : ('' as const)
  // Only what its code takes off is to change.
  if (hasPrice) return void (await stripe.subscriptions.update(subscriptionId, { discounts }))
  await release(stripe, schedule)
  await withPrice(catalog, plan, (good) =>
    stripe.subscriptions.update(subscriptionId, {
      items: [{ id: item.id, price: good }],
      proration_behavior: 'none',
      ...(off === null ? {} : { discounts }),
      ...(isAsLong ? {} : { trial_end: item.current_period_end }),
    }),
  )
}

export async function setRenewing(
  stripe: Stripe,
  subscriptionId: string,
  renews: boolean,
): Promise<SubscriptionState> {
  // An end date that someone set at Stripe has to be cleared separately.
  const { cancel_at, cancel_at_period_end, schedule } = await stripe.subscriptions.retrieve(subscriptionId)
  await release(stripe, schedule)
  const isDay = renews && cancel_at !== null && !cancel_at_period_end
  return subscriptionState(
    await stripe.subscriptions.update(subscriptionId, {
      ...(isDay ? { cancel_at: '' as const } : { cancel_at_period_end: !renews }),
      cancellation_details: { comment: renews ? '' : endedHere },
    }),
  )
}

/**
 * Takes back the changes that someone scheduled at Stripe for later terms: while there are any, Stripe refuses to set an end
 * (docs.stripe.com/api/subscription_schedules/release), and they'd replace a plan chosen here.
 */
async function release(stripe: Stripe, schedule: Stripe.Subscription['schedule']) {
  const id = idOf(schedule)
  // It may have ended between the calls.
  if (id) await unlessRefused(() => stripe.subscriptionSchedules.release(id))
}

/** Metadata key: the pause is this shop's. */
const pausedHere = 'belt_club_pause'

/**
 * Stops or resumes charging: what the bank is investigating isn't charged again. Stripe voids the bills that come due while
 * paused, but still collects those made before (docs.stripe.com/billing/subscriptions/pause-payment): a draft is voided
 * here, and an unpaid one isn't tried again until charging resumes. A pause that someone set at Stripe stays, and so do the
 * drafts that it keeps.
 */
export async function pauseCharging(stripe: Stripe, subscriptionId: string, isPaused: boolean) {
  const { status, pause_collection, metadata } = await stripe.subscriptions.retrieve(subscriptionId)
  if (status === 'canceled' || status === 'incomplete_expired') return
  if (isPaused && pause_collection === null)
    await stripe.subscriptions.update(subscriptionId, {
      pause_collection: { behavior: 'void' },
      metadata: { [pausedHere]: 'dispute' },
    })
  if (!isPaused && metadata[pausedHere])
    await stripe.subscriptions.update(subscriptionId, {
      pause_collection: '',
      metadata: { [pausedHere]: '' },
    })
  if (isPaused) await voidBills(stripe, subscriptionId, 'draft', (bill) => bill.auto_advance !== false)
  const open = { subscription: subscriptionId, status: 'open', limit: 100 } as const
  for await (const { id, auto_advance } of stripe.invoices.list(open))
    if (auto_advance === isPaused)
      // Paid between the two calls.
      await unlessRefused(() => stripe.invoices.update(id, { auto_advance: !isPaused }))
}

/**
 * Ends a subscription; it may already have ended or be gone. Stripe leaves unpaid bills payable on their page, also those it
 * gave up, so they're voided, or someone would pay for a membership that is over.
 */
export async function endSubscription(stripe: Stripe, subscriptionId: string) {
  await endWhere(stripe, subscriptionId, (status) => status !== 'canceled' && status !== 'incomplete_expired')
  // One that a person wrote off stays so in the owner's records; paid after all, it buys its belts.
  for (const status of ['open', 'draft', 'uncollectible'] as const)
    await voidBills(stripe, subscriptionId, status, (bill) => !isForgiven(bill))
}

async function voidBills(
  stripe: Stripe,
  subscriptionId: string,
  status: 'open' | 'draft' | 'uncollectible',
  isMeant: (bill: Stripe.Invoice) => boolean,
) {
  for await (const bill of stripe.invoices.list({ subscription: subscriptionId, status, limit: 100 })) {
    const { id } = bill
    if (!isMeant(bill)) continue
    // A draft can only be voided once it's finalized; without auto_advance it isn't charged. Any may be paid or voided
    // between the calls.
    if (status === 'draft')
      await unlessRefused(() => stripe.invoices.finalizeInvoice(id, { auto_advance: false }))
    await unlessRefused(() => stripe.invoices.voidInvoice(id))
  }
}

/** Ends a subscription whose first payment is open; if it was paid meanwhile, it continues. */
export async function endUnpaid(stripe: Stripe, subscriptionId: string) {
  await endWhere(stripe, subscriptionId, (status) => status === 'incomplete')
}

async function endWhere(
  stripe: Stripe,
  subscriptionId: string,
  isMeant: (status: Stripe.Subscription.Status) => boolean,
) {
  try {
    const { status } = await stripe.subscriptions.retrieve(subscriptionId)
    if (isMeant(status))
      await stripe.subscriptions.cancel(subscriptionId, { cancellation_details: { comment: endedHere } })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
