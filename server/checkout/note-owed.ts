import { setTimeout } from 'node:timers/promises'
import { and, eq, ne, sql } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import { isDatabaseAway } from '../../db/server-trouble.ts'
import { isFreeReference } from '../../domain/checkout.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { isProviderAway, reportRefusedPayments } from './report-refused-payments.ts'

const goesOn = 'We’re still working on your order, and we’ll email you its number.'
const isSafe = `You’ve paid, and your payment is safe. Please don’t pay again. ${goesOn}`
const isSaved = `Your card is saved, and you haven’t been charged. Please don’t start again. ${goesOn}`
const isUnknown = `We can’t reach our records right now. If you’ve paid, please don’t pay again. ${goesOn}`

/**
 * Keeps since when, and why, a payment that was made has no order: the repairs try again in every round, and the owner is
 * told if that takes longer than a moment (server/watch/queues.ts). Whatever kept the order from being written must not keep
 * this from being written, so it touches the checkout alone.
 * @returns what to tell the buyer
 */
export async function noteOwed(
  shop: Shop,
  { id: checkoutId, kind }: Pick<typeof checkouts.$inferSelect, 'id' | 'kind'>,
  error: unknown,
): Promise<unknown> {
  const sentence = kind === 'setup' ? isSaved : isSafe
  const isAnswer = error instanceof ShopError && !isProviderAway(error.code)
  // The buyer is told something better, such as that the card was refused: nothing is owed.
  if (isAnswer) return error
  await reportRefusedPayments(shop, error)
  const lastError = error instanceof Error ? innermost(error) : String(error)
  await shop.db
    .update(checkouts)
    .set({
      owedSince: sql`coalesce(${checkouts.owedSince}, ${shop.now().toISOString()}::timestamptz)`,
      lastError,
    })
    .where(and(eq(checkouts.id, checkoutId), ne(checkouts.status, 'done')))
    .catch((cause: unknown) => shop.log.error({ error: cause, checkoutId }, 'nor could that be written down'))
  shop.log.error({ error, checkoutId }, 'paid, but its order could not be made; it is tried again')
  return delayed(sentence, error)
}

function delayed(sentence: string, cause: unknown): ShopError {
  if (!isDatabaseAway(cause)) return new ShopError('order_delayed', sentence, { cause })
  return new ShopError('database_away', sentence, { cause, details: { retryAfterSeconds: '10' } })
}

/** Milliseconds in which the provider has to say whether somebody paid who waits for an answer already. */
const answersWithin = 3_000

/**
 * Makes an order for someone who says they've paid. Whatever keeps it from being made, from the first statement to the last,
 * they read that they have paid and must not do so again: the provider knows, even if nothing can be read here. The repairs
 * then make the order (reconcile.ts).
 * @param intentId of the payment, or of the card that was set up
 * @throws ShopError
 */
export async function forPayer<T>(shop: Shop, intentId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Nothing was paid where nothing was due: they may simply try again.
    if (error instanceof ShopError || isFreeReference(intentId)) throw error
    const payment = await Promise.race([
      shop.payments.fetch(intentId).catch(() => null),
      setTimeout(answersWithin, null, { ref: false }),
    ])
    if (payment && payment.status !== 'succeeded') throw error
    const isSetUp = intentId.startsWith('seti_')
    throw delayed(payment ? (isSetUp ? isSaved : isSafe) : isUnknown, error)
  }
}

// The query builder's own message is the statement, with the buyer's address among its values.
function innermost(error: Error): string {
  return error.cause instanceof Error ? innermost(error.cause) : error.message
}
