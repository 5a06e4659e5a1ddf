import { machine } from './machine.ts'

/** Spec §4 "Order status": the admin can change any value to any other (order-transition.ts says which changes are odd). */
export const orderMachine = machine({
  pending: ['processing', 'shipped', 'delivered', 'cancelled'],
  processing: ['pending', 'shipped', 'delivered', 'cancelled'],
  shipped: ['pending', 'processing', 'delivered', 'cancelled'],
  delivered: ['pending', 'processing', 'shipped', 'cancelled'],
  cancelled: ['pending', 'processing', 'shipped', 'delivered'],
})
export const orderStatuses = orderMachine.states
export type OrderStatus = (typeof orderStatuses)[number]

// No 0 O, 1 I L, U V: nothing that is easily misheard or misread.
export const orderNumberAlphabet = '23456789ABCDEFGHJKMNPQRSTWXYZ'
export const orderNumberPattern = /^BC-[2-9A-HJKMNP-TW-Z]{4}-[2-9A-HJKMNP-TW-Z]{4}$/

/**
 * An order number such as BC-7K3F-9QMT: 29^8 = 5e11 possibilities.
 * @param randomBelow a cryptographically secure source of integers in [0, limit)
 */
export function newOrderNumber(randomBelow: (limit: number) => number): string {
  const four = () =>
    Array.from({ length: 4 }, () => orderNumberAlphabet[randomBelow(orderNumberAlphabet.length)]).join('')
  return `BC-${four()}-${four()}`
}

/**
 * What is odd about changing an order's status, as a confirmation question; null if nothing is. Every change is allowed
 * (spec §4); this only catches a slip of the mouse.
 */
export function oddTransition(from: OrderStatus, to: OrderStatus, hasTracking: boolean): string | null {
  if (from === to) return null
  if (to === 'cancelled') {
    return 'This doesn’t stop a payment or refund anything. Refund boxes on the order’s own page.'
  }
  if (from === 'cancelled') return `This order was canceled. It will be ${to} again.`
  if (from === 'delivered') return `This order was delivered. It will be ${to} again.`
  if (to === 'shipped' && !hasTracking) {
    return 'There’s no tracking number, so the buyer won’t get an email until you set one.'
  }
  if (from === 'shipped') {
    if (to === 'delivered') return null
    return `The package has already shipped. The order will be ${to} again.`
  }
  if (to === 'delivered') return 'This order was never shipped. It will be marked delivered anyway.'
  return null
}
