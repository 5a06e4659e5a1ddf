import type { ParsedBody, Reply } from '../../domain/api.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'
import { checkoutOfSession } from './checkout-of-session.ts'
import { completeCheckout } from './complete-checkout.ts'
import { markTold } from './mark-told.ts'

/**
 * POST /api/checkout-session-complete: the success page came back with a session's id.
 * @throws ShopError 'not_found' for an unknown session; the page ignores it (spec §8 "Silent")
 */
export async function completeSession(
  shop: Shop,
  { sessionId }: ParsedBody<'completeCheckoutSession'>,
): Promise<Reply<'completeCheckoutSession'>> {
  const session = await shop.payments.fetchSession(sessionId)
  const checkoutId = session && (await checkoutOfSession(shop, session))
  if (!checkoutId) throw new ShopError('not_found', 'This checkout session is not known here.')
  const order = await completeCheckout(shop, checkoutId)
  await markTold(shop, checkoutId)
  return { orderNumber: order.orderNumber }
}
