import type { Reply } from '../../domain/api.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { type CartItem, cartSubtotalCents } from '../../domain/cart.ts'
import { firstMissingField } from '../../domain/checkout.ts'
import { messages } from '../../domain/messages.ts'
import { track } from '../browser/analytics.ts'
import { ApiError, callApi } from '../browser/call-api.ts'
import type { ShopView } from '../shop/context.ts'
import { showToast } from '../ui/toast-store.ts'

const key = 'startedPayment'

/** What the page needs to finish the order when the buyer comes back from a bank's page. */
export type KeptPayment = { started: StartedCheckout; email: string }

/** Keeps a payment over the trip to another page; called before it is confirmed. */
export function keepPayment(payment: KeptPayment) {
  try {
    sessionStorage.setItem(key, JSON.stringify(payment))
  } catch {
    // Without storage the server finishes the order by itself, and the mail has its number.
  }
}

/** The kept payment with this client secret, or null. */
export function readKeptPayment(clientSecret: string): KeptPayment | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptPayment | null
    return kept?.started.clientSecret === clientSecret ? kept : null
  } catch {
    return null
  }
}

/** Forgets it, when its order is known. */
export function forgetKeptPayment() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage may be forbidden; then nothing was kept.
  }
}

export type TaxInfo = Reply<'createPaymentIntent'>['taxInfo']

/** What a promotion code takes off a cart, as the server said. */
export type AppliedPromotion = Reply<'previewPromotion'>

/** A payment that the server has begun, and the cart and promotion code it is for. */
export type StartedCheckout = Reply<'createPaymentIntent'> & {
  cart: CartItem[]
  promotion: AppliedPromotion | null
}

export type StartOutcome =
  | { outcome: 'started'; started: StartedCheckout }
  | { outcome: 'ordered'; orderNumber: string }
  | { outcome: 'refused'; sentence: string; isPromotion?: boolean }

/**
 * Proceed to Payment (spec §4): validates, then asks the server for a payment. What is wrong is shown as a toast and
 * returned, to stand beside the button.
 * @param code the promotion code kept with the cart; what it takes off is asked for where it is not known yet
 */
export async function startPayment(
  cart: CartItem[],
  { timeZone, plans }: Pick<ShopView, 'timeZone' | 'plans'>,
  code: string | null,
  applied: AppliedPromotion | null,
): Promise<StartOutcome> {
  const missing = firstMissingField(cart, calendarDateIn(timeZone, new Date()))
  if (missing) return refuse(messages.checkout.missingFields, missing)
  track('begin_checkout', {
    value: cartSubtotalCents(cart, plans) / 100,
    currency: 'USD',
    items: cart.length,
  })
  try {
    const asked = code ? { promotionCode: code } : {}
    const promotion = code
      ? (applied ?? (await callApi('previewPromotion', { promotionCode: code, cartItems: cart })))
      : null
    const reply = await callApi('createPaymentIntent', { cartItems: cart, ...asked })
    return { outcome: 'started', started: { ...reply, cart, promotion } }
  } catch (error) {
    const orderNumber = error instanceof ApiError ? error.details.orderNumber : undefined
    // It was paid before, and the answer got lost: nothing is paid twice.
    if (orderNumber) return { outcome: 'ordered', orderNumber }
    const sentence = error instanceof ApiError ? error.sentence : undefined
    const refused = refuse(
      messages.checkout.checkoutError,
      sentence ?? messages.checkout.checkoutErrorFallback,
    )
    return error instanceof ApiError && error.code === 'promotion_refused'
      ? { ...refused, isPromotion: true }
      : refused
  }
}

function refuse(title: string, sentence: string): { outcome: 'refused'; sentence: string } {
  showToast({ title, description: sentence, destructive: true })
  return { outcome: 'refused', sentence }
}

/** A payment or set-up that succeeded at the provider. */
export type Paid = {
  intentId: string
  /** what later charges are made on; null where the provider did not say */
  paymentMethodId: string | null
}

/** How a payment ended at the provider. */
export type Confirmation =
  | { outcome: 'succeeded'; paid: Paid }
  /** the bank has not decided yet; there must be no second payment meanwhile */
  | { outcome: 'processing'; paid: Paid }
  /** the bank wants to hear from the buyer first */
  | { outcome: 'asks' }
  /** something has to be filled in; the provider's own fields say what */
  | { outcome: 'incomplete'; message: string }
  /** this payment cannot be paid any more; another has to be begun */
  | { outcome: 'expired'; message: string }
  /** the provider's own sentence */
  | { outcome: 'failed'; message: string }

/** Nothing is due today, so a card is only set up (stripe.md §9). */
export function isSetup(clientSecret: string): boolean {
  return clientSecret.startsWith('seti_')
}
