import { type CardAnswer, type CardAttempt, judgeCard } from './card.ts'
import { disputeIfCardDoes, recordCharge } from './charge.ts'
import { emit } from './event.ts'
import { invoiceFailed, invoicePaid } from './invoice-outcome.ts'
import { paymentOfIntent } from './invoice-payment.ts'
import type { PaymentIntent } from './payment-intent.ts'
import { attach, type PaymentMethod } from './payment-method.ts'
import { commitHookedTax } from './tax-transaction.ts'
import type { World } from './world.ts'

export type Attempt = Pick<CardAttempt, 'presence' | 'authentication'>

/** What the bank would say now, without requesting the money. */
export function foresee(world: World, method: PaymentMethod, attempt: Attempt): CardAnswer {
  return judgeCard(world.cardNumbers.get(method.id) ?? '', {
    purpose: 'charge',
    ...attempt,
    wasAuthenticated: world.authenticated.has(method.id),
  })
}

export const threeDSecure = {
  type: 'use_stripe_sdk' as const,
  use_stripe_sdk: { type: 'three_d_secure_redirect' as const },
}

/** Stripe's error object for a declined card. */
export function cardError(answer: CardAnswer & { kind: 'declined' }): {
  type: string
  code: string
  message: string
} & Record<string, unknown> {
  return {
    type: answer.code.endsWith('authentication_failure') ? 'invalid_request_error' : 'card_error',
    code: answer.code,
    ...(answer.declineCode ? { decline_code: answer.declineCode } : {}),
    message: answer.message,
  }
}

/** Tries to charge a payment to this card, with every consequence Stripe gives it. */
export function attemptPayment(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  attempt: Attempt,
): CardAnswer {
  const answer = foresee(world, method, attempt)
  const link = paymentOfIntent(world, intent.id)
  const invoice = link && world.invoices.get(link.invoice)
  const needsOwner = answer.kind === 'declined' && answer.code === 'authentication_required'
  if (answer.kind === 'asks' || (needsOwner && invoice)) {
    intent.status = 'requires_action'
    intent.next_action = threeDSecure
    intent.payment_method = method.id
    emit(world, 'payment_intent.requires_action', intent)
    if (invoice) emit(world, 'invoice.payment_action_required', invoice)
    if (invoice && needsOwner) invoiceFailed(world, invoice)
    return answer
  }
  intent.next_action = null
  if (answer.kind === 'declined') {
    const isCharge = !answer.code.endsWith('authentication_failure')
    const charge = isCharge ? recordCharge(world, intent, method, answer) : null
    intent.status = 'requires_payment_method'
    intent.payment_method = null
    intent.last_payment_error = {
      ...cardError(answer),
      ...(charge ? { charge: charge.id } : {}),
      payment_method: structuredClone(method),
    }
    emit(world, 'payment_intent.payment_failed', intent)
    if (invoice) invoiceFailed(world, invoice)
    return answer
  }
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.payment_method = method.id
  intent.last_payment_error = null
  if (intent.customer && (intent.setup_future_usage || method.customer))
    attach(world, method, intent.customer)
  if (intent.setup_future_usage === 'off_session' && attempt.authentication === 'completed')
    world.authenticated.add(method.id)
  const charge = recordCharge(world, intent, method, null)
  emit(world, 'payment_intent.succeeded', intent)
  commitHookedTax(world, intent)
  if (invoice) invoicePaid(world, invoice, method.id)
  disputeIfCardDoes(world, charge)
  return answer
}
