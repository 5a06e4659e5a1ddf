import { useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '../../domain/messages.ts'
import { callApi } from '../browser/call-api.ts'
import { clearCart } from '../browser/cart-storage.ts'
import type { StripeView } from '../shop/context.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import { choosePublishableKey, loadStripe } from '../stripe/load-stripe.ts'
import { showToast } from '../ui/toast-store.ts'
import { keepOrder, type LastOrder, readLastOrder } from './last-order.ts'
import { type Confirmation, isSetup, readKeptPayment } from './start-payment.ts'
import { useFinishing } from './use-finishing.ts'

type Standing =
  | { state: 'processing' }
  | { state: 'done'; order: LastOrder }
  /** the provider says that it is paid; its order is another tab's or browser's, and its number comes by mail */
  | { state: 'paid' }
  /** neither a session nor an order of this browser: nothing is known to be paid */
  | { state: 'unknown' }
  /** a session that could not be confirmed */
  | { state: 'unconfirmed' }
  /** the bank has not decided, and this tab does not know the cart */
  | { state: 'undecided' }

/**
 * The order that the success page tells of: what a bank's page sent back, else by session_id from the server, else the
 * last one of this tab. The cart is cleared when the order or its payment is sure, and kept otherwise.
 */
export function useOrder() {
  const { stripe } = useShop()
  const today = useToday()
  const navigate = useNavigate()
  // The page is the same for all who come: before the browser has read its address, nothing may look paid.
  const [standing, setStanding] = useState<Standing>({ state: 'processing' })
  const backToCart = (problem: string) => navigate('/cart', { replace: true, state: { problem } })
  const finishing = useFinishing((order) => {
    setStanding({ state: 'done', order: keepOrder(order, today) })
    // The client secret does not stay in the address.
    navigate('/checkout/success', { replace: true })
  }, backToCart)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the address that the page was opened with
  useLayoutEffect(() => {
    let isGone = false
    const show = (next: Standing) => !isGone && setStanding(next)
    const query = window.location.search
    const returned = readStripeReturn(query)
    const sessionId = new URLSearchParams(query).get('session_id')
    if (returned) {
      show({ state: 'processing' })
      void finishReturn(returned, show)
    } else {
      const known = readLastOrder()
      if (sessionId) void completeSession(sessionId, known).then(show)
      else if (known) show({ state: 'done', order: known })
      else show({ state: 'unknown' })
    }
    return () => {
      isGone = true
    }
  }, [])

  async function finishReturn(returned: StripeReturn, show: (next: Standing) => void) {
    const { clientSecret } = returned
    const kept = readKeptPayment(clientSecret)
    const result = await lookUpReturn(returned, stripe)
    if (result.outcome === 'succeeded') {
      if (kept) return finishing.finish(kept, result.paid)
      // Another tab or another browser: the server makes the order by itself.
      clearCart()
      return show({ state: 'paid' })
    }
    if (result.outcome === 'processing') {
      return kept ? finishing.wait(kept, result.paid) : show({ state: 'undecided' })
    }
    const { setupFailed, paymentFailed, paymentErrorFallback } = messages.checkout
    const description = 'message' in result ? result.message : paymentErrorFallback
    showToast({
      title: isSetup(clientSecret) ? setupFailed : paymentFailed,
      description,
      destructive: true,
    })
    backToCart(description)
  }

  return { standing, finishing }
}

async function completeSession(sessionId: string, known: LastOrder | null): Promise<Standing> {
  try {
    const { orderNumber } = await callApi('completeCheckoutSession', { sessionId })
    clearCart()
    // What this tab knows may be of an order before.
    const isKnown = known?.orderNumber === orderNumber
    return { state: 'done', order: isKnown ? known : { orderNumber, email: '', paidOn: '', items: [] } }
  } catch {
    // Spec §8 "Silent": the payment is the provider's word, the number comes by mail.
    return { state: 'unconfirmed' }
  }
}

/**
 * How the payment ended that a bank's page sent back. The provider is asked, for its sentence or for the card that it
 * keeps; when it cannot be asked, the address in the browser has to do: the server checks before it makes an order.
 */
async function lookUpReturn(returned: StripeReturn, stripe: StripeView | null): Promise<Confirmation> {
  const { clientSecret, status } = returned
  const paid = { intentId: intentIdOf(clientSecret), paymentMethodId: null }
  if (status === 'succeeded' && !isSetup(clientSecret)) return { outcome: 'succeeded', paid }
  try {
    const key = stripe && choosePublishableKey(stripe, window.location.hostname)
    if (!key) throw new Error('there is no key for this host')
    const [provider, { lookUpStripePayment }] = await Promise.all([
      loadStripe(key),
      import('./confirm-stripe-payment.ts'),
    ])
    return await lookUpStripePayment(provider, clientSecret)
  } catch {
    // A set-up's card is not known here, so its order is left to the server.
    if (status !== 'failed') return { outcome: 'processing', paid }
    return { outcome: 'failed', message: messages.checkout.paymentErrorFallback }
  }
}

/** What a bank's page hands back to the success page: query parameters of Stripe's (stripe.md §7). */
type StripeReturn = { clientSecret: string; status: 'succeeded' | 'failed' | 'unknown' }

/** The return in a query string, or null when the page was not reached from a bank. */
export function readStripeReturn(search: string): StripeReturn | null {
  const query = new URLSearchParams(search)
  const clientSecret = query.get('payment_intent_client_secret') ?? query.get('setup_intent_client_secret')
  if (!clientSecret) return null
  const status = query.get('redirect_status')
  return { clientSecret, status: status === 'succeeded' || status === 'failed' ? status : 'unknown' }
}

/** "pi_1_secret_2" → "pi_1" */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0]!
}
