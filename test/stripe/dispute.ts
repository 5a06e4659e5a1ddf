import { type BalanceTransaction, moveBalance } from './balance.ts'
import type { Charge } from './charge.ts'
import { emit } from './event.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import { type CreatedRange, isCreatedIn, listed, type Operations } from './operation.ts'
import { settleRefund } from './refund.ts'
import { invalidRequest, noSuch } from './refusal.ts'
import type { World } from './world.ts'

const noEvidence = Object.fromEntries(
  'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal customer_communication customer_email_address customer_name customer_purchase_ip customer_signature duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy refund_policy_disclosure refund_refusal_explanation service_date service_documentation shipping_address shipping_carrier shipping_date shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text'
    .split(' ')
    .map((name) => [name, null]),
)
const dueInSeconds = 7 * 24 * 3600

function newDispute(world: World, charge: Charge, amount?: number) {
  return {
    id: world.newId('dp'),
    object: 'dispute' as const,
    // A part of it, or all, is disputed (docs.stripe.com/disputes/how-disputes-work "Disputed amount").
    amount: amount ?? charge.amount - charge.amount_refunded,
    // docs.stripe.com/api/disputes/object: what was withdrawn and reinstated because of it.
    balance_transactions: [] as BalanceTransaction[],
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...noEvidence, enhanced_evidence: {} } as Record<string, unknown>,
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
    metadata: {} as Metadata,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response' as DisputeStatus,
  }
}

type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'appeal_needs_response'
  | 'appeal_under_review'
  | 'won'
  | 'lost'
  | 'prevented'

export type Dispute = ReturnType<typeof newDispute>

export function openDispute(
  world: World,
  charge: Charge,
  status: DisputeStatus = 'needs_response',
  amount?: number,
): Dispute {
  // docs.stripe.com/refunds "Handle failed refunds"
  for (const refund of world.refunds.values())
    if (refund.charge === charge.id && refund.status === 'pending' && !status.startsWith('warning'))
      settleRefund(world, refund, 'failed', 'charge_for_pending_refund_disputed')
  const dispute = { ...newDispute(world, charge, amount), status }
  world.disputes.set(dispute.id, dispute)
  charge.disputed = true
  if (!status.startsWith('warning')) takeMoney(world, dispute)
  emit(world, 'charge.dispute.created', dispute)
  return dispute
}

// The money and a $15 fee leave when it begins; if won, only the money comes back
// (docs.stripe.com/disputes/how-disputes-work).
function takeMoney(world: World, dispute: Dispute) {
  moveDisputed(world, dispute, { category: 'dispute', amount: -dispute.amount, fee: 1500 })
  emit(world, 'charge.dispute.funds_withdrawn', dispute)
}

function returnMoney(world: World, dispute: Dispute) {
  moveDisputed(world, dispute, { category: 'dispute_reversal', amount: dispute.amount, fee: 0 })
  emit(world, 'charge.dispute.funds_reinstated', dispute)
}

function moveDisputed(
  world: World,
  dispute: Dispute,
  moved: { category: string; amount: number; fee: number },
) {
  const id = world.newId('txn')
  moveBalance(world, { ...moved, id, type: 'adjustment', source: dispute.id })
  dispute.balance_transactions.push(world.balance.get(id)!)
}

/** Whether the bank has the money. */
const isAway = (dispute: Dispute) =>
  dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0

function newWarning(world: World, charge: Charge) {
  return {
    id: world.newId('issfr'),
    object: 'radar.early_fraud_warning' as const,
    actionable: true,
    charge: charge.id,
    created: world.now(),
    fraud_type: 'made_with_stolen_card',
    livemode: false as const,
    payment_intent: charge.payment_intent,
  }
}

export type FraudWarning = ReturnType<typeof newWarning>

/** A bank's fraud warning: `actionable` while a refund can still avoid the dispute. */
export function warnOfFraud(world: World, charge: Charge): FraudWarning {
  const warning = newWarning(world, charge)
  world.fraudWarnings.set(warning.id, warning)
  emit(world, 'radar.early_fraud_warning.created', warning)
  return warning
}

