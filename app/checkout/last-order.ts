import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { CartItem } from '../../domain/cart.ts'
import { clearCart, tellOtherTabsOrdered } from '../browser/cart-storage.ts'
import { forgetKeptPayment } from './start-payment.ts'

const key = 'lastOrder'

/** What is told of an item after it was ordered: not where it goes, which need not stay in the browser. */
export type OrderedItem = Omit<CartItem, 'price' | 'period' | 'colors'>

/** What the success page tells of the order that was just made, also after a reload. */
export type LastOrder = {
  orderNumber: string
  email: string
  /** the shop's day of the order; "" where this tab does not know */
  paidOn: CalendarDate | ''
  items: OrderedItem[]
}

/** An order that was just made, and the cart that became it. */
export type NewOrder = { orderNumber: string; email: string; cart: CartItem[] }

/**
 * Keeps the order for the success page and forgets the cart that became it (spec §4).
 * @param paidOn the shop's day
 * @returns what was kept, also where the browser has no storage
 */
export function keepOrder(order: NewOrder, paidOn: CalendarDate): LastOrder {
  const { orderNumber, email } = order
  const kept: LastOrder = { orderNumber, email, paidOn, items: order.cart.map(withoutAddress) }
  try {
    sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Without storage the page shows no number; the mail has it.
  }
  forgetKeptPayment()
  clearCart()
  tellOtherTabsOrdered(order.cart)
  return kept
}

/** The last order of this tab, or null. */
export function readLastOrder(): LastOrder | null {
  try {
    const value = JSON.parse(sessionStorage.getItem(key) ?? 'null') as LastOrder | null
    if (typeof value?.orderNumber !== 'string') return null
    return { ...value, paidOn: value.paidOn ?? '', items: Array.isArray(value.items) ? value.items : [] }
  } catch {
    return null
  }
}

function withoutAddress({ price, period, colors, ...item }: CartItem): OrderedItem {
  const { fullName = '' } = item.shippingDetails ?? {}
  const nowhere = { fullName, email: '', address: '', city: '', state: '', zipCode: '' }
  const emails = { senderEmail: '', recipientEmail: '' }
  return {
    ...item,
    shippingDetails: nowhere,
    ...(item.giftDetails ? { giftDetails: { ...item.giftDetails, ...emails } } : {}),
  }
}
