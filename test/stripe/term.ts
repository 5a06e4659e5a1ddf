import type { Period } from './invoice.ts'
import type { Subscription } from './subscription.ts'

/**
 * The term that starts at this moment. Ends are counted from the anchor, so that the 31st stays the last day of each
 * month: 31 January, 28 February, 31 March (docs.stripe.com/billing/subscriptions/billing-cycle).
 */
export function termFrom(subscription: Subscription, start: number): Period {
  const { interval, interval_count } = subscription.items.data[0]!.price.recurring
  let count = interval_count
  let end = after(subscription.billing_cycle_anchor, interval, count)
  while (end <= start) {
    count += interval_count
    end = after(subscription.billing_cycle_anchor, interval, count)
  }
  return { start, end }
}

export function setTerm(subscription: Subscription, term: Period): void {
  for (const item of subscription.items.data) {
    item.current_period_start = term.start
    item.current_period_end = term.end
  }
  if (subscription.cancel_at_period_end) subscription.cancel_at = term.end
}

export function termOf(subscription: Subscription): Period {
  const item = subscription.items.data[0]!
  return { start: item.current_period_start, end: item.current_period_end }
}

function after(anchor: number, interval: 'day' | 'week' | 'month' | 'year', count: number): number {
  const day = 24 * 3600
  if (interval === 'day') return anchor + count * day
  if (interval === 'week') return anchor + count * 7 * day
  const months = interval === 'year' ? count * 12 : count
  const date = new Date(anchor * 1000)
  const wanted = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(wanted, last))
  return Math.floor(date.getTime() / 1000)
}
