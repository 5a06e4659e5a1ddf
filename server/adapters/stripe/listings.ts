import type Stripe from 'stripe'
import { kindOfCategory, type MovementKind } from '../../../domain/movement.ts'
import type { BalanceState, ChargeState, Page } from '../../shop/payment-states.ts'
import type { Payments } from '../../shop/payments.ts'
import { ask, isRefusal } from './client.ts'
import { disputeState, type Known, refundState } from './refunds.ts'
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
          const list = { ...pageAfter(after), expand: ['data.source'], ...(payout && { payout }) }
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

/**
 * What a movement of each type is (docs.stripe.com/reports/balance-transaction-types). 'ask': several things have this type,
 * and the reporting category says which.
 */
const kinds: Record<Known<Stripe.BalanceTransaction.Type>, MovementKind | 'ask'> = {
  adjustment: 'ask',
  charge: 'charge',
  payment: 'charge',
  payment_failure_refund: 'charge',
  payment_reversal: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payout: 'payout',
  payout_cancel: 'payout',
  payout_failure: 'payout',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  application_fee: 'other',
  application_fee_refund: 'other',
  payment_network_reserve_hold: 'held',
  payment_network_reserve_release: 'held',
  payout_minimum_balance_hold: 'held',
  payout_minimum_balance_release: 'held',
  reserve_hold: 'held',
  reserve_release: 'held',
  reserve_transaction: 'held',
  reserved_funds: 'held',
  // Loans, donations, issued cards, other accounts and more: the owner says what they are.
  advance: 'other',
  advance_funding: 'other',
  anticipation_repayment: 'other',
  climate_order_purchase: 'other',
  climate_order_refund: 'other',
  connect_collection_transfer: 'other',
  contribution: 'other',
  fee_credit_funding: 'other',
  issuing_authorization_hold: 'other',
  issuing_authorization_release: 'other',
  issuing_dispute: 'other',
  issuing_dispute_provisional_credit: 'other',
  issuing_dispute_provisional_credit_reversal: 'other',
  inbound_transfer: 'other',
  inbound_transfer_reversal: 'other',
  issuing_transaction: 'other',
  obligation_outbound: 'other',
  obligation_reversal_inbound: 'other',
  payment_unreconciled: 'other',
  stripe_balance_payment_debit: 'other',
  stripe_balance_payment_debit_reversal: 'other',
  tax_fund: 'other',
  topup: 'other',
  topup_reversal: 'other',
  transfer: 'other',
  transfer_cancel: 'other',
  transfer_failure: 'other',
  transfer_refund: 'other',
}

function balanceState(moved: Stripe.BalanceTransaction): BalanceState {
  const kind = kinds[moved.type as Known<Stripe.BalanceTransaction.Type>] ?? 'other'
  const source = moved.source as
    | (Stripe.BalanceTransactionSource & { payment_intent?: unknown })
    | string
    | null
  return {
    id: moved.id,
    category: moved.reporting_category,
    kind: kind === 'ask' ? kindOfCategory(moved.reporting_category) : kind,
    ...{ amountCents: moved.amount, feeCents: moved.fee },
    sourceId: idOf(source as string | { id: string } | null),
    intentId: typeof source === 'string' ? null : (idOf(source?.payment_intent as string | null) ?? ''),
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
