import type Stripe from 'stripe'
import { type CalendarDate, instantAt } from '../../../domain/calendar-date.ts'
import type { SubscriptionState } from '../../shop/payment-states.ts'
import type { NewSubscription, PlanPrice } from '../../shop/payments.ts'
import { stateOfQuote } from '../../shop/tax-quote.ts'
import { type Catalog, withPrice } from './catalog.ts'
import { couponId, createOnce, isMissing, isRefusal } from './client.ts'
import { endedHere, idOf, subscriptionState } from './states.ts'
import { taxRateId } from './tax.ts'

/** The hour of the shop's day at which a moved charge falls due: far from midnight, so that it stays on its day. */
const chargeHour = 12
/** Seconds: a trial has to end in the future. */
const soon = 3600

/** The shop's clock and the IANA name of its zone. */
export type Clock = { now: () => Date; timeZone: string }

/**
 * The subscription that renews one item whose first term is paid: a trial until then, so that nothing is charged
 * twice (stripe.md §3). One that is there already is found by its metadata, because keys are forgotten after a day.
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
            // Paid on the provider's page with another card, later terms go to that one.
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

/** No money moves: without `proration_behavior` none, the unused time would be credited (stripe.md §4). */
export async function moveNextCharge(
  stripe: Stripe,
  clock: Clock,
  input: { subscriptionId: string; to: CalendarDate },
): Promise<SubscriptionState> {
  return subscriptionState(
    await stripe.subscriptions.update(input.subscriptionId, {
      trial_end: chargeInstant(input.to, clock),
      proration_behavior: 'none',
    }),
  )
}

/**
 * Another price from the next term on. A price of another length begins a new cycle and bills at once, also without
 * proration; a trial to the end of what is paid keeps that end, and nothing is due before it (docs/billing/subscriptions/
 * billing-cycle, /change).
 */
export async function setTerms(
  stripe: Stripe,
  catalog: Catalog,
  { subscriptionId, plan }: { subscriptionId: string; plan: PlanPrice },
) {
  const price = await catalog(plan)
  const { items } = await stripe.subscriptions.retrieve(subscriptionId)
  const item = items.data[0]!
  if (item.price.id === price) return
  const { interval, interval_count } = item.price.recurring ?? {}
  const isAsLong = interval === 'month' && interval_count === plan.months
  await withPrice(catalog, plan, (good) =>
    stripe.subscriptions.update(subscriptionId, {
      items: [{ id: item.id, price: good }],
      proration_behavior: 'none',
      ...(isAsLong ? {} : { trial_end: item.current_period_end }),
    }),
  )
}

export async function setRenewing(
  stripe: Stripe,
  subscriptionId: string,
  renews: boolean,
): Promise<SubscriptionState> {
  // A day that somebody named there has to be taken off itself.
  const { cancel_at, cancel_at_period_end } = await stripe.subscriptions.retrieve(subscriptionId)
  const isDay = renews && cancel_at !== null && !cancel_at_period_end
  return subscriptionState(
    await stripe.subscriptions.update(subscriptionId, {
      ...(isDay ? { cancel_at: '' as const } : { cancel_at_period_end: !renews }),
      cancellation_details: { comment: renews ? '' : endedHere },
    }),
  )
}

/** Bills that fall due while it is paused are made void at once: what the bank examines is not charged again. */
export async function pauseCharging(stripe: Stripe, subscriptionId: string, isPaused: boolean) {
  const { status, pause_collection } = await stripe.subscriptions.retrieve(subscriptionId)
  if (status === 'canceled' || status === 'incomplete_expired') return
  if (isPaused === (pause_collection !== null)) return
  await stripe.subscriptions.update(subscriptionId, {
    pause_collection: isPaused ? { behavior: 'void' } : '',
  })
}

/**
 * One that has ended already, or is gone, is fine. Stripe leaves its unpaid bills open, payable on their page: they are
 * voided, or somebody would pay for a membership that is over.
 */
export async function endSubscription(stripe: Stripe, subscriptionId: string) {
  await endWhere(stripe, subscriptionId, (status) => status !== 'canceled' && status !== 'incomplete_expired')
  for (const status of ['open', 'draft'] as const) {
    for await (const { id } of stripe.invoices.list({ subscription: subscriptionId, status, limit: 100 })) {
      // A draft can only be voided once it is final; without auto_advance nothing is charged for it.
      if (status === 'draft') await stripe.invoices.finalizeInvoice(id, { auto_advance: false })
      await stripe.invoices.voidInvoice(id).catch((error: unknown) => {
        // Paid or voided between the two calls.
        if (!isRefusal(error)) throw error
      })
    }
  }
}

/** Ends one whose first payment is open; one that was paid meanwhile goes on. */
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
