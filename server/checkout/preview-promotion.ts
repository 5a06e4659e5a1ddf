import type { ParsedBody, Reply } from '../../domain/api.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { buyerEmail, type CartItem } from '../../domain/cart.ts'
import { describePromotion } from '../../domain/promotion.ts'
import { readPlans } from '../catalog/read-plans.ts'
import { priceCart } from '../ledger/snapshot.ts'
import { limitGuesses } from '../promotions/limit-guesses.ts'
import { findPromotion } from '../promotions/reserve-promotion.ts'
import type { Caller } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * POST /api/promotion: what a code would take off this cart. Stores nothing: the code is checked again, and reserved, when
 * payment begins.
 * @throws ShopError 'promotion_refused'; 'too_many_requests' or 'proof_needed' for callers who guess codes; or what is wrong
 *   with the cart
 */
export async function previewPromotion(
  shop: Shop,
  body: ParsedBody<'previewPromotion'>,
  caller: Caller,
): Promise<Reply<'previewPromotion'>> {
  const cart = body.cartItems as CartItem[]
  const plans = await readPlans(shop.db)
  const planIds = priceCart(cart, plans).items.map((item) => item.planId)
  const today = calendarDateIn(shop.config.timeZone, shop.now())
  const promotion = await limitGuesses(shop, caller, () =>
    findPromotion(shop, body.promotionCode, today, planIds, plans, buyerEmail(cart)),
  )
  const { items } = priceCart(cart, plans, promotion)
  const discountCents = items.reduce((sum, item) => sum + item.discountCents, 0)
  return {
    code: promotion.code,
    discountCents,
    totalBeforeTaxCents: items.reduce((sum, item) => sum + item.amountCents, 0) - discountCents,
    description: describePromotion(promotion, plans),
    renewalDiscounts: items.map((item) => item.renewalDiscountCents),
  }
}
