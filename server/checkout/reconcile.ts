import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import { unfinishedCheckouts } from '../../domain/checkout-status.ts'
import { itemFailed, stepDone } from '../shop/rounds.ts'
import type { Shop } from '../shop/shop.ts'
import { abandonCheckout } from './abandon-checkout.ts'
import { isPaid } from './complete-checkout.ts'

/** Milliseconds before an unfinished checkout is first checked again (stripe.md §9: older than 5 minutes). */
const askAgainAfter = 5 * 60_000
/** Milliseconds before an unpaid checkout is abandoned and its payment cancelled: 23 h (stripe.md §2). */
const givenUpAfter = 23 * 60 * 60_000
const batch = 100

/**
 * Checks every unfinished checkout with the provider and finishes the paid ones: the repair after a closed tab, a lost event
 * or a killed process. Returns how many orders it finished.
 */
export async function reconcile(shop: Shop): Promise<number> {
  let finished = 0
  const began = shop.now()
  for (;;) {
    const due = await unfinished(shop, began)
    for (const checkout of due) {
      if (await reconcileOne(shop, checkout)) finished++
      stepDone()
    }
    if (due.length < batch) return finished
  }
}

async function unfinished(shop: Shop, began: Date) {
  const now = shop.now().toISOString()
  const age = sql`extract(epoch from (${now}::timestamptz - ${checkouts.createdAt}))`
  // The older a checkout, the more rarely it is checked, until it is due to be abandoned: most are carts that buyers gave
  // up.
  const pause = sql`case when ${age} > ${givenUpAfter / 1000} then ${askAgainAfter / 1000}
    else greatest(${askAgainAfter / 1000}, ${age} / 8) end * interval '1 second'`
  return shop.db
    .select({
      id: checkouts.id,
      kind: checkouts.kind,
      intentId: checkouts.intentId,
      orderId: checkouts.orderId,
      subscriptionId: checkouts.subscriptionId,
      createdAt: checkouts.createdAt,
    })
    .from(checkouts)
    .where(
      and(
        or(
          inArray(checkouts.status, unfinishedCheckouts),
          // Given up, then paid, and no order could be made.
          and(eq(checkouts.status, 'abandoned'), isNotNull(checkouts.owedSince)),
        ),
        or(
          isNull(checkouts.checkedAt),
          // Paid, and somebody waits for the order: once a round.
          and(
            inArray(checkouts.status, ['open', 'abandoned']),
            isNotNull(checkouts.owedSince),
            lt(checkouts.checkedAt, began),
          ),
          sql`${checkouts.checkedAt} < ${now}::timestamptz - ${pause}`,
          // Nobody refused to finish this order, so whoever was at it may have died: the last check too. Once a round.
          and(
            eq(checkouts.status, 'completing'),
            isNull(checkouts.lastError),
            lt(checkouts.checkedAt, began),
          ),
        ),
      ),
    )
    .orderBy(asc(checkouts.createdAt))
    .limit(batch)
}

type Unfinished = Pick<
  typeof checkouts.$inferSelect,
  'id' | 'kind' | 'intentId' | 'subscriptionId' | 'createdAt'
> &
  Partial<Pick<typeof checkouts.$inferSelect, 'orderId'>>

/**
 * Checks one checkout. An error goes to the log, so that it doesn't block the others.
 * @returns true if it is an order
 */
export async function reconcileOne(shop: Shop, checkout: Unfinished): Promise<boolean> {
  await shop.db.update(checkouts).set({ checkedAt: shop.now() }).where(eq(checkouts.id, checkout.id))
  try {
    // A checkout that wasn't paid through the provider has an order, but no payment there.
    if ((checkout.intentId || checkout.orderId) && (await isPaid(shop, checkout.id))) return true
    const age = shop.now().getTime() - checkout.createdAt.getTime()
    if (age > givenUpAfter) await abandonCheckout(shop, checkout)
  } catch (error) {
    itemFailed(shop, { error, checkoutId: checkout.id }, 'a checkout could not be reconciled')
  }
  return false
}
