import Stripe from 'stripe'
import { ShopError } from '../../../domain/errors.ts'

/** Milliseconds after which the last key of the row is another one: a cart must not be locked for the day. */
const lastKeyLives = 10 * 60_000

/** Rounds after which a provider that goes on failing is left alone until somebody asks again. */
const maxRounds = 3

type Once<Made> = {
  /** the same for the same request; Stripe remembers it for at least 24 h (stripe.md §6) */
  key: string
  /** what an earlier try may have left behind */
  find: () => Promise<Made | undefined>
  create: (options: { idempotencyKey: string }) => Promise<Made>
}

/**
 * Makes one object at Stripe, however often it is asked for and by how many processes. Stripe also remembers a 500
 * under its key, so a failed round looks for what it may have made, then goes on under the next key of a fixed row:
 * every process walks the same row, and nothing has to be stored. Its last key follows the clock, because after an outage
 * all of them may be remembered as failed.
 */
export async function createOnce<Made>({ key, find, create }: Once<Made>): Promise<Made> {
  for (let round = 0; ; round++) {
    try {
      return await create({ idempotencyKey: keyOf(key, round) })
    } catch (error) {
      if (!isRemembered(error) || round + 1 >= maxRounds) throw error
      const found = await ask(find)
      if (found !== undefined) return found
    }
  }
}

function keyOf(key: string, round: number): string {
  if (round === 0) return key
  return round + 1 < maxRounds
    ? `${key}:${round}`
    : `${key}:${round}:${Math.floor(Date.now() / lastKeyLives)}`
}

// The second: another try under this key had other parameters, and is over; what it made would be found.
function isRemembered(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500
}

/**
 * Milliseconds for one try. The library's own 80 s are longer than any visitor waits; a try that failed is repeated
 * once with the same idempotency key, so nothing is made twice.
 */
const patience = 7_000
const retries = 1

/**
 * The official library at the API version that it pins (stripe.md §1), for Stripe or for another address.
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

/** For what is good to have and keeps nothing from going on: what the provider refuses here is left as it is. */
export async function unlessRefused(update: () => Promise<unknown>) {
  try {
    await update()
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
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
    'We can’t reach our payment provider right now. You haven’t been charged, and your cart is safe. Please try again in a minute.',
    { cause: error },
  )
}

/** How the ids of coupons begin that stand for store credit. */
export const creditCoupons = 'belt-club-credit-'

/**
 * The coupon that takes this many cents off, once or for ever. Its id says what it does, so it is made once and shared;
 * the shop's own promotion codes decide who gets it (domain/promotion.ts), or store credit, which takes it off one bill.
 * Returns its id.
 */
export async function couponId(
  stripe: Stripe,
  amountOff: number,
  use: 'once' | 'forever' | 'credit',
): Promise<string> {
  const duration = use === 'forever' ? 'forever' : 'once'
  const id = use === 'credit' ? `${creditCoupons}${amountOff}` : `belt-club-${amountOff}-off-${duration}`
  try {
    return (await stripe.coupons.retrieve(id)).id
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  try {
    const name = `${use === 'credit' ? 'Store credit' : 'Promotion'}, $${(amountOff / 100).toFixed(2)} off`
    return (await stripe.coupons.create({ id, name, amount_off: amountOff, currency: 'usd', duration })).id
  } catch (error) {
    // Another process made it between the two calls.
    if ((error as { code?: string }).code === 'resource_already_exists') return id
    throw error
  }
}
