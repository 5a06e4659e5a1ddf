import type Stripe from 'stripe'
import type { CardState } from '../../shop/payment-states.ts'

/**
 * Metadata key: the id of the card this shop set on the subscription. It isn't set twice, so a change made by hand stays.
 */
const followed = 'belt_club_card'

const living = ['trialing', 'active', 'past_due', 'unpaid', 'paused']

/** The card for a subscription's next charge: its own, else its customer's. */
export async function cardOf(stripe: Stripe, subscriptionId: string): Promise<CardState | null> {
  const { subscription, own, ofCustomer } = await cards(stripe, subscriptionId)
  const card = own ?? ofCustomer
  return card && cardState(card, subscription.metadata[followed] === card.id)
}

/**
 * Stripe's portal makes a new card the customer's default, but a subscription's own default wins
 * (docs.stripe.com/billing/subscriptions/payment-methods-setting). So this sets the customer's card on the subscription.
 * Without a customer default it also takes the newest attached card: while a bill is unpaid, if it was added after the
 * subscription's own card; or if the subscription's own card was removed.
 */
export async function followCard(stripe: Stripe, subscriptionId: string): Promise<CardState | null> {
  const { subscription, own, ofCustomer, customerId } = await cards(stripe, subscriptionId)
  if (!living.includes(subscription.status)) return null
  const isUnpaid = subscription.status === 'past_due' || subscription.status === 'unpaid'
  const newest = ofCustomer === null && (isUnpaid || !own) ? await newestOf(stripe, customerId) : null
  const chosen = ofCustomer ?? (newest && newest.created > (own?.created ?? 0) ? newest : null)
  const known = subscription.metadata[followed]
  if (!chosen || chosen.id === own?.id || (own && chosen.id === known))
    return own && cardState(own, known === own.id)
  await stripe.subscriptions.update(subscriptionId, {
    default_payment_method: chosen.id,
    metadata: { [followed]: chosen.id },
  })
  return cardState(chosen, true)
}

async function cards(stripe: Stripe, subscriptionId: string) {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'],
  })
  const customer = subscription.customer as Stripe.Customer | Stripe.DeletedCustomer
  const settings = customer.deleted ? null : customer.invoice_settings
  return {
    subscription,
    customerId: customer.id,
    own: subscription.default_payment_method as Stripe.PaymentMethod | null,
    ofCustomer: (settings?.default_payment_method ?? null) as Stripe.PaymentMethod | null,
  }
}

async function newestOf(stripe: Stripe, customer: string): Promise<Stripe.PaymentMethod | null> {
  const { data } = await stripe.paymentMethods.list({ customer, limit: 1 })
  return data[0] ?? null
}

function cardState(method: Stripe.PaymentMethod, isChosen: boolean): CardState {
  const { card } = method
  if (!card) return { cardId: method.id, label: titled(method.type), lastMonth: null, isChosen }
  return {
    cardId: method.id,
    label: `${titled(card.display_brand ?? card.brand)} ending ${card.last4}`,
    lastMonth: `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`,
    isChosen,
  }
}

function titled(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
