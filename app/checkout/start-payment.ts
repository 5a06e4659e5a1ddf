import type { Reply } from '../../domain/api.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { type CartItem, cartSubtotalCents } from '../../domain/cart.ts'
import { firstMissingField } from '../../domain/checkout.ts'
import { messages } from '../../domain/messages.ts'
import type { Plan } from '../../domain/plan.ts'
import { track } from '../browser/analytics.ts'
import { ApiError, callApi } from '../browser/call-api.ts'
import { showToast } from '../ui/toast-store.ts'

const key = 'startedPayment'

/** What the page needs to finish the order after a visit to the bank's page. */
export type KeptPayment = {
  started: StartedCheckout
  email: string
  /** the provider took the money, and the order isn't known yet */
  paid?: Paid
}

/** Saves a payment across a visit to another page; called before it is confirmed. */
export function keepPayment(payment: KeptPayment) {
  try {
    sessionStorage.setItem(key, JSON.stringify(payment))
  } catch {
    // Without storage the server finishes the order on its own, and the email has its number.
  }
}

/** The saved payment with this client secret, or null. */
export function readKeptPayment(clientSecret: string): KeptPayment | null {
  const kept = read()
  return kept?.started.clientSecret === clientSecret ? kept : null
}

/** The saved payment if its money was taken: its order comes before any other payment. */
export function readPaidPayment(): (KeptPayment & { paid: Paid }) | null {
  const kept = read()
  return kept?.paid ? { ...kept, paid: kept.paid } : null
}

function read(): KeptPayment | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptPayment | null
  } catch {
    return null
  }
}

/** Clears it once its order is known. */
export function forgetKeptPayment() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage may be forbidden; then nothing was kept.
  }
}

export type TaxInfo = Reply<'createPaymentIntent'>['taxInfo']

/** A promotion code's discount, as calculated by the server. */
export type AppliedPromotion = Reply<'previewPromotion'>

/** A payment started on the server, with its cart and promotion code. */
export type StartedCheckout = Reply<'createPaymentIntent'> & {
  cart: CartItem[]
  /** the shop's date, from which the renewal terms count: they stay as they were agreed to past midnight */
  startedOn: CalendarDate
  promotion: AppliedPromotion | null
}

export type StartOutcome =
  | { outcome: 'started'; started: StartedCheckout }
  | { outcome: 'ordered'; orderNumber: string }
  | { outcome: 'refused'; sentence: string; isPromotion?: boolean }

/**
 * Proceed to Payment (spec §4): validates the cart, then has the server start a payment. An error is shown as a toast
 * and returned, to be shown at the button.
 * @param today the shop's date, which a wrong clock on the device doesn't change
 * @param code the cart's promotion code; its discount is requested if unknown
 */
export async function startPayment(
  cart: CartItem[],
  { today, plans }: { today: CalendarDate; plans: readonly Plan[] },
  code: string | null,
  applied: AppliedPromotion | null,
): Promise<StartOutcome> {
  const missing = firstMissingField(cart, today)
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
    if (!isWhole(reply)) throw new Error('The reply is not a payment that the form could take.')
    return { outcome: 'started', started: { ...reply, cart, startedOn: today, promotion } }
  } catch (error) {
    const orderNumber = error instanceof ApiError ? error.details.orderNumber : undefined
    // It was paid, and the reply got lost: nothing is paid twice.
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

// What isn't the shop, such as a proxy's own page, may have answered.
function isWhole({ clientSecret, taxInfo }: Partial<Reply<'createPaymentIntent'>>): boolean {
  return typeof clientSecret === 'string' && typeof taxInfo?.total === 'number'
}

function refuse(title: string, sentence: string): { outcome: 'refused'; sentence: string } {
  showToast({ title, description: sentence, destructive: true })
  return { outcome: 'refused', sentence }
}

/** A payment or setup that succeeded at the provider. */
export type Paid = {
  intentId: string
  /** the payment method for later charges; null if the provider didn't say */
  paymentMethodId: string | null
}

/** The outcome of a payment at the provider. */
export type Confirmation =
  | { outcome: 'succeeded'; paid: Paid }
  /** the bank hasn't decided yet; no second payment may start meanwhile */
  | { outcome: 'processing'; paid: Paid }
  /** the bank requires authentication */
  | { outcome: 'asks' }
  /** a field is missing; the provider's own fields say which */
  | { outcome: 'incomplete'; message: string }
  /** this payment can't be paid anymore; another one has to start */
  | { outcome: 'expired'; message: string }
  /** the provider's own sentence */
  | { outcome: 'failed'; message: string }

/** Nothing is due today, so a card is only set up (stripe.md §9). */
export function isSetup(clientSecret: string): boolean {
  return clientSecret.startsWith('seti_')
}
