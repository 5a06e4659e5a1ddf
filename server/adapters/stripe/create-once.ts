import Stripe from 'stripe'
import { ask } from './client.ts'

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
 * every process walks the same row, and nothing has to be stored.
 */
export async function createOnce<Made>({ key, find, create }: Once<Made>): Promise<Made> {
  for (let round = 0; ; round++) {
    try {
      return await create({ idempotencyKey: round === 0 ? key : `${key}:${round}` })
    } catch (error) {
      if (!isAnsweredFailure(error) || round + 1 >= mostRounds) throw error
      const found = await ask(find)
      if (found !== undefined) return found
    }
  }
}

function isAnsweredFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500
}
