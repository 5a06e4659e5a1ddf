import { ApiError, callApi } from '../browser/call-api.ts'
import { showToast } from '../ui/toast-store.ts'
import type { NewOrder } from './last-order.ts'
import { reportPurchase } from './report-purchase.ts'
import type { StartedCheckout } from './start-payment.ts'

/**
 * Tells the server that the payment succeeded, and gets the order. May be repeated: the same payment gives the same
 * order.
 * @throws ApiError when no order number came back; the server still finishes the order by itself
 */
export async function createOrder(
  started: StartedCheckout,
  email: string,
  paymentIntentId: string,
): Promise<NewOrder> {
  const { cart, subscriptionId, customerId, taxInfo } = started
  const address = cart[0]?.shippingDetails
  const reply = await callApi('createGuestOrder', {
    cartItems: cart,
    purchaserEmail: email.trim(),
    stripePaymentIntentId: paymentIntentId,
    ...(subscriptionId ? { stripeSubscriptionId: subscriptionId } : {}),
    ...(customerId ? { stripeCustomerId: customerId } : {}),
    shippingInfo: {
      recipientName: address?.fullName ?? '',
      email: address?.email ?? '',
      addressLine1: address?.address ?? '',
      addressLine2: address?.address2 ?? null,
      city: address?.city ?? '',
      state: address?.state ?? '',
      zipCode: address?.zipCode ?? '',
      country: 'US',
    },
  })
  const orderNumber = reply.order?.orderNumber ?? reply.orderNumber
  if (!orderNumber) throw new ApiError(200, '', 'no order number')
  reportPurchase(orderNumber, taxInfo.total)
  showToast({
    title: 'Order confirmed',
    description: `${orderNumber}. The receipt is on its way to ${email.trim()}.`,
  })
  return { orderNumber, email: email.trim(), cart }
}
