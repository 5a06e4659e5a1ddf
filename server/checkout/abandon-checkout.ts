import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { checkoutStatus } from '../../db/schema/states.ts'
import { checkouts } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { keptSince } from '../../domain/retention.ts'
import { countAttackSign } from '../limits/proof-of-work.ts'
import type { Shop } from '../shop/shop.ts'
import { completeCheckout } from './complete-checkout.ts'

/** Declines before a payment is closed: a buyer has two or three cards, a card tester has thousands. */
const maxDeclines = 10

/**
 * Counts a declined payment of this checkout, and closes the payment after too many. The same cart can start another one
 * until the limits against card testing stop it (find-or-open-checkout.ts).
 */
export async function countDecline(shop: Shop, intentId: string) {
  const [checkout] = await shop.db
    .update(checkouts)
    .set({ declines: sql`${checkouts.declines} + 1` })
    .where(eq(checkouts.intentId, intentId))
    .returning()
  if (checkout) await countAttackSign(shop, 'checkouts')
  if (checkout?.status === 'open' && checkout.declines >= maxDeclines) await abandonCheckout(shop, checkout)
}

/** @throws ShopError 'too_many_requests' for a payment that was declined too often */
export async function refuseTested(shop: Shop, clientSecret: string) {
  const intentId = clientSecret.split('_secret_')[0] ?? ''
  const [checkout] = await shop.db.select().from(checkouts).where(eq(checkouts.intentId, intentId))
  if (!checkout || checkout.orderId || checkout.declines < maxDeclines) return
  throw new ShopError(
    'too_many_requests',
    'Your card was declined too many times, so we closed this payment. Go back to your cart and start again with another card.',
  )
}

type Abandonable = Pick<typeof checkouts.$inferSelect, 'id' | 'kind' | 'intentId' | 'subscriptionId'>

/**
 * Abandons a checkout. The provider's payment is cancelled first, so that nobody can pay for it afterwards and no payment is
 * lost. A checkout that was paid meanwhile becomes an order instead.
 * @returns false while a payment is in progress; the checkout then stays open
 */
export async function abandonCheckout(shop: Shop, checkout: Abandonable): Promise<boolean> {
  const { id, kind, intentId, subscriptionId } = checkout
  if (intentId && kind !== 'free') {
    await shop.payments.cancel({ intentId, subscriptionId })
    const payment = await shop.payments.fetch(intentId)
    if (payment?.status === 'succeeded') {
      await completeCheckout(shop, id)
      return true
    }
    if (payment?.status === 'processing') return false
  }
  await shop.db
    .update(checkouts)
    .set({ status: checkoutStatus.to('abandoned', checkouts.status) })
    .where(and(eq(checkouts.id, id), eq(checkouts.status, 'open')))
  return true
}

/** Rows per statement. */
const batch = 500

/**
 * Deletes unpaid carts, with the names and addresses in them, once they are old: abandoned ones, whose payments are cancelled
 * at the provider, so that no money can arrive for them, and those that someone decided about.
 */
export async function pruneUnpaidCarts(shop: Shop): Promise<void> {
  const isOld = and(
    inArray(checkouts.status, ['abandoned', 'settled']),
    isNull(checkouts.orderId),
    lt(checkouts.createdAt, keptSince('carts', shop.now())),
  )
  for (;;) {
    const old = shop.db.select({ id: checkouts.id }).from(checkouts).where(isOld).limit(batch)
    const gone = await shop.db
      .delete(checkouts)
      .where(and(inArray(checkouts.id, old), isOld))
      .returning({ id: checkouts.id })
    if (gone.length < batch) return
  }
}
