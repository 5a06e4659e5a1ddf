import type Stripe from 'stripe'
import type { DisputeState, NewRefund, RefundState } from '../../shop/payments.ts'
import { createOnce } from './client.ts'
import { idOf } from './states.ts'

/** Gives money back; the same refund asked again, also after a day, is the same refund. */
export async function refund(stripe: Stripe, input: NewRefund): Promise<RefundState> {
  const find = async () => {
    for await (const each of stripe.refunds.list({ payment_intent: input.intentId, limit: 100 })) {
      if (each.metadata?.refund_id === input.id) return each
    }
    return undefined
  }
  const made =
    (await find()) ??
    (await createOnce({
      key: `r:${input.id}`,
      find,
      create: (options) =>
        stripe.refunds.create(
          {
            payment_intent: input.intentId,
            amount: input.totalCents,
            reason: 'requested_by_customer',
            metadata: { refund_id: input.id },
          },
          options,
        ),
    }))
  return refundState(made)
}

const statuses: Partial<Record<string, RefundState['status']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

export function refundState(refund: Stripe.Refund): RefundState {
  return { refundId: refund.id, status: statuses[refund.status ?? ''] ?? 'pending' }
}

export function disputeState(dispute: Stripe.Dispute): DisputeState {
  return {
    disputeId: dispute.id,
    intentId: idOf(dispute.payment_intent),
    isOpen: !['won', 'lost', 'warning_closed', 'prevented'].includes(dispute.status),
    isLost: dispute.status === 'lost',
  }
}
