import type Stripe from 'stripe'
import type { DisputeState, FraudWarningState } from '../../shop/payments.ts'
import { dateOf, idOf } from './states.ts'

const states: Partial<Record<string, DisputeState['state']>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  won: 'won',
  lost: 'lost',
  // The network has given the money back before it became a dispute.
  prevented: 'lost',
}

export function disputeState(dispute: Stripe.Dispute): DisputeState {
  const dueBy = dispute.evidence_details.due_by
  return {
    disputeId: dispute.id,
    intentId: idOf(dispute.payment_intent),
    state: states[dispute.status] ?? 'open',
    amountCents: dispute.amount,
    reason: dispute.reason,
    dueBy: dispute.status.endsWith('needs_response') && dueBy ? dateOf(dueBy) : null,
  }
}

export async function fetchFraudWarning(stripe: Stripe, id: string): Promise<FraudWarningState> {
  const warning = await stripe.radar.earlyFraudWarnings.retrieve(id)
  return {
    warningId: id,
    intentId: idOf(warning.payment_intent),
    kind: warning.fraud_type,
    isOpen: warning.actionable,
  }
}
