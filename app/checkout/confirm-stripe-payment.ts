import type {
  PaymentIntentResult,
  SetupIntentResult,
  Stripe,
  StripeElements,
  StripeError,
} from '@stripe/stripe-js'
import { messages } from '../../domain/messages.ts'
import { type Confirmation, isSetup, type Paid } from './start-payment.ts'

type StripePayment = {
  stripe: Stripe
  elements: StripeElements
  clientSecret: string
  email: string
  /** the path the bank's page returns to */
  returnTo?: string
}

/** Pays, or sets up the card if nothing is due. The browser leaves the page only if the bank requires it (spec §4). */
export async function confirmStripePayment(payment: StripePayment): Promise<Confirmation> {
  const { stripe, elements, clientSecret, email, returnTo = '/checkout/success' } = payment
  const { error } = await elements.submit()
  if (error) return refusal(error, null)
  const return_url = `${window.location.origin}${returnTo}`
  // Stored with the payment, so that an order made from a webhook knows its buyer; as `receipt_email`, Stripe would
  // send its own receipt, too.
  const payment_method_data = { billing_details: { email } }
  return isSetup(clientSecret)
    ? setupOutcome(
        await stripe.confirmSetup({
          elements,
          redirect: 'if_required',
          confirmParams: { return_url, payment_method_data },
        }),
      )
    : paymentOutcome(
        await stripe.confirmPayment({
          elements,
          redirect: 'if_required',
          confirmParams: { return_url, payment_method_data },
        }),
      )
}

/**
 * The outcome of a payment or setup, for a page that only has its client secret.
 * @throws Error if the provider doesn't answer: then nothing is known, and certainly not that it failed
 */
export async function lookUpStripePayment(stripe: Stripe, clientSecret: string): Promise<Confirmation> {
  if (isSetup(clientSecret)) {
    const result = await stripe.retrieveSetupIntent(clientSecret)
    if (result.error) throwUnlessAnswered(result.error)
    return setupOutcome(result)
  }
  const result = await stripe.retrievePaymentIntent(clientSecret)
  if (result.error) throwUnlessAnswered(result.error)
  return paymentOutcome(result)
}

function throwUnlessAnswered(error: StripeError) {
  if (error.type !== 'invalid_request_error') throw new Error(error.message ?? error.type)
}

type Intent = {
  id: string
  status: string
  payment_method: string | { id: string } | null
}

export function paymentOutcome({ paymentIntent, error }: PaymentIntentResult): Confirmation {
  if (error) return refusal(error, error.payment_intent ?? null)
  return standing(paymentIntent, paymentIntent.last_payment_error?.message)
}

export function setupOutcome({ setupIntent, error }: SetupIntentResult): Confirmation {
  if (error) return refusal(error, error.setup_intent ?? null)
  return standing(setupIntent, setupIntent.last_setup_error?.message)
}

// Paying twice, or again after a lost reply, yields an "unexpected state" error: the payment succeeded.
function refusal(error: StripeError, intent: Intent | null): Confirmation {
  const message = error.message ?? messages.checkout.paymentErrorFallback
  if (intent && isMoneyOnItsWay(intent)) return standing(intent, message)
  if (intent?.status === 'canceled') return { outcome: 'expired', message }
  return { outcome: error.type === 'validation_error' ? 'incomplete' : 'failed', message }
}

function standing(intent: Intent, problem: string | undefined): Confirmation {
  if (intent.status === 'succeeded') return { outcome: 'succeeded', paid: paidBy(intent) }
  if (intent.status === 'processing') return { outcome: 'processing', paid: paidBy(intent) }
  const message = problem ?? messages.checkout.paymentErrorFallback
  return { outcome: intent.status === 'canceled' ? 'expired' : 'failed', message }
}

function isMoneyOnItsWay({ status }: Intent): boolean {
  return status === 'succeeded' || status === 'processing'
}

function paidBy({ id, payment_method }: Intent): Paid {
  return {
    intentId: id,
    paymentMethodId: typeof payment_method === 'string' ? payment_method : (payment_method?.id ?? null),
  }
}
