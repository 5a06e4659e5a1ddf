import { useState } from 'react'
import { messages } from '../../domain/messages.ts'
import { track } from '../browser/analytics.ts'
import { ApiError, callApi } from '../browser/call-api.ts'
import { showToast } from '../ui/toast-store.ts'

import type { NewOrder } from './last-order.ts'
import { isSetup, type KeptPayment, type Paid, type StartedCheckout } from './start-payment.ts'

const key = 'reportedOrders'
const maxKept = 20

/**
 * Reports purchase and conversion once per order (spec §1), also when a bank sends the buyer back into another tab: value in dollars,
 * currency fixed USD. Without a number nothing can be told apart, so the id is empty.
 */
export function reportPurchase(orderNumber: string | undefined, totalCents: number) {
  if (orderNumber && wasReported(orderNumber)) return
  const facts = { value: totalCents / 100, currency: 'USD', transaction_id: orderNumber ?? '' }
  track('purchase', facts)
  track('conversion', facts)
}

function wasReported(orderNumber: string): boolean {
  try {
    const reported: string[] = JSON.parse(localStorage.getItem(key) ?? '[]')
    if (reported.includes(orderNumber)) return true
    localStorage.setItem(key, JSON.stringify([...reported, orderNumber].slice(-maxKept)))
  } catch {
    // Without storage a reload may report again; the order number tells the receiver that it is the same.
  }
  return false
}

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
    description: 'Welcome to the club.',
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

/** A payment that is made, or being made, and has no order yet: from here on only the order is tried. */
export type Unfinished = {
  kept: KeptPayment
  paid: Paid
  /** 'processing': the bank has not decided; 'order' and 'setup': what could not be made though the bank said yes */
  because: 'processing' | 'order' | 'setup'
  /** why it could not be made (spec §8 "Order call server failures") */
  reason?: string | undefined
}

const { checkout } = messages

/**
 * From a succeeded payment to its order; where that fails, it says so and can be tried again without paying again.
 * `onRefused` gets the sentence of a card that was set up and then refused: nothing was charged, and another is needed.
 */
export function useFinishing(onOrdered: (order: NewOrder) => void, onRefused: (sentence: string) => void) {
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function finish(kept: KeptPayment, paid: Paid) {
    setIsBusy(true)
    try {
      onOrdered(await createOrder(kept.started, kept.email, paid))
    } catch (error) {
      const isForSetup = isSetup(kept.started.clientSecret)
      const reason = error instanceof ApiError ? error.sentence : undefined
      if (error instanceof ApiError && error.code === 'setup_refused') onRefused(reason ?? '')
      else setUnfinished({ kept, paid, because: isForSetup ? 'setup' : 'order', reason })
      showToast({
        title: isForSetup ? checkout.subscriptionCreationFailed : checkout.orderCreationFailed,
        description: isForSetup
          ? checkout.subscriptionCreationFailedDetail
          : checkout.orderCreationFailedDetail,
        destructive: true,
      })
    } finally {
      setIsBusy(false)
    }
  }

  async function look({ kept, paid }: Unfinished) {
    setIsBusy(true)
    try {
      onOrdered(await createOrder(kept.started, kept.email, paid))
    } catch {
      showToast({ title: 'Not decided yet', description: 'Your bank is still working on the payment.' })
    } finally {
      setIsBusy(false)
    }
  }

  return {
    unfinished,
    isBusy,
    finish,
    /** the bank has not decided yet */
    wait: (kept: KeptPayment, paid: Paid) => setUnfinished({ kept, paid, because: 'processing' }),
    async tryAgain() {
      if (!unfinished || isBusy) return
      if (unfinished.because === 'processing') await look(unfinished)
      else await finish(unfinished.kept, unfinished.paid)
    },
  }
}
