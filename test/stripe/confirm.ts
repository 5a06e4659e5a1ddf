import { attemptPayment, cardError, threeDSecure } from './attempt-payment.ts'
import { type CardAnswer, judgeCard } from './card.ts'
import { emit } from './event.ts'
import type { PaymentIntent } from './payment-intent.ts'
import { attach, newPaymentMethod, type PaymentMethod } from './payment-method.ts'
import { invalidRequest, noSuch, StripeRefusal } from './refusal.ts'
import { recordAttempt } from './setup-attempt.ts'
import type { SetupIntent } from './setup-intent.ts'
import type { World } from './world.ts'

export type Confirmation = {
  /** the test number, spaces allowed */
  number: string
  /** typed into the form; becomes part of the payment method */
  email?: string
  /** `confirmParams.receipt_email` */
  receiptEmail?: string
  /** what the buyer does when the bank asks; absent: the bank's question stays open */
  authentication?: 'completed' | 'failed'
}

export type Intents = { paymentIntent: PaymentIntent } | { setupIntent: SetupIntent }
export type Confirmed = Intents & { status: string }

/**
 * What Stripe.js can see of an intent with its client secret.
 * @throws StripeRefusal for a wrong secret
 */
export function retrieveBySecret(world: World, clientSecret: string): Intents {
  const [id = ''] = clientSecret.split('_secret_')
  const paymentIntent = world.paymentIntents.get(id)
  if (paymentIntent?.client_secret === clientSecret) return { paymentIntent: structuredClone(paymentIntent) }
  const setupIntent = world.setupIntents.get(id)
  if (setupIntent?.client_secret === clientSecret) return { setupIntent: structuredClone(setupIntent) }
  const known = paymentIntent ?? setupIntent
  if (known)
    throw invalidRequest(
      `The client_secret provided does not match any associated ${known.object} on this account.`,
      {
        param: 'client_secret',
      },
    )
  throw noSuch(id.startsWith('seti') ? 'setupintent' : 'payment_intent', id, 'intent')
}

/**
 * What Stripe.js does when the buyer pays.
 * @throws StripeRefusal 402 with Stripe's message if the card is declined
 */
export function confirm(world: World, clientSecret: string, confirmation: Confirmation): Confirmed {
  const found = retrieveBySecret(world, clientSecret)
  const answer =
    'paymentIntent' in found
      ? confirmPayment(world, world.paymentIntents.get(found.paymentIntent.id)!, confirmation)
      : confirmSetup(world, world.setupIntents.get(found.setupIntent.id)!, confirmation)
  const after = retrieveBySecret(world, clientSecret)
  const intent = 'paymentIntent' in after ? after.paymentIntent : after.setupIntent
  if (answer.kind === 'declined')
    throw new StripeRefusal(402, {
      ...cardError(answer),
      ...('paymentIntent' in after ? { payment_intent: intent } : { setup_intent: intent }),
    })
  return { ...after, status: intent.status }
}

const open = ['requires_payment_method', 'requires_confirmation', 'requires_action']

function confirmPayment(world: World, intent: PaymentIntent, confirmation: Confirmation): CardAnswer {
  if (!open.includes(intent.status)) throw unexpectedState('PaymentIntent', intent)
  const method = methodFor(world, intent, confirmation)
  if (confirmation.receiptEmail !== undefined) intent.receipt_email = confirmation.receiptEmail
  const { authentication } = confirmation
  return attemptPayment(world, intent, method, { presence: 'on_session', authentication })
}

function confirmSetup(world: World, setup: SetupIntent, confirmation: Confirmation): CardAnswer {
  if (!open.includes(setup.status)) throw unexpectedState('SetupIntent', setup)
  const method = methodFor(world, setup, confirmation)
  const answer = judgeCard(world.cardNumbers.get(method.id) ?? '', {
    purpose: 'setup',
    presence: 'on_session',
    authentication: confirmation.authentication,
    wasAuthenticated: false,
  })
  setup.payment_method = answer.kind === 'declined' ? null : method.id
  setup.next_action = null
  if (answer.kind === 'asks') {
    setup.status = 'requires_action'
    setup.next_action = threeDSecure
    recordAttempt(world, setup, method, 'requires_action')
    emit(world, 'setup_intent.requires_action', setup)
  } else if (answer.kind === 'declined') {
    setup.status = 'requires_payment_method'
    setup.last_setup_error = { ...cardError(answer), payment_method: structuredClone(method) }
    recordAttempt(world, setup, method, 'failed')
    emit(world, 'setup_intent.setup_failed', setup)
  } else {
    setup.status = 'succeeded'
    setup.last_setup_error = null
    recordAttempt(world, setup, method, 'succeeded')
    if (confirmation.authentication === 'completed') world.authenticated.add(method.id)
    if (setup.customer) attach(world, method, setup.customer)
    emit(world, 'setup_intent.succeeded', setup)
    giveToSubscription(world, setup)
  }
  return answer
}

function giveToSubscription(world: World, setup: SetupIntent) {
  for (const subscription of world.subscriptions.values()) {
    if (subscription.pending_setup_intent !== setup.id) continue
    subscription.pending_setup_intent = null
    if (subscription.payment_settings.save_default_payment_method === 'on_subscription')
      subscription.default_payment_method = setup.payment_method
    emit(world, 'customer.subscription.updated', subscription)
  }
}

// The answer to the bank's question belongs to the card that triggered it; anything else is a new payment method.
function methodFor(
  world: World,
  intent: { status: string; payment_method: string | null },
  confirmation: Confirmation,
): PaymentMethod {
  const number = confirmation.number.replaceAll(/[\s-]/g, '')
  const asked = world.paymentMethods.get(intent.payment_method ?? '')
  if (asked && intent.status === 'requires_action' && world.cardNumbers.get(asked.id) === number) return asked
  const method = newPaymentMethod(world, number, confirmation.email ?? null)
  world.paymentMethods.set(method.id, method)
  world.cardNumbers.set(method.id, number)
  return method
}

function unexpectedState(kind: string, intent: PaymentIntent | SetupIntent) {
  const code = kind === 'PaymentIntent' ? 'payment_intent_unexpected_state' : 'setup_intent_unexpected_state'
  return invalidRequest(
    `You cannot confirm this ${kind} because it has already ${intent.status === 'succeeded' ? 'succeeded after being previously confirmed' : `reached the status ${intent.status}`}.`,
    { code, [intent.object]: structuredClone(intent) },
  )
}
