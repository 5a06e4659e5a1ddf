import Stripe from 'stripe'
import { ShopError } from '../../../domain/errors.ts'

/**
 * Milliseconds for one try. The library's own 80 s are longer than any visitor waits; a try that failed is repeated
 * once with the same idempotency key, so nothing is made twice.
 */
const patience = 7_000
const retries = 1

/**
 * The official library at the API version that it pins (payments.md §1), for Stripe or for another address.
 * @param timeout milliseconds for one try
 */
export function stripeClient(secretKey: string, apiBase: string | null, timeout = patience): Stripe {
  const address = apiBase ? new URL(apiBase) : null
  return new Stripe(secretKey, {
    timeout,
    maxNetworkRetries: retries,
    telemetry: false,
    appInfo: { name: 'belt-club' },
    ...(address
      ? {
          protocol: address.protocol === 'http:' ? 'http' : 'https',
          host: address.hostname,
          port: address.port || (address.protocol === 'http:' ? 80 : 443),
        }
      : {}),
  })
}

/**
 * Runs a call and says what went wrong in the shop's words.
 * @throws ShopError 'card_declined' with Stripe's sentence, or 'payments_unavailable' when Stripe cannot be reached or
 *   cannot answer now; anything else as it came
 */
export async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    throw translate(error)
  }
}

/** Like `ask`, but null for an object that Stripe does not know. */
export async function askForOne<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await call()
  } catch (error) {
    if (isMissing(error)) return null
    throw translate(error)
  }
}

/** Stripe answered that there is no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** Stripe refused what was asked, and would refuse it again: true also for one wrong field of it. */
export function isRefusal(error: unknown, param?: string): boolean {
  const isInvalid = error instanceof Stripe.errors.StripeInvalidRequestError
  return isInvalid && (param === undefined || error.param === param)
}

function translate(error: unknown): unknown {
  if (error instanceof ShopError) return error
  if (error instanceof Stripe.errors.StripeCardError) {
    return new ShopError('card_declined', error.message, { cause: error })
  }
  const isAway =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    // Failures of Stripe, answers that are none, and 409: the same is being made for somebody else just now.
    error instanceof Stripe.errors.StripeAPIError
  if (!isAway) return error
  return new ShopError(
    'payments_unavailable',
    'Our payment provider cannot be reached at the moment. Nothing was charged, and your cart is kept: please try again in a minute.',
    { cause: error },
  )
}
