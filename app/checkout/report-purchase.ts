import { track } from '../browser/analytics.ts'

const key = 'reportedOrders'
const mostKept = 20

/**
 * Reports purchase and conversion once per order (spec §1), also when a bank sends the buyer back into another tab: value in dollars,
 * currency fixed USD. Without a number nothing can be told apart, so the id is empty.
 */
export function reportPurchase(orderNumber: string | undefined, totalCents: number) {
  if (orderNumber && wasReported(orderNumber)) return
  const facts = { value: totalCents / 100, currency: 'USD', transaction_id: orderNumber ?? '' }
  track('purchase', facts)
  track('conversion', facts)
}

function wasReported(orderNumber: string): boolean {
  try {
    const reported: string[] = JSON.parse(localStorage.getItem(key) ?? '[]')
    if (reported.includes(orderNumber)) return true
    localStorage.setItem(key, JSON.stringify([...reported, orderNumber].slice(-mostKept)))
  } catch {
    // Without storage a reload may report again; the order number tells the receiver that it is the same.
  }
  return false
}
