import type Stripe from 'stripe'
import { asksShop, type DisputeStatus, disputeStatuses, stageOf } from '../../../domain/dispute.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { DisputeState, FraudWarningState, RefundState } from '../../shop/payment-states.ts'
import type { DisputeEvidence, NewRefund } from '../../shop/payments.ts'
import { createOnce, isRefusal, unlessRefused } from './client.ts'
import { dateOf, idOf } from './states.ts'

/**
 * Refunds a payment. Asked again for the same refund, even after a day, it returns that one.
 * @throws ShopError 'not_possible' with Stripe's message: already refunded, too old, or, with the reason 'disputed', the bank
 *   is examining the payment or has given it back
 */
export async function refund(stripe: Stripe, input: NewRefund): Promise<RefundState> {
  const find = async () => {
    for await (const each of stripe.refunds.list({ payment_intent: input.intentId, limit: 100 })) {
      const isOurs = each.metadata?.refund_id === input.id
      if (isOurs && Number(each.metadata?.attempt ?? 0) === input.attempt) return each
    }
    return undefined
  }
  const again = input.attempt > 0 ? `:${input.attempt}` : ''
  try {
    const made =
      (await find()) ??
      (await createOnce({
        key: `r:${input.id}${again}`,
        find,
        create: (options) =>
          stripe.refunds.create(
            {
              payment_intent: input.intentId,
              amount: input.totalCents,
              reason: 'requested_by_customer',
              metadata: { refund_id: input.id, ...(again ? { attempt: input.attempt } : {}) },
            },
            options,
          ),
      }))
    return refundState(made)
  } catch (error) {
    if (isRefusal(error)) {
      const { code, message } = error as Stripe.errors.StripeError
      const why = code === 'charge_disputed' ? { details: { reason: 'disputed' } } : {}
      throw new ShopError('not_possible', message, { ...why, cause: error })
    }
    throw error
  }
}

export async function fetchRefund(stripe: Stripe, id: string): Promise<RefundState> {
  return refundState(await stripe.refunds.retrieve(id))
}

/** Credits a customer with what an invoice took from their balance; a customer deleted at Stripe has none. */
export async function returnBalance(
  stripe: Stripe,
  { invoiceId, cents }: { invoiceId: string; cents: number },
): Promise<void> {
  const customer = idOf((await stripe.invoices.retrieve(invoiceId)).customer)
  if (!customer) return
  const find = async () => {
    for await (const each of stripe.customers.listBalanceTransactions(customer, { limit: 100 }))
      if (each.metadata?.returned_invoice === invoiceId) return each
    return undefined
  }
  const input: Stripe.CustomerCreateBalanceTransactionParams = {
    ...{ amount: -cents, currency: 'usd', metadata: { returned_invoice: invoiceId } },
    description: 'Put back: it paid a bill by mistake',
  }
  const create = (options: { idempotencyKey: string }) =>
    stripe.customers.createBalanceTransaction(customer, input, options)
  await unlessRefused(async () => (await find()) ?? createOnce({ key: `balance:${invoiceId}`, find, create }))
}

/** The bill that a payment paid; null: none. */
export async function invoiceOf(stripe: Stripe, intentId: string): Promise<string | null> {
  const payment = { type: 'payment_intent' as const, payment_intent: intentId }
  const { data } = await stripe.invoicePayments.list({ payment, limit: 1 })
  return idOf(data[0]?.invoice as string | { id: string } | undefined)
}

const statuses: Partial<Record<string, RefundState['status']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

export function refundState(refund: Stripe.Refund): RefundState {
  return {
    refundId: refund.id,
    status: statuses[refund.status ?? ''] ?? 'pending',
    intentId: idOf(refund.payment_intent),
    totalCents: refund.amount,
    ourId: refund.metadata?.refund_id ?? null,
    madeAt: dateOf(refund.created),
    isForFraud: refund.reason === 'fraudulent',
  }
}

/** The values of an enum that the SDK knows by name; it admits others, too. */
export type Known<Value> = Value extends string ? (string extends Value ? never : Value) : never

// Doesn't compile once the SDK knows a status that the shop doesn't.
const ours = (status: Known<Stripe.Dispute.Status>): DisputeStatus => status

function statusOf(status: Stripe.Dispute.Status): DisputeStatus {
  if (disputeStatuses.some((each) => each === status)) return ours(status as Known<Stripe.Dispute.Status>)
  // A newer one: boxes and charges wait, and if its name says that an answer is awaited, the owner is asked for it.
  return status.endsWith('needs_response') ? 'needs_response' : 'under_review'
}

export function disputeState(dispute: Stripe.Dispute): DisputeState {
  const { due_by: dueBy, has_evidence, submission_count } = dispute.evidence_details
  const status = statusOf(dispute.status)
  return {
    disputeId: dispute.id,
    intentId: idOf(dispute.payment_intent),
    ...{ state: stageOf(status), status },
    amountCents: dispute.amount,
    reason: dispute.reason,
    dueBy: asksShop(status) && dueBy ? dateOf(dueBy) : null,
    answer: submission_count > 0 && !asksShop(status) ? 'submitted' : has_evidence ? 'staged' : null,
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
