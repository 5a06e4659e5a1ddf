import type { CartItem } from '../../domain/cart.ts'
import { clearCart, tellOtherTabsOrdered } from '../browser/cart-storage.ts'
import { forgetKeptPayment } from './kept-payment.ts'

const key = 'lastOrder'

/** What the success page tells of the order that was just made, also after a reload. */
export type LastOrder = { orderNumber: string; email: string; gifts: string[] }

/** An order that was just made, and the cart that became it. */
export type NewOrder = { orderNumber: string; email: string; cart: CartItem[] }

/** Keeps the order for the success page and forgets the cart that became it (spec §4). */
export function keepOrder(order: NewOrder) {
  const gifts = order.cart
    .filter((item) => item.recipientType === 'gift')
    .map((item) => item.shippingDetails?.fullName ?? '')
  const kept: LastOrder = { orderNumber: order.orderNumber, email: order.email, gifts }
  try {
    sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Without storage the page shows no number; the mail has it.
  }
  forgetKeptPayment()
  clearCart()
  tellOtherTabsOrdered(order.cart)
}

/** The last order of this tab, or null. */
export function readLastOrder(): LastOrder | null {
  try {
    const value = JSON.parse(sessionStorage.getItem(key) ?? 'null') as LastOrder | null
    return typeof value?.orderNumber === 'string' ? value : null
  } catch {
    return null
  }
}