/** An inquiry becomes a dispute over money. */
export function escalateDispute(world: World, id: string): void {
  moveDispute(world, id, 'needs_response')
}

const decided: DisputeStatus[] = ['won', 'lost', 'prevented', 'warning_closed']

/** The bank decides. */
export function closeDispute(world: World, id: string, status: DisputeStatus): Dispute {
  return moveDispute(world, id, status)
}

/**
 * Any status after any other: an appeal of a lost dispute, one that was won and is opened again. The money goes where it must
 * be: with the bank from the first dispute to a decision for the shop, and in the balance else.
 */
export function moveDispute(world: World, id: string, status: DisputeStatus): Dispute {
  const dispute = world.disputes.get(id)
  if (!dispute) throw noSuch('dispute', id)
  dispute.status = status
  if (awaitsAnswer.includes(status))
    Object.assign(dispute.evidence_details, {
      ...{ due_by: world.now() + dueInSeconds, has_evidence: false, past_due: false, submission_count: 0 },
    })
  const mustBeAway = status !== 'won' && !status.startsWith('warning')
  if (mustBeAway && !isAway(dispute)) takeMoney(world, dispute)
  if (!mustBeAway && isAway(dispute)) returnMoney(world, dispute)
  emit(world, decided.includes(status) ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute)
  return dispute
}

type UpdateParams = { evidence?: Record<string, string>; metadata?: Metadata | ''; submit?: boolean }

const awaitsAnswer: DisputeStatus[] = ['needs_response', 'warning_needs_response', 'appeal_needs_response']

// docs.stripe.com/api/disputes/update: sent to the bank right away unless `submit` is false; can be sent once; at most
// 150,000 characters in total, 20,000 per field.
function update(world: World, id: string, { evidence = {}, submit = true, metadata }: UpdateParams): Dispute {
  const dispute = world.disputes.get(id)
  if (!dispute) throw noSuch('dispute', id)
  const details = dispute.evidence_details
  if (!awaitsAnswer.includes(dispute.status) || details.submission_count > 0 || details.due_by <= world.now())
    throw invalidRequest('This dispute is already closed, or its evidence was submitted.')
  const long = Object.entries(evidence).find(([, text]) => text.length > 20_000)
  if (long) throw invalidRequest('Evidence is too long.', { param: `evidence[${long[0]}]` })
  Object.assign(dispute.evidence, evidence)
  if (Object.keys(evidence).length > 0) details.has_evidence = true
  dispute.metadata = mergeMetadata(dispute.metadata, metadata)
  if (submit) {
    details.submission_count += 1
    dispute.status = dispute.status.replace('needs_response', 'under_review') as DisputeStatus
  }
  emit(world, 'charge.dispute.updated', dispute)
  return dispute
}

type ListParams = { charge?: string; created?: CreatedRange; payment_intent?: string }

export const disputeOperations: Operations = {
  'GET /v1/disputes': ({ world, params }: { world: World; params: ListParams }) =>
    listed(
      [...world.disputes.values()].filter(
        (dispute) =>
          (params.charge === undefined || dispute.charge === params.charge) &&
          (params.payment_intent === undefined || dispute.payment_intent === params.payment_intent) &&
          isCreatedIn(params.created, dispute.created),
      ),
    ),
  'POST /v1/disputes/{id}': ({ world, id, params }: { world: World; id: string; params: UpdateParams }) =>
    update(world, id, params),
  'GET /v1/disputes/{id}': ({ world, id }) => {
    const dispute = world.disputes.get(id)
    if (!dispute) throw noSuch('dispute', id)
    return dispute
  },
  'GET /v1/radar/early_fraud_warnings/{id}': ({ world, id }) => {
    const warning = world.fraudWarnings.get(id)
    if (!warning) throw noSuch('early_fraud_warning', id)
    return warning
  },
}
