import type { CartItem } from '../../domain/cart.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Plan } from '../../domain/plan.ts'
import { type SaleStop, stopOf } from '../../domain/sale-stop.ts'
import { stopSentence } from '../../domain/sale-stop-words.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/**
 * What isn't renewed for now isn't sold either: its belts are missing, and the money would go back (docs/decisions/130).
 * @throws ShopError 'not_possible'
 */
export function refuseStopped(
  shop: Shop,
  cart: CartItem[],
  stops: readonly SaleStop[],
  plans: readonly Plan[],
): void {
  for (const [place, item] of cart.entries()) {
    const stop = stopOf(stops, item, shopDay(shop))
    if (!stop) continue
    const sentence = stopSentence(stop, plans)
    throw new ShopError('not_possible', `${sentence} You haven’t been charged, and your cart is safe.`, {
      fields: { [`cartItems.${place}.planId`]: sentence },
    })
  }
}
