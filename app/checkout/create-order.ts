import { messages } from '../../domain/messages.ts'
import { ApiError, callApi } from '../browser/call-api.ts'
import { showToast } from '../ui/toast-store.ts'
import { isSetup, type Paid } from './confirm-payment.ts'
import type { NewOrder } from './last-order.ts'
import { reportPurchase } from './report-purchase.ts'
import type { StartedCheckout } from './start-payment.ts'

/**
 * Tells the server that the payment or set-up succeeded, and gets the order. May be repeated: the same payment gives
 * the same order.
 * @throws ApiError when no order number came back; the server still finishes a paid order by itself
 */
export async function createOrder(started: StartedCheckout, email: string, paid: Paid): Promise<NewOrder> {
  const purchaserEmail = email.trim()
  const orderNumber = await askForOrder(started, purchaserEmail, paid)
  reportPurchase(orderNumber, started.taxInfo.total)
  showToast({
    title: 'Order confirmed',
    description: `${orderNumber}. The receipt is on its way to ${purchaserEmail}.`,
  })
  return { orderNumber, email: purchaserEmail, cart: started.cart }
}

/** @throws ApiError with the server's sentence, else that of spec §8 "Order call server failures" */
async function askForOrder(started: StartedCheckout, purchaserEmail: string, paid: Paid): Promise<string> {
  const ofSetup = isSetup(started.clientSecret)
  try {
    const ask = ofSetup ? createSubscriptionOrder : createGuestOrder
    const reply = await ask(started, purchaserEmail, paid)
    const orderNumber = reply.order?.orderNumber ?? reply.orderNumber
    if (!orderNumber) throw new ApiError(200, '', 'no order number')
    return orderNumber
  } catch (error) {
    const { orderFallback, subscriptionOrderFallback } = messages.checkout
    if (error instanceof ApiError) error.sentence ??= ofSetup ? subscriptionOrderFallback : orderFallback
    throw error
  }
}

function createSubscriptionOrder({ cart, customerId }: StartedCheckout, purchaserEmail: string, paid: Paid) {
  return callApi('createSubscriptionOrder', {
    setupIntentId: paid.intentId,
    paymentMethodId: paid.paymentMethodId ?? '',
    cartItems: cart,
    purchaserEmail,
    customerId: customerId ?? '',
  })
}

function createGuestOrder(started: StartedCheckout, purchaserEmail: string, paid: Paid) {
  const { cart, subscriptionId, customerId } = started
  const address = cart[0]?.shippingDetails
  return callApi('createGuestOrder', {
    cartItems: cart,
    purchaserEmail,
    stripePaymentIntentId: paid.intentId,
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
}
