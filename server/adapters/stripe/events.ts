import type Stripe from 'stripe'
import { ShopError } from '../../../domain/errors.ts'
import type { ProviderEvent } from '../../shop/payment-states.ts'
import { dateOf } from './states.ts'

/** Seconds a webhook's timestamp may differ from ours: the library's default (stripe.md §1). */
const tolerance = 300

/** The event types the shop acts on (stripe.md §6, the table). */
export const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'invoice.created',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.updated',
  'payment_method.attached',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
] as const

const kinds: Partial<Record<string, ProviderEvent['about']['kind']>> = {
  payment_intent: 'payment',
  setup_intent: 'setup',
  'checkout.session': 'session',
  invoice: 'invoice',
  subscription: 'subscription',
  refund: 'refund',
  dispute: 'dispute',
  'radar.early_fraud_warning': 'fraud-warning',
  customer: 'customer',
}

/** `events.list` accepts at most this many types. */
const maxTypes = 20

/**
 * Reads a webhook's raw body.
 * @throws ShopError 'invalid_signature' if it isn't from Stripe, is too old, or belongs to the other mode
 */
export async function readEvent(
  stripe: Stripe,
  secret: string,
  mode: 'live' | 'test',
  rawBody: string,
  signature: string,
): Promise<ProviderEvent> {
  let event: Stripe.Event
  try {
    event = await stripe.webhooks.constructEventAsync(rawBody, signature, secret, tolerance)
  } catch (cause) {
    throw new ShopError(
      'invalid_signature',
      'The signature of this event does not fit. Check the webhook secret.',
      {
        cause,
      },
    )
  }
  if (event.livemode !== (mode === 'live')) {
    const other = mode === 'live' ? 'test' : 'live'
    throw new ShopError(
      'invalid_signature',
      `This shop takes payments in ${mode} mode, and this event is of ${other} mode. Set STRIPE_WEBHOOK_SECRET to that of the webhook in ${mode} mode.`,
      { cause: new Error(`${event.id} is of ${other} mode`) },
    )
  }
  return hint(event)
}

/** Events since a time, oldest first (stripe.md §6: 30 days of events can be read again). */
export async function eventsSince(stripe: Stripe, since: Date): Promise<ProviderEvent[]> {
  const found: ProviderEvent[] = []
  for (let first = 0; first < eventTypes.length; first += maxTypes) {
    const list = stripe.events.list({
      created: { gte: Math.floor(since.getTime() / 1000) },
      types: eventTypes.slice(first, first + maxTypes),
      limit: 100,
    })
    for await (const event of list) found.push(hint(event))
  }
  return found.reverse().sort((one, other) => +one.createdAt - +other.createdAt)
}

function hint(event: Stripe.Event): ProviderEvent {
  const object = event.data.object as { id?: string; object?: string; customer?: string | null }
  // An attached, removed or updated card is about its customer, or about the previous one if it was removed.
  if (object.object === 'payment_method') {
    const before = event.data.previous_attributes as { customer?: string } | undefined
    const customer = object.customer ?? before?.customer
    return { ...known(event), about: { kind: customer ? 'customer' : 'other', id: customer ?? '' } }
  }
  return {
    ...known(event),
    about: { kind: kinds[object.object ?? ''] ?? 'other', id: object.id ?? '' },
  }
}

function known(event: Stripe.Event) {
  return { id: event.id, type: event.type, createdAt: dateOf(event.created) }
}
