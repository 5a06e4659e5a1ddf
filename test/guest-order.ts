import type { CartItem } from '../domain/cart.ts'

/** The body of POST /api/orders/guest for a cart. */
export function guestOrder(cart: CartItem[], stripePaymentIntentId: string, purchaserEmail: string) {
  const address = cart[0]?.shippingDetails
  return {
    cartItems: cart,
    purchaserEmail,
    stripePaymentIntentId,
    shippingInfo: {
      recipientName: address?.fullName,
      email: address?.email,
      addressLine1: address?.address,
      addressLine2: address?.address2 ?? null,
      city: address?.city,
      state: address?.state,
      zipCode: address?.zipCode,
      country: 'US',
    },
  }
}
