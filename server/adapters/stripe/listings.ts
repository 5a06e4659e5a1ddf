import type Stripe from 'stripe'
import type { ChargeState, Page, Payments } from '../../shop/payments.ts'
import { ask } from './client.ts'
import { disputeState } from './disputes.ts'
import { refundState } from './refunds.ts'
import { dateOf, idOf, subscriptionState } from './states.ts'

/** Everything of a kind, a page at a time, newest first (docs.stripe.com/api/pagination). */
export function listings(
  stripe: Stripe,
): Pick<Payments, 'listCharges' | 'listRefunds' | 'listDisputes' | 'listSubscriptions'> {
  return {
    listCharges: (after) => ask(async () => pageOf(await stripe.charges.list(pageAfter(after)), chargeState)),
    listRefunds: (after) => ask(async () => pageOf(await stripe.refunds.list(pageAfter(after)), refundState)),
    listDisputes: (after) =>
      ask(async () => pageOf(await stripe.disputes.list(pageAfter(after)), disputeState)),
    listSubscriptions: (after) =>
      ask(async () =>
        pageOf(await stripe.subscriptions.list({ ...pageAfter(after), status: 'all' }), subscriptionState),
      ),
  }
}

const pageAfter = (after: string | null) => ({ limit: 100, ...(after && { starting_after: after }) })

function pageOf<Item extends { id: string; created: number }, State>(
  { data, has_more }: Stripe.ApiList<Item>,
  read: (item: Item) => State,
): Page<State> {
  return {
    objects: data.map((item) => ({ ...read(item), createdAt: dateOf(item.created) })),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
  }
}

function chargeState(charge: Stripe.Charge): ChargeState {
  return {
    chargeId: charge.id,
    intentId: idOf(charge.payment_intent),
    isPaid: charge.status === 'succeeded' && charge.captured,
    totalCents: charge.amount_captured,
    backCents: charge.amount_refunded,
  }
}
