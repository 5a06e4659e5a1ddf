import { and, asc, eq, isNull, lte, ne, sql } from 'drizzle-orm'
import { checkoutStatus } from '../../db/schema/states.ts'
import { checkouts, promotionCodes } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { countTrouble } from '../limits/proof-of-work.ts'
import { keptFor, usesOf } from '../promotions/reserve-promotion.ts'
import type { Shop } from '../shop/shop.ts'
import { completeCheckout } from './complete-checkout.ts'

/** Refusals of one payment after which it is closed: a buyer has two or three cards, a card tester has thousands. */
const maxDeclines = 10

/**
 * Notes that a bank refused a payment of this checkout, and closes the payment when there were too many. Its cart can
 * begin another one, until the limits against card testing say no (limit-attempts.ts).
 */
export async function countDecline(shop: Shop, intentId: string) {
  const [checkout] = await shop.db
    .update(checkouts)
    .set({ declines: sql`${checkouts.declines} + 1` })
    .where(eq(checkouts.intentId, intentId))
    .returning()
  if (checkout) await countTrouble(shop, 'checkouts')
  if (checkout?.status === 'open' && checkout.declines >= maxDeclines) await abandonCheckout(shop, checkout)
}

/**
 * @throws ShopError 'too_many_requests' for a payment that was refused too often
 */
export async function refuseTested(shop: Shop, clientSecret: string) {
  const intentId = clientSecret.split('_secret_')[0] ?? ''
  const [checkout] = await shop.db.select().from(checkouts).where(eq(checkouts.intentId, intentId))
  if (!checkout || checkout.orderId || checkout.declines < maxDeclines) return
  throw new ShopError(
    'too_many_requests',
    'This payment was declined too often and is closed. Go back to your cart and start again with another card.',
  )
}

type Abandonable = Pick<typeof checkouts.$inferSelect, 'id' | 'intentId' | 'subscriptionId'>

/**
 * Gives up a checkout that nobody is to pay any more. It is cancelled at the provider first: afterwards nobody can pay
 * for it, so giving up loses no payment. One that was paid meanwhile becomes its order instead.
 * @returns false when it is still being paid, and stays open
 */
export async function abandonCheckout(shop: Shop, checkout: Abandonable): Promise<boolean> {
  const { id, intentId, subscriptionId } = checkout
  if (intentId) {
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

/**
 * Closes checkouts that keep the last uses of a code and were left unpaid for an hour, as many as one more use needs.
 * Left open they could still be paid, with a code that is good once: store credit would be spent in every tab.
 * @param code as it is kept
 * @param cartHash the asking cart, whose own checkout is no use by somebody else
 */
export async function closeLeftCheckouts(shop: Shop, code: string, cartHash: string): Promise<void> {
  const [row] = await shop.db
    .select({ mostUses: promotionCodes.mostUses })
    .from(promotionCodes)
    .where(eq(promotionCodes.code, code))
  if (row?.mostUses == null) return
  const uses = await usesOf(shop.db, { code, exceptCartHash: cartHash }, new Date(0))
  const tooMany = uses - row.mostUses + 1
  if (tooMany <= 0) return
  const left = await shop.db
    .select({ id: checkouts.id, intentId: checkouts.intentId, subscriptionId: checkouts.subscriptionId })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.promotionCode, code),
        eq(checkouts.status, 'open'),
        isNull(checkouts.orderId),
        ne(checkouts.cartHash, cartHash),
        lte(checkouts.createdAt, new Date(shop.now().getTime() - keptFor)),
      ),
    )
    .orderBy(asc(checkouts.createdAt))
    .limit(tooMany)
  for (const checkout of left) await abandonCheckout(shop, checkout)
}
