import type Stripe from 'stripe'
import type { BalanceState, ChargeState, Page } from '../../shop/payment-states.ts'
import type { Payments } from '../../shop/payments.ts'
import { ask, isRefusal } from './client.ts'
import { disputeState, refundState } from './refunds.ts'
import { dateOf, idOf, subscriptionState } from './states.ts'

/** Everything of one kind, page by page, newest first (docs.stripe.com/api/pagination). */
export function listings(
  stripe: Stripe,
): Pick<Payments, 'listCharges' | 'listRefunds' | 'listDisputes' | 'listSubscriptions' | 'listBalance'> {
  return {
    listCharges: (after) => ask(async () => pageOf(await stripe.charges.list(pageAfter(after)), chargeState)),
    listRefunds: (after) => ask(async () => pageOf(await stripe.refunds.list(pageAfter(after)), refundState)),
    listDisputes: (after, payment_intent) =>
      ask(async () =>
        pageOf(
          await stripe.disputes.list({ ...pageAfter(after), ...(payment_intent && { payment_intent }) }),
          disputeState,
        ),
      ),
    listSubscriptions: (after, customer) =>
      ask(async () =>
        pageOf(
          await stripe.subscriptions.list({
            ...pageAfter(after),
            status: 'all',
            ...(customer && { customer }),
          }),
          subscriptionState,
        ),
      ),
    listBalance: (after, payout) =>
      ask(async () => {
        try {
          const list = { ...pageAfter(after), ...(payout && { payout }) }
          return pageOf(await stripe.balanceTransactions.list(list), balanceState)
        } catch (error) {
          // Stripe doesn't say what a payout made by hand consists of.
          if (!payout || !isRefusal(error)) throw error
          return { objects: [], next: null }
        }
      }),
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

function balanceState(moved: Stripe.BalanceTransaction): BalanceState {
  return {
    id: moved.id,
    category: moved.reporting_category,
    ...{ amountCents: moved.amount, feeCents: moved.fee },
    sourceId: idOf(moved.source as string | { id: string } | null),
    description: moved.description,
  }
}

function chargeState(charge: Stripe.Charge): ChargeState {
  return {
    chargeId: charge.id,
    intentId: idOf(charge.payment_intent),
    isPaid: charge.status === 'succeeded' && charge.captured,
    totalCents: charge.amount_captured,
    backCents: charge.amount_refunded,
    isDisputed: charge.disputed,
  }
}
