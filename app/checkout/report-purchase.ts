import { track } from '../browser/analytics.ts'

const key = 'reportedOrders'

/** Reports purchase and conversion once per order (spec §1): value in dollars, currency fixed USD. */
export function reportPurchase(orderNumber: string, totalCents: number) {
  if (wasReported(orderNumber)) return
  const facts = { value: totalCents / 100, currency: 'USD', transaction_id: orderNumber }
  track('purchase', facts)
  track('conversion', facts)
}

function wasReported(orderNumber: string): boolean {
  try {
    const reported: string[] = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    if (reported.includes(orderNumber)) return true
    sessionStorage.setItem(key, JSON.stringify([...reported, orderNumber]))
  } catch {
    // Without storage a reload may report again; the order number tells the receiver that it is the same.
  }
  return false
}
