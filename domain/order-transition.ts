import type { OrderStatus } from './order.ts'

/**
 * What is odd about a change of an order's status, as a sentence to ask back with, or null. Every change is allowed
 * (spec §4); this only keeps a slip of the mouse from going unnoticed.
 */
export function oddTransition(from: OrderStatus, to: OrderStatus, hasTracking: boolean): string | null {
  if (from === to) return null
  if (to === 'cancelled') {
    return 'This stops no payment and gives no money back: boxes are refunded on the order’s own page.'
  }
  if (from === 'cancelled') return `This order was cancelled. It will be ${to} again.`
  if (from === 'delivered') return `This order was delivered. It will be ${to} again.`
  if (to === 'shipped' && !hasTracking) {
    return 'There is no tracking number, so the buyer gets no mail until you set one.'
  }
  if (from === 'shipped') {
    if (to === 'delivered') return null
    return `The parcel has left already. The order will be ${to} again.`
  }
  if (to === 'delivered') return 'This order was never shipped. It will be delivered all the same.'
  return null
}
