import type { Reply } from '../../domain/api.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { type CartItem, cartSubtotalCents } from '../../domain/cart.ts'
import { firstMissingField } from '../../domain/checkout.ts'
import { messages } from '../../domain/messages.ts'
import { track } from '../browser/analytics.ts'
import { ApiError, callApi } from '../browser/call-api.ts'
import { showToast } from '../ui/toast-store.ts'

export type TaxInfo = Reply<'createPaymentIntent'>['taxInfo']

/** A payment that the server has begun, and the cart it is for. */
export type StartedCheckout = Reply<'createPaymentIntent'> & { cart: CartItem[] }

export type StartOutcome =
  | { outcome: 'started'; started: StartedCheckout }
  | { outcome: 'ordered'; orderNumber: string }
  | { outcome: 'refused'; sentence: string }

/**
 * Proceed to Payment (spec §4): validates, then asks the server for a payment. What is wrong is shown as a toast and
 * returned, to stand beside the button.
 */
export async function startPayment(cart: CartItem[], timeZone: string): Promise<StartOutcome> {
  const missing = firstMissingField(cart, calendarDateIn(timeZone, new Date()))
  if (missing) return refuse(messages.checkout.missingFields, missing)
  track('begin_checkout', { value: cartSubtotalCents(cart) / 100, currency: 'USD', items: cart.length })
  try {
    const reply = await callApi('createPaymentIntent', { cartItems: cart })
    return { outcome: 'started', started: { ...reply, cart } }
  } catch (error) {
    const orderNumber = error instanceof ApiError ? error.details.orderNumber : undefined
    // It was paid before, and the answer got lost: nothing is paid twice.
    if (orderNumber) return { outcome: 'ordered', orderNumber }
    const sentence = error instanceof ApiError ? error.sentence : undefined
    return refuse(messages.checkout.checkoutError, sentence ?? messages.checkout.checkoutErrorFallback)
  }
}

function refuse(title: string, sentence: string): StartOutcome {
  showToast({ title, description: sentence, destructive: true })
  return { outcome: 'refused', sentence }
}
