import Stripe from 'stripe'
import { ask } from './client.ts'

/** Milliseconds after which the last key of the row is another one: a cart must not be locked for the day. */
const lastKeyLives = 10 * 60_000

/** Rounds after which a provider that goes on failing is left alone until somebody asks again. */
const mostRounds = 3

type Once<Made> = {
  /** the same for the same wish; Stripe remembers it for at least 24 h (payments.md §6) */
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
      if (!isRemembered(error) || round + 1 >= mostRounds) throw error
      const found = await ask(find)
      if (found !== undefined) return found
    }
  }
}

function keyOf(key: string, round: number): string {
  if (round === 0) return key
  return round + 1 < mostRounds
    ? `${key}:${round}`
    : `${key}:${round}:${Math.floor(Date.now() / lastKeyLives)}`
}

// The second: another try under this key had other parameters, and is over; what it made would be found.
function isRemembered(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500
}
