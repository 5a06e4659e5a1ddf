import type { Charge } from './charge.ts'
import { emit } from './event.ts'
import type { Operations } from './operation.ts'
import { noSuch } from './refusal.ts'
import type { World } from './world.ts'

const noEvidence = Object.fromEntries(
  'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal customer_communication customer_email_address customer_name customer_purchase_ip customer_signature duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy refund_policy_disclosure refund_refusal_explanation service_date service_documentation shipping_address shipping_carrier shipping_date shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text'
    .split(' ')
    .map((name) => [name, null]),
)
const dueInSeconds = 7 * 24 * 3600

function newDispute(world: World, charge: Charge) {
  return {
    id: world.newId('dp'),
    object: 'dispute' as const,
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...noEvidence, enhanced_evidence: {} },
    evidence_details: {
      due_by: world.now() + dueInSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual' as const,
    },
    intended_submission_method: 'manual' as const,
    is_charge_refundable: false,
    livemode: false as const,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response' as 'needs_response' | 'won' | 'lost',
  }
}

export type Dispute = ReturnType<typeof newDispute>

export function openDispute(world: World, charge: Charge): Dispute {
  const dispute = newDispute(world, charge)
  world.disputes.set(dispute.id, dispute)
  charge.disputed = true
  emit(world, 'charge.dispute.created', dispute)
  return dispute
}

/** The bank decides. */
export function closeDispute(world: World, id: string, status: 'won' | 'lost'): Dispute {
  const dispute = world.disputes.get(id)
  if (!dispute) throw noSuch('dispute', id)
  dispute.status = status
  emit(world, 'charge.dispute.closed', dispute)
  return dispute
}

export const disputeOperations: Operations = {
  'GET /v1/disputes/{id}': ({ world, id }) => {
    const dispute = world.disputes.get(id)
    if (!dispute) throw noSuch('dispute', id)
    return dispute
  },
}
