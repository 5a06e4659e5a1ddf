import { useState } from 'react'
import { messages } from '../../domain/messages.ts'
import { track } from '../browser/analytics.ts'
import { ApiError, callApi } from '../browser/call-api.ts'
import { showToast } from '../ui/toast-store.ts'
import type { NewOrder } from './last-order.ts'
import {
  type Confirmation,
  forgetKeptPayment,
  isSetup,
  type KeptPayment,
  keepPayment,
  type Paid,
  type StartedCheckout,
} from './start-payment.ts'

const key = 'reportedOrders'
const maxKept = 20

/**
 * Reports purchase and conversion once per order (spec §1), even if the bank sends the buyer back to another tab:
 * value in dollars, currency always USD. Without an order number the id is empty.
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
    // Without storage a reload may report again; the order number lets the receiver deduplicate.
  }
  return false
}

/**
 * Tells the server that the payment or setup succeeded, and gets the order. Idempotent: the same payment gives the
 * same order.
 * @throws ApiError without an order number; the server still finishes a paid order on its own
 */
export async function createOrder(started: StartedCheckout, email: string, paid: Paid): Promise<NewOrder> {
  const purchaserEmail = email.trim()
  const orderNumber = await askForOrder(started, purchaserEmail, paid)
  reportPurchase(orderNumber, started.taxInfo.total)
  showToast({
    title: 'Order confirmed',
    description: 'Welcome to the club.',
  })
  return { orderNumber, email: purchaserEmail, cart: started.cart, paid: started.taxInfo }
}

/** Whether asking again can't help. */
const isFinal = (status: number) => status >= 400 && status < 500 && status !== 429

/**
 * Orders what was paid for before the cart changed: the shop doesn't charge the same cart twice, but knows no other.
 * @returns null if the shop knows better: there is no such payment, or it needs another look by people
 * @throws ApiError as `createOrder`
 */
export async function orderPaidBefore({
  started,
  email,
  paid,
}: Required<KeptPayment>): Promise<NewOrder | null> {
  try {
    return await createOrder(started, email, paid)
  } catch (error) {
    if (!(error instanceof ApiError && isFinal(error.status))) throw error
    forgetKeptPayment()
    return null
  }
}

/** @throws ApiError with the server's sentence, or that of spec §8 "Order call server failures" */
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

/** A payment that is made or processing, without an order yet: from here on only the order is retried. */
export type Unfinished = {
  kept: KeptPayment
  paid: Paid
  /** 'processing': the bank hasn't decided; 'order' and 'setup': what failed after the bank approved */
  because: 'processing' | 'order' | 'setup'
  /** why it failed (spec §8 "Order call server failures") */
  reason?: string | undefined
}

const { checkout } = messages

/**
 * Turns a successful payment into an order; a failure is shown and can be retried without paying again.
 * @param onRefused gets the sentence for a payment that the bank refused after all, or a card that was set up but then
 *   refused: nothing was charged, and another card is needed
 * @param lookUp asks the provider what became of a payment that was processing
 */
export function useFinishOrder(
  onOrdered: (order: NewOrder) => void,
  onRefused: (sentence: string) => void,
  lookUp?: () => Promise<Confirmation>,
) {
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  function succeed(order: NewOrder) {
    setUnfinished(null)
    onOrdered(order)
  }

  async function finish(kept: KeptPayment, paid: Paid) {
    setIsBusy(true)
    // A setup takes no money.
    if (!isSetup(kept.started.clientSecret)) keepPayment({ ...kept, paid })
    try {
      succeed(await createOrder(kept.started, kept.email, paid))
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
      const now = await lookUp?.()
      if (now && 'message' in now) return refuse(kept, now.message)
      succeed(await createOrder(kept.started, kept.email, now?.outcome === 'succeeded' ? now.paid : paid))
    } catch {
      showToast({ title: 'Not decided yet', description: 'Your bank is still working on the payment.' })
    } finally {
      setIsBusy(false)
    }
  }

  function refuse({ started }: KeptPayment, sentence: string) {
    const title = isSetup(started.clientSecret) ? checkout.setupFailed : checkout.paymentFailed
    showToast({ title, description: sentence, destructive: true })
    onRefused(sentence)
  }

  return {
    unfinished,
    isBusy,
    finish,
    /** the bank hasn't decided yet */
    wait: (kept: KeptPayment, paid: Paid) => setUnfinished({ kept, paid, because: 'processing' }),
    async tryAgain() {
      if (!unfinished || isBusy) return
      if (unfinished.because === 'processing') await look(unfinished)
      else await finish(unfinished.kept, unfinished.paid)
    },
  }
}
