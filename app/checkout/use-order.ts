import { useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '../../domain/messages.ts'
import { callApi } from '../browser/call-api.ts'
import { clearCart } from '../browser/cart-storage.ts'
import type { StripeView } from '../shop/context.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import { choosePublishableKey, loadStripe } from '../stripe/load-stripe.ts'
import { showToast } from '../ui/toast-store.ts'
import { keepOrder, type LastOrder, type NewOrder, readLastOrder } from './last-order.ts'
import { type Confirmation, isSetup, readKeptPayment } from './start-payment.ts'
import { useFinishOrder } from './use-finish-order.ts'

type Standing =
  | { state: 'processing' }
  | { state: 'done'; order: LastOrder }
  /** the provider says it's paid; the order belongs to another tab or browser, and its number comes by email */
  | { state: 'paid' }
  /** neither a session nor an order in this browser: nothing is known to be paid */
  | { state: 'unknown' }
  /** a session that couldn't be confirmed */
  | { state: 'unconfirmed' }
  /** the bank hasn't decided, and this tab doesn't know the cart */
  | { state: 'undecided' }

/**
 * The order for the success page: from a bank's redirect, else by session_id from the server, else this tab's last
 * one. The cart is cleared once the page says that it is paid.
 */
export function useOrder() {
  const { stripe } = useShop()
  const today = useToday()
  const navigate = useNavigate()
  // The page is the same for everyone: nothing may look paid before the browser has read its URL.
  const [standing, setStanding] = useState<Standing>({ state: 'processing' })
  const backToCart = (problem: string) => navigate('/cart', { replace: true, state: { problem } })
  function onOrdered(order: NewOrder) {
    setStanding({ state: 'done', order: keepOrder(order, today) })
    // Removes the client secret from the URL.
    void navigate('/checkout/success', { replace: true })
  }
  const finishing = useFinishOrder(onOrdered, backToCart, async () =>
    lookUpReturn(readStripeReturn(window.location.search)!, stripe),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the URL the page was opened with
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
      // Another tab or browser: the server makes the order on its own.
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
    void backToCart(description)
  }

  return { standing, finishing }
}

async function completeSession(sessionId: string, known: LastOrder | null): Promise<Standing> {
  try {
    const { orderNumber } = await callApi('completeCheckoutSession', { sessionId })
    // This tab may know an earlier order.
    const isKnown = known?.orderNumber === orderNumber
    return { state: 'done', order: isKnown ? known : { orderNumber, email: '', paidOn: '', items: [] } }
  } catch {
    // Spec §8 "Silent": trust the provider that it is paid; the number comes by email.
    return { state: 'unconfirmed' }
  } finally {
    // Spec §2: whoever reads that they have paid must not find the same cart to pay again.
    clearCart()
  }
}

/**
 * The outcome of a payment after a bank's redirect. The provider is asked for its sentence or the saved card; if it
 * doesn't answer, the URL has to do, because the server checks before it makes an order.
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
    // A setup's card isn't known here, so the server makes its order.
    if (status !== 'failed') return { outcome: 'processing', paid }
    return { outcome: 'failed', message: messages.checkout.paymentErrorFallback }
  }
}

/** What a bank's redirect passes to the success page, in Stripe's query parameters (stripe.md §7). */
type StripeReturn = { clientSecret: string; status: 'succeeded' | 'failed' | 'unknown' }

/** The redirect's data in a query string; null if there was no redirect. */
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
