import { and, eq, isNull } from 'drizzle-orm'
import { orders } from '../../db/schema.ts'
import { addressProblems, emailProblem } from '../../domain/address.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import type { CartItem } from '../../domain/cart.ts'
import { firstMissingField, isPurchaserEmail } from '../../domain/checkout.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import { messages } from '../../domain/messages.ts'
import { cartHash, type Snapshot } from '../ledger/snapshot.ts'
import type { Shop } from '../shop/shop.ts'
import { completeCheckout } from './complete-checkout.ts'
import { findCheckout, type KnownCheckout } from './find-checkout.ts'
import { forPayer } from './note-owed.ts'

/**
 * POST /api/orders/guest: the browser reports that its payment succeeded, or, if nothing is charged, that the buyer places
 * the order. The provider is asked; posted prices and addresses are ignored in favor of the checkout's snapshot (stripe.md
 * §9). Returns the same order number every time.
 * @throws ShopError 'payment_not_found', 'payment_not_completed', or 'payment_of_another_cart' if the posted cart isn't the
 *   paid one and the email isn't the payer's: a paid order exists then, but its number isn't returned
 */
export async function placeGuestOrder(
  shop: Shop,
  body: ParsedBody<'createGuestOrder'>,
): Promise<Reply<'createGuestOrder'>> {
  refuseUndeliverable(body)
  return forPayer(shop, body.stripePaymentIntentId, () => orderOf(shop, body))
}

async function orderOf(shop: Shop, body: ParsedBody<'createGuestOrder'>): Promise<Reply<'createGuestOrder'>> {
  const known = await findCheckout(shop, { intentId: body.stripePaymentIntentId })
  if (!known) {
    throw new ShopError('payment_not_found', 'We can’t find this payment, so we haven’t made an order.', {
      fields: { stripePaymentIntentId: 'Unknown payment' },
    })
  }
  const isSameCart = cartHash(body.cartItems as CartItem[]) === known.checkout.cartHash
  const typedEmail = isSameCart ? body.purchaserEmail.trim() : undefined
  const { orderId, orderNumber, email } = await completeCheckout(shop, known, {
    typedEmail,
    isTelling: isSameCart,
    isPlacing: isSameCart,
  })
  if (!isSameCart) {
    if (!isPayer(known, email, body.purchaserEmail)) {
      throw new ShopError('payment_of_another_cart', 'This payment belongs to another cart.')
    }
    // Once more, because only now is the number returned to a browser.
    await completeCheckout(shop, known.checkout.id, { isTelling: true })
  }
  if (typedEmail && email === null) await keepEmail(shop, orderId, typedEmail)
  return { orderNumber, order: { orderNumber } }
}

/**
 * Repeats the checkout's validation, for callers who skip the page. A payment already made isn't lost: the reconciler makes
 * its order from what was validated at the start.
 */
function refuseUndeliverable(
  body: Pick<ParsedBody<'createGuestOrder'>, 'purchaserEmail' | 'cartItems'> &
    Partial<Pick<ParsedBody<'createGuestOrder'>, 'shippingInfo'>>,
) {
  if (!isPurchaserEmail(body.purchaserEmail)) {
    const sentence = messages.checkout.emailRequiredDetail
    throw new ShopError('invalid_body', sentence, { fields: { purchaserEmail: sentence } })
  }
  // The day '0000-01-01' disables the check of a gift's notice day, which may have passed since the payment began.
  const problem = firstMissingField(body.cartItems as CartItem[], '0000-01-01')
  if (problem) throw new ShopError('invalid_cart', problem, { fields: { cartItems: problem } })
  const { shippingInfo } = body
  if (!shippingInfo) return
  const wrong = { ...addressProblems(shippingInfo), email: emailProblem(shippingInfo.email) ?? undefined }
  const [field, sentence] = Object.entries(wrong).find(([, each]) => each) ?? []
  if (field && sentence) {
    throw new ShopError('invalid_body', sentence, { fields: { [`shippingInfo.${field}`]: sentence } })
  }
}

// Whether an email is the payer's, who gets the number even if the cart has changed in another tab since paying.
function isPayer({ checkout }: KnownCheckout, ofOrder: string | null, email: string): boolean {
  const known = (checkout.snapshot as Snapshot).items.map((item) => item.cart.shippingDetails?.email ?? '')
  return [ofOrder ?? '', ...known].some(
    (each) => each !== '' && normalizeEmail(each) === normalizeEmail(email),
  )
}

async function keepEmail(shop: Shop, orderId: string, email: string) {
  await shop.db
    .update(orders)
    .set({ purchaserEmail: email })
    .where(and(eq(orders.id, orderId), isNull(orders.purchaserEmail)))
}

/**
 * POST /api/create-subscription-order: nothing was due, and the browser reports that its card is set up. The provider is
 * asked; customer and payment method must match the setup (stripe.md §9). Returns the same number every time.
 * @throws ShopError 'payment_not_found', 'payment_not_completed', 'payment_of_another_cart', or 'setup_refused' if the card
 *   was refused for the subscription: no order exists then
 */
export async function placeSubscriptionOrder(
  shop: Shop,
  body: ParsedBody<'createSubscriptionOrder'>,
): Promise<Reply<'createSubscriptionOrder'>> {
  refuseUndeliverable(body)
  return forPayer(shop, body.setupIntentId, () => subscriptionOrderOf(shop, body))
}

async function subscriptionOrderOf(
  shop: Shop,
  body: ParsedBody<'createSubscriptionOrder'>,
): Promise<Reply<'createSubscriptionOrder'>> {
  const known = await findCheckout(shop, { intentId: body.setupIntentId })
  const checkout = known?.checkout
  if (checkout?.kind !== 'setup') {
    throw new ShopError('payment_not_found', 'We can’t find this card setup, so we haven’t made an order.', {
      fields: { setupIntentId: 'Unknown set-up' },
    })
  }
  const setup = await shop.payments.fetch(body.setupIntentId)
  const isTheirs =
    cartHash(body.cartItems as CartItem[]) === checkout.cartHash &&
    (!body.customerId || body.customerId === checkout.customerId) &&
    (setup?.status !== 'succeeded' || setup.paymentMethodId === body.paymentMethodId)
  if (!isTheirs) {
    throw new ShopError('payment_of_another_cart', 'This card setup belongs to another cart.')
  }
  const { orderNumber } = await completeCheckout(shop, known!, {
    typedEmail: body.purchaserEmail.trim(),
    isTelling: true,
  })
  return { orderNumber, order: { orderNumber } }
}
