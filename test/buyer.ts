import type { CartItem } from '../domain/cart.ts'
import { guestOrder } from './guest-order.ts'

/** A browser that buys over HTTP and never gives up: whatever the shop does, it retries the same step. */
export type Buyer = {
  /** pays and reports the payment; returns the order number, or null if it leaves before reporting */
  buy(cart: CartItem[], leavesAfterPaying: boolean): Promise<string | null>
}

export type BuyerOptions = {
  /** milliseconds between attempts */
  pause?: number
  /** pays where the browser would; absent: with the demo's card form */
  pay?: (clientSecret: string, email: string) => Promise<unknown>
}

/** @param address the shop's current URL, which may change when the shop is restarted */
export function patientBuyer(address: () => string, { pause = 100, pay }: BuyerOptions = {}): Buyer {
  // biome-ignore lint/suspicious/noExplicitAny: replies of several shapes
  async function post(path: string, body: unknown): Promise<any> {
    for (const until = Date.now() + 600_000; Date.now() < until; ) {
      const response = await fetch(`${address()}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).catch(() => null)
      if (response && response.status < 500) {
        const text = await response.text().catch(() => null)
        if (text !== null) return JSON.parse(text)
      }
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    throw new Error(`no answer from ${path}`)
  }

  const payAtProvider =
    pay ??
    ((clientSecret: string, email: string) =>
      post('/api/demo-payments/confirm', {
        clientSecret,
        cardNumber: '4242424242424242',
        expiration: '12/30',
        securityCode: '123',
        email,
      }))

  return {
    async buy(cart, leavesAfterPaying) {
      const started = await post('/api/create-payment-intent', { cartItems: cart })
      // The reply to the payment may have been lost: then the shop says the cart is already ordered.
      if (started.code === 'already_ordered') return started.details.orderNumber
      const email = cart[0]?.shippingDetails?.email ?? ''
      await payAtProvider(started.clientSecret, email)
      if (leavesAfterPaying) return null
      const intentId = started.clientSecret.split('_secret_')[0]
      const ordered = await post('/api/orders/guest', guestOrder(cart, intentId, email))
      if (!ordered.orderNumber) throw new Error(`no order: ${JSON.stringify(ordered)}`)
      return ordered.orderNumber
    },
  }
}
