import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { type AnalyticsEvent, sendEventsTo } from '../browser/analytics.ts'
import { reportPurchase } from './use-finish-order.ts'

let events: AnalyticsEvent[]
beforeEach(() => {
  openBrowser()
  events = []
  sendEventsTo((event) => events.push(event))
})
afterEach(() => vi.unstubAllGlobals())

it('reports purchase and conversion in dollars, once per order', () => {
  const facts = { value: 976.88, currency: 'USD', transaction_id: 'BC-7K3F-9QMT' }
  reportPurchase('BC-7K3F-9QMT', 97688)
  reportPurchase('BC-7K3F-9QMT', 97688)
  expect(events).toEqual([
    { event: 'purchase', ...facts },
    { event: 'conversion', ...facts },
  ])
})

it('reports an empty transaction id without an order number', () => {
  reportPurchase(undefined, 6950)
  expect(events.at(-1)).toEqual({ event: 'conversion', value: 69.5, currency: 'USD', transaction_id: '' })
})

it('reports each order of a buyer who has bought very often once', () => {
  for (let order = 1; order <= 21; order++) reportPurchase(`BC-${order}`, 6950)
  events = []
  reportPurchase('BC-21', 6950)
  expect(events).toEqual([])
})
