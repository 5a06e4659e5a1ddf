import { eq } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import type { CartItem } from '../../domain/cart.ts'
import { isPurchaserEmail } from '../../domain/checkout.ts'
import { ShopError } from '../../domain/errors.ts'
import { messages } from '../../domain/messages.ts'
import { completeCheckout } from '../checkout/complete-checkout.ts'
import { markTold } from '../checkout/mark-told.ts'
import { cartHash } from '../checkout/snapshot.ts'
import type { Shop } from '../shop.ts'

/**
 * POST /api/create-subscription-order: nothing was due, and the browser says that its card is set up. The provider is
 * asked; customer and payment method must be those of the set-up (payments.md §9). Answers the same number every time.
 * @throws ShopError 'payment_not_found', 'payment_not_completed', 'payment_of_another_cart', or 'setup_refused' when
 *   the card was refused for the subscription: no order exists then
 */
export async function placeSubscriptionOrder(
  shop: Shop,
  body: ParsedBody<'createSubscriptionOrder'>,
): Promise<Reply<'createSubscriptionOrder'>> {
  if (!isPurchaserEmail(body.purchaserEmail)) {
    const sentence = messages.checkout.emailRequiredDetail
    throw new ShopError('invalid_body', sentence, { fields: { purchaserEmail: sentence } })
  }
  const [checkout] = await shop.db.select().from(checkouts).where(eq(checkouts.intentId, body.setupIntentId))
  if (checkout?.kind !== 'setup') {
    throw new ShopError('payment_not_found', 'This set-up is not known here. No order was made.', {
      fields: { setupIntentId: 'Unknown set-up' },
    })
  }
  const setup = await shop.payments.fetch(body.setupIntentId)
  const isTheirs =
    cartHash(body.cartItems as CartItem[]) === checkout.cartHash &&
    (!body.customerId || body.customerId === checkout.customerId) &&
    (setup?.status !== 'succeeded' || setup.paymentMethodId === body.paymentMethodId)
  if (!isTheirs) {
    throw new ShopError('payment_of_another_cart', 'This set-up belongs to another cart.')
  }
  const { orderNumber } = await completeCheckout(shop, checkout.id, body.purchaserEmail.trim())
  await markTold(shop, checkout.id)
  return { orderNumber, order: { orderNumber } }
}
