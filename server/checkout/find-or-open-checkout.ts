import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import type { Shop } from '../shop.ts'
import { cartHash, checkoutKind, type Snapshot } from './snapshot.ts'

type Checkout = typeof checkouts.$inferSelect

/**
 * One checkout per cart content: the same content again is the same cart, in another tab or after a lost answer. One
 * that became an order of which no browser has heard must not be charged again (payments.md §8.4); once its buyer has
 * the number, the same content is another purchase.
 */
export async function findOrOpenCheckout(
  shop: Shop,
  cart: CartItem[],
  snapshot: Snapshot,
): Promise<Checkout> {
  const hash = cartHash(cart)
  const found = await liveCheckout(shop, hash)
  if (found) return found
  const [made] = await shop.db
    .insert(checkouts)
    .values({
      cartHash: hash,
      snapshot,
      kind: checkoutKind(snapshot.items),
      subtotalCents: snapshot.items.reduce((sum, item) => sum + item.amountCents, 0),
      createdAt: shop.now(),
    })
    .onConflictDoNothing()
    .returning()
  if (made) return made
  const other = await liveCheckout(shop, hash)
  if (other) return other
  throw new Error('a checkout was neither made nor found')
}

// The one with an order first, where several are alive.
async function liveCheckout(shop: Shop, hash: string): Promise<Checkout | undefined> {
  const [found] = await shop.db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.cartHash, hash),
        inArray(checkouts.status, ['open', 'completing', 'done']),
        isNull(checkouts.toldAt),
      ),
    )
    .orderBy(isNull(checkouts.orderId), desc(checkouts.createdAt))
    .limit(1)
  return found
}
