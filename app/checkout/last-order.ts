import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { CartItem } from '../../domain/cart.ts'
import { clearCart, readCart, removeFromCart, removeFromOtherTabs } from '../browser/cart-storage.ts'
import { keepInTab, readFromTab } from '../browser/tab-storage.ts'
import { forgetKeptPayment, type TaxInfo } from './start-payment.ts'

const key = 'lastOrder'

/** What is kept of an ordered item: not the address, which doesn't need to stay in the browser. */
export type OrderedItem = Omit<CartItem, 'price' | 'period' | 'colors'>

/** The order shown on the success page, also after a reload. */
export type LastOrder = {
  orderNumber: string
  email: string
  /** the shop's date of the order; "" if this tab doesn't know */
  paidOn: CalendarDate | ''
  items: OrderedItem[]
  /** what was paid; absent if this tab doesn't know */
  paid?: TaxInfo | undefined
}

/** A new order and the cart it was made from. */
export type NewOrder = { orderNumber: string; email: string; cart: CartItem[]; paid?: TaxInfo }

/**
 * Saves the order for the success page and clears its cart (spec §4), but for what was added after it was paid.
 * @param paidOn the shop's date
 * @returns what was saved, even if the browser has no storage
 */
export function keepOrder(order: NewOrder, paidOn: CalendarDate): LastOrder {
  const { orderNumber, email, paid } = order
  const kept: LastOrder = { orderNumber, email, paidOn, items: order.cart.map(withoutAddress), paid }
  keepInTab(key, JSON.stringify(kept))
  forgetKeptPayment()
  for (const { id } of order.cart) removeFromCart(id)
  if (readCart().length === 0) clearCart()
  removeFromOtherTabs(order.cart)
  return kept
}

/** The last order of this tab, or null. */
export function readLastOrder(): LastOrder | null {
  try {
    const value = JSON.parse(readFromTab(key) ?? 'null') as LastOrder | null
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
