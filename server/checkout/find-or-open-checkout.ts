import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { checkouts } from '../../db/schema.ts'
import { type CalendarDate, calendarDateIn } from '../../domain/calendar-date.ts'
import { buyerEmail, type CartItem } from '../../domain/cart.ts'
import type { Caller } from '../caller.ts'
import { readPlans } from '../catalog/read-plans.ts'
import { reservePromotion } from '../promotions/reserve-promotion.ts'
import type { Shop } from '../shop.ts'
import { abandonCheckout } from './abandon-checkout.ts'
import { closeLeftCheckouts } from './close-left-checkouts.ts'
import { attemptKeys, limitAttempts } from './limit-attempts.ts'
import { cartHash, checkoutKind, priceCart, type Snapshot } from './snapshot.ts'

type Checkout = typeof checkouts.$inferSelect
type Wish = { cart: CartItem[]; promotionCode: string | null; caller: Caller }

/**
 * One checkout per cart content: the same content again is the same cart, in another tab or after a lost answer. One
 * that became an order of which no browser has heard must not be charged again (payments.md §8.4); once its buyer has
 * the number, the same content is another purchase. With another promotion code, or at
 * another price, the open one is closed first.
 * @returns null where another tab opened and closed one meanwhile: look again
 * @throws ShopError 'promotion_refused', 'too_many_requests', or what is wrong with the cart
 */
export async function findOrOpenCheckout(shop: Shop, wish: Wish): Promise<Checkout | null> {
  // Priced before anything is written: a cart that cannot be bought leaves no trace.
  const plans = await readPlans(shop.db)
  const now = priceCart(wish.cart, plans)
  const hash = cartHash(wish.cart)
  const found = await liveCheckout(shop, hash)
  if (found && (found.orderId || isAsOffered(found, wish, now))) return found
  if (found) {
    await abandonCheckout(shop, found)
    // Paid meanwhile in another tab, or being paid: it must not be charged again.
    const left = await liveCheckout(shop, hash)
    if (left) return left
  }
  await limitAttempts(shop, attemptKeys(wish.cart, hash, wish.caller))
  if (wish.promotionCode) await closeLeftCheckouts(shop, wish.promotionCode, hash)
  const made = await shop.db.transaction((tx) => open(tx, shop, wish, hash))
  return made ?? (await liveCheckout(shop, hash)) ?? null
}

// With the same code, and at the prices of today: a plan may have another since it was opened, and its buyer sees that.
function isAsOffered({ snapshot, promotionCode }: Checkout, wish: Wish, now: Snapshot): boolean {
  const was = (snapshot as Snapshot).items
  return (
    promotionCode === wish.promotionCode &&
    now.items.every((item, index) => item.amountCents === was[index]?.amountCents)
  )
}

async function open(tx: Transaction, shop: Shop, { cart, promotionCode, caller }: Wish, hash: string) {
  const today: CalendarDate = calendarDateIn(shop.config.timeZone, shop.now())
  const plans = await readPlans(tx)
  const planIds = priceCart(cart, plans).items.map((item) => item.planId)
  const promotion = promotionCode
    ? await reservePromotion(tx, {
        code: promotionCode,
        today,
        now: shop.now(),
        planIds,
        plans,
        exceptCartHash: hash,
        email: buyerEmail(cart),
      })
    : null
  const snapshot = priceCart(cart, plans, promotion)
  const [made] = await tx
    .insert(checkouts)
    .values({
      snapshot,
      kind: checkoutKind(snapshot.items),
      subtotalCents: snapshot.items.reduce((sum, item) => sum + item.amountCents, 0),
      discountCents: snapshot.items.reduce((sum, item) => sum + item.discountCents, 0),
      promotionCode,
      ...attemptKeys(cart, hash, caller),
      createdAt: shop.now(),
    })
    .onConflictDoNothing()
    .returning()
  return made
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
