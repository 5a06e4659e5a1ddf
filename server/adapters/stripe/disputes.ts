import type Stripe from 'stripe'
import { ShopError } from '../../../domain/errors.ts'
import type { DisputeState, FraudWarningState } from '../../shop/payment-states.ts'
import type { DisputeEvidence } from '../../shop/payments.ts'
import { isRefusal } from './client.ts'
import { dateOf, idOf } from './states.ts'

const states: Partial<Record<string, DisputeState['state']>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  won: 'won',
  lost: 'lost',
  // The card network refunded the payment before it became a dispute.
  prevented: 'lost',
}

export function disputeState(dispute: Stripe.Dispute): DisputeState {
  const { due_by: dueBy, has_evidence, submission_count } = dispute.evidence_details
  return {
    disputeId: dispute.id,
    intentId: idOf(dispute.payment_intent),
    state: states[dispute.status] ?? 'open',
    amountCents: dispute.amount,
    reason: dispute.reason,
    dueBy: dispute.status.endsWith('needs_response') && dueBy ? dateOf(dueBy) : null,
    answer: submission_count > 0 ? 'submitted' : has_evidence ? 'staged' : null,
  }
}

/** docs.stripe.com/api/disputes/update: without `submit`, Stripe keeps it as a draft. */
export async function stageEvidence(stripe: Stripe, id: string, evidence: DisputeEvidence) {
  await refusing(() => stripe.disputes.update(id, { evidence, submit: false }))
}

export async function submitEvidence(stripe: Stripe, id: string) {
  await refusing(() => stripe.disputes.update(id, { submit: true }))
}

async function refusing(update: () => Promise<unknown>) {
  try {
    await update()
  } catch (error) {
    if (isRefusal(error)) throw new ShopError('not_possible', (error as Error).message, { cause: error })
    throw error
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
