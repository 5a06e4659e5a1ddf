import { moveBalance } from './balance.ts'
import { refundFailsLater, refundIsPending } from './card.ts'
import type { Charge } from './charge.ts'
import { emit } from './event.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import { type CreatedRange, isCreatedIn, listed, type Operations } from './operation.ts'
import { intentOf } from './payment-intent.ts'
import { invalidRequest, noSuch } from './refusal.ts'
import type { World } from './world.ts'

type RefundParams = {
  amount?: number
  charge?: string
  payment_intent?: string
  metadata?: Metadata
  reason?: string
}

function newRefund(world: World, charge: Charge, amount: number, params: RefundParams) {
  const isPending = world.cardNumbers.get(charge.payment_method ?? '') === refundIsPending
  return {
    id: world.newId('re'),
    object: 'refund' as const,
    amount,
    balance_transaction: world.newId('txn'),
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { type: 'refund' as const }, type: 'card' },
    failure_reason: undefined as string | undefined,
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending ? ('pending' as RefundStatus) : ('succeeded' as RefundStatus),
    transfer_reversal: null,
  }
}

type RefundStatus = 'pending' | 'succeeded' | 'failed'
export type Refund = ReturnType<typeof newRefund>

function chargeToRefund(world: World, params: RefundParams): Charge {
  const { charge, payment_intent } = params
  if ((charge === undefined) === (payment_intent === undefined))
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  if (charge !== undefined) {
    const found = world.charges.get(charge)
    if (!found) throw noSuch('charge', charge, 'charge')
    return found
  }
  const intent = intentOf(world, payment_intent!, 'payment_intent')
  const found = world.charges.get(intent.latest_charge ?? '')
  if (intent.status !== 'succeeded' || !found)
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    })
  return found
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

export function refundOfCharge(world: World, params: RefundParams): Refund {
  const charge = chargeToRefund(world, params)
  const left = charge.amount - charge.amount_refunded
  const amount = params.amount ?? left
  // During an inquiry the money is still here, and a refund resolves it (docs.stripe.com/disputes/how-disputes-work).
  const isWithBank = [...world.disputes.values()].some(
    ({ charge: of, status }) => of === charge.id && status !== 'won' && !status.startsWith('warning'),
  )
  if (isWithBank)
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  if (amount < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    )
  const refund = newRefund(world, charge, amount, params)
  world.refunds.set(refund.id, refund)
  const { id: source, balance_transaction: id } = refund
  moveBalance(world, { id, type: 'refund', category: 'refund', amount: -amount, fee: 0, source })
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  emit(world, 'charge.refunded', charge)
  emit(world, 'refund.created', refund)
  return refund
}

/** Seconds until the bank settles the refunds of the two test numbers that don't settle right away. */
export const refundSettlesAfter = 3600

export function isUnsettled(world: World, refund: Refund): boolean {
  if (refund.status === 'pending') return true
  const number = world.cardNumbers.get(refund.payment_method ?? '')
  return refund.status === 'succeeded' && number === refundFailsLater
}

/** The bank's final word: a pending refund arrives, the other number's comes back; or whatever is given. */
export function settleRefund(
  world: World,
  refund: Refund,
  to: 'succeeded' | 'failed' = refund.status === 'pending' ? 'succeeded' : 'failed',
  reason = 'expired_or_canceled_card',
): void {
  if (to === 'succeeded') refund.status = 'succeeded'
  else {
    refund.status = 'failed'
    refund.failure_reason = reason
    const failed = { type: 'refund_failure', category: 'refund_failure', amount: refund.amount, fee: 0 }
    moveBalance(world, { ...failed, id: world.newId('txn'), source: refund.id })
    const charge = world.charges.get(refund.charge)
    if (charge) {
      charge.amount_refunded -= refund.amount
      charge.refunded = false
    }
  }
  emit(world, 'refund.updated', refund)
  if (refund.status === 'failed') emit(world, 'refund.failed', refund)
}

type ListParams = { charge?: string; payment_intent?: string; created?: CreatedRange }

export const refundOperations: Operations = {
  'POST /v1/refunds': ({ world, params }: { world: World; params: RefundParams }) =>
    refundOfCharge(world, params),
  'GET /v1/refunds/{id}': ({ world, id }) => {
    const refund = world.refunds.get(id)
    if (!refund) throw noSuch('refund', id)
    return refund
  },
  'GET /v1/refunds': ({ world, params }: { world: World; params: ListParams }) =>
    listed(
      [...world.refunds.values()].filter(
        (refund) =>
          (params.charge === undefined || refund.charge === params.charge) &&
          (params.payment_intent === undefined || refund.payment_intent === params.payment_intent) &&
          isCreatedIn(params.created, refund.created),
      ),
    ),
}
