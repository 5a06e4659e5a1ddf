import Stripe from 'stripe'
import { ShopError, type ShopErrorCode } from '../../../domain/errors.ts'

const safe = 'You haven’t been charged, and your cart is safe.'

/** What a visitor reads, and what the call answers, by why Stripe didn't do what it was asked to. */
const outcomes = {
  away: [
    'payments_unavailable',
    `We can’t reach our payment provider right now. ${safe} Please try again in a minute.`,
  ],
  busy: [
    'payments_unavailable',
    `Our payment provider is very busy right now. ${safe} Please try again in a minute.`,
  ],
  refused: ['payments_refused', `We can’t take payments right now. ${safe} Please try again later.`],
} as const satisfies Record<string, readonly [ShopErrorCode, string]>

/**
 * Stripe's errors as the shop's: 'card_declined' with Stripe's message; 'payments_unavailable' if Stripe can't be reached
 * or can't answer now; 'payments_refused' if it refuses what the shop asks for and will again: a revoked key, a restricted
 * account, no payment method that is active, an API version it doesn't know. The cause is Stripe's own error. Errors that
 * aren't Stripe's stay as they are (docs.stripe.com/api/errors, /error-handling).
 */
export function translate(error: unknown): unknown {
  if (error instanceof ShopError || !(error instanceof Stripe.errors.StripeError)) return error
  if (error instanceof Stripe.errors.StripeCardError)
    return new ShopError('card_declined', error.message, { cause: error })
  const [code, sentence] = outcomes[whyOf(error)]
  return new ShopError(code, sentence, { cause: error })
}

function whyOf(error: Stripe.errors.StripeError): keyof typeof outcomes {
  const { errors } = Stripe
  // The second: another request of ours uses this key right now, or used it for something else.
  if (error instanceof errors.StripeRateLimitError || error instanceof errors.StripeIdempotencyError)
    return 'busy'
  if (error instanceof errors.StripeConnectionError) return 'away'
  // Failures at Stripe, responses it can't have meant, and 409: another request is creating the same object right now.
  if (error instanceof errors.StripeAPIError) return 'away'
  return 'refused'
}
