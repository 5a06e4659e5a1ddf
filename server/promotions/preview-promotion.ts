import type { ParsedBody, Reply } from '../../domain/api.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { buyerEmail, type CartItem } from '../../domain/cart.ts'
import { ShopError } from '../../domain/errors.ts'
import { describePromotion } from '../../domain/promotion.ts'
import { readPlans } from '../catalog/read-plans.ts'
import { priceCart } from '../ledger/snapshot.ts'
import { causedBy } from '../limits/causer.ts'
import { countHit, hitsOf, limitCaller, uncountCaller } from '../limits/count-hits.ts'
import { countAttackSign, requireProof } from '../limits/proof-of-work.ts'
import type { Caller } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'
import { findPromotion } from './reserve-promotion.ts'

/**
 * Refused codes per hour: how many an address may try without a proof of work, how many in total, and how many its widest
 * network may. Enough to mistype a code, too few to guess one.
 */
const [free, ofCaller] = [10, [30, 120] as [number, number]]

/**
 * Looks up a promotion code, unless its network already had too many refused: then good and bad codes get the same reply.
 * Lookups that succeed don't count in the end, but do while they run, so that simultaneous guesses are limited like
 * sequential ones.
 * @throws ShopError 'too_many_requests', 'proof_needed', and whatever `look` throws
 */
export async function limitGuesses<Found>(
  shop: Shop,
  caller: Caller,
  look: () => Promise<Found>,
): Promise<Found> {
  const sentence = 'That’s a lot of codes. Try yours again in an hour, or go on without it.'
  await limitCaller(shop, 'code', caller.address, ofCaller, sentence)
  let isGuess = false
  try {
    const refused = await hitsOf(shop, 'refused code', causedBy.network(caller.address))
    await requireProof(shop, caller, 'checkouts', refused >= free)
    return await look()
  } catch (error) {
    // A code others are paying with isn't a wrong guess: it exists.
    isGuess =
      error instanceof ShopError && error.code === 'promotion_refused' && !error.details?.retryAfterSeconds
    throw error
  } finally {
    if (isGuess) {
      await countHit(shop, 'refused code', causedBy.network(caller.address))
      await countAttackSign(shop, 'checkouts')
    } else await uncountCaller(shop, 'code', caller.address)
  }
}

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
