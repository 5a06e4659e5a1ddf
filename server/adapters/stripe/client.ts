import Stripe from 'stripe'
import { translate } from './translate-error.ts'

/** Milliseconds after which the last key changes: a failed cart must not be locked for a day. */
const lastKeyLives = 10 * 60_000

/** Rounds before giving up on a provider that keeps failing, until someone asks again. */
const maxRounds = 3

type Once<Made> = {
  /** the same for the same request; Stripe remembers it for at least 24 h (stripe.md §6) */
  key: string
  /** finds what an earlier try may have created */
  find: () => Promise<Made | undefined>
  create: (options: { idempotencyKey: string }) => Promise<Made>
}

/**
 * Creates one object at Stripe, no matter how often it's requested and by how many processes. Stripe also remembers a 500
 * under its key. So after a failed round this looks for what that round may have created, then retries with the next key
 * of a fixed sequence: every process uses the same sequence, and nothing has to be stored. The last key changes with the
 * clock, because after an outage Stripe may remember all of them as failed.
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

// An idempotency error means that an earlier try used this key with other parameters. That try is over, and `find` would
// find what it created.
function isRemembered(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500
}

/**
 * Milliseconds per try. The library's default of 80 s is longer than any visitor waits. A failed try is repeated once
 * with the same idempotency key, so nothing is created twice.
 */
const patience = 7_000
const retries = 1

/**
 * The official library at the API version it pins (stripe.md §1), for Stripe or another base URL.
 * @param timeout milliseconds per try
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
 * Runs a call and translates its errors into the shop's (translate-error.ts).
 * @throws ShopError 'card_declined', 'payments_unavailable', 'payments_refused'; errors that aren't Stripe's unchanged
 */
export async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    throw translate(error)
  }
}

/** Like `ask`, but returns null for an object that Stripe doesn't know. */
export async function askForOne<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await call()
  } catch (error) {
    if (isMissing(error)) return null
    throw translate(error)
  }
}

/** Whether Stripe says the object doesn't exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** Whether Stripe refused the request and would refuse it again; with `param`, only if that field is the reason. */
export function isRefusal(error: unknown, param?: string): boolean {
  const isInvalid = error instanceof Stripe.errors.StripeInvalidRequestError
  return isInvalid && (param === undefined || error.param === param)
}

/** For optional updates: a refusal by Stripe is ignored. */
export async function unlessRefused(update: () => Promise<unknown>) {
  try {
    await update()
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}

/** Prefix of the ids of coupons that stand for store credit. */
export const creditCoupons = 'belt-club-credit-'

/**
 * The coupon that takes this many cents off, once or forever; its id is returned. The id says what the coupon does, so
 * each is created once and shared. The shop decides who gets it: through promotion codes (domain/promotion.ts), or as
 * store credit, which takes it off one bill.
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
    // Another process created it between the two calls.
    if ((error as { code?: string }).code === 'resource_already_exists') return id
    throw error
  }
}
