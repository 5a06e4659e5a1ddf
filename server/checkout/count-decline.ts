import { eq, sql } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'
import { abandonCheckout } from './abandon-checkout.ts'

/** Refusals of one payment after which it is closed: a buyer has two or three cards, a card tester has thousands. */
const mostDeclines = 10

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
  if (checkout?.status === 'open' && checkout.declines >= mostDeclines) await abandonCheckout(shop, checkout)
}

/**
 * @throws ShopError 'too_many_requests' for a payment that was refused too often
 */
export async function refuseTested(shop: Shop, clientSecret: string) {
  const intentId = clientSecret.split('_secret_')[0] ?? ''
  const [checkout] = await shop.db.select().from(checkouts).where(eq(checkouts.intentId, intentId))
  if (!checkout || checkout.orderId || checkout.declines < mostDeclines) return
  throw new ShopError(
    'too_many_requests',
    'This payment was declined too often and is closed. Go back to your cart and start again with another card.',
  )
}
