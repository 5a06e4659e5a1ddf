import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import { unfinishedCheckouts } from '../../domain/checkout-status.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { abandonCheckout } from './abandon-checkout.ts'
import { completeCheckout } from './complete-checkout.ts'

/** Milliseconds after which an unfinished checkout is asked about again (stripe.md §9: older than 5 minutes), at first. */
const askAgainAfter = 5 * 60_000
/** Milliseconds after which an unpaid checkout is given up and its payment cancelled: 23 h (stripe.md §2). */
const givenUpAfter = 23 * 60 * 60_000
const batch = 100

/**
 * Asks the provider about every checkout that is not finished, and finishes those that are paid: the repair for a
 * closed tab, a lost event and a killed process. Returns how many orders it finished.
 */
export async function reconcile(shop: Shop): Promise<number> {
  let finished = 0
  for (;;) {
    const due = await unfinished(shop)
    for (const checkout of due) if (await reconcileOne(shop, checkout)) finished++
    if (due.length < batch) return finished
  }
}

async function unfinished(shop: Shop) {
  const now = shop.now().toISOString()
  const age = sql`extract(epoch from (${now}::timestamptz - ${checkouts.createdAt}))`
  // An older one is asked about ever more rarely, until it is to be given up: most are carts thought better of.
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
        inArray(checkouts.status, unfinishedCheckouts),
        or(isNull(checkouts.checkedAt), sql`${checkouts.checkedAt} < ${now}::timestamptz - ${pause}`),
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
 * Asks about one checkout. One that cannot be asked about must not keep the others waiting: it says so in the log.
 * @returns true when it is an order
 */
export async function reconcileOne(shop: Shop, checkout: Unfinished): Promise<boolean> {
  await shop.db.update(checkouts).set({ checkedAt: shop.now() }).where(eq(checkouts.id, checkout.id))
  try {
    // One that was paid past the provider has an order, and no payment there.
    if ((checkout.intentId || checkout.orderId) && (await isFinished(shop, checkout.id))) return true
    const age = shop.now().getTime() - checkout.createdAt.getTime()
    if (age > givenUpAfter) await abandonCheckout(shop, checkout)
  } catch (error) {
    shop.log.error({ error, checkoutId: checkout.id }, 'a checkout could not be reconciled')
  }
  return false
}

async function isFinished(shop: Shop, checkoutId: string): Promise<boolean> {
  try {
    await completeCheckout(shop, checkoutId)
    return true
  } catch (error) {
    if (error instanceof ShopError && error.code === 'payment_not_completed') return false
    throw error
  }
}
