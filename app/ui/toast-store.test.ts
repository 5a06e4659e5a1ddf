import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { type AnalyticsEvent, sendEventsTo } from '../browser/analytics.ts'
import { onToast, showToast, type Toast } from './toast-store.ts'

let events: AnalyticsEvent[]
beforeEach(() => {
  openBrowser()
  events = []
  sendEventsTo((event) => events.push(event))
})
afterEach(() => vi.unstubAllGlobals())

it('reports a destructive toast as a nonfatal exception with title and description', () => {
  showToast({ title: 'Payment Failed', description: 'Your card was declined.', destructive: true })
  expect(events).toEqual([
    { event: 'exception', title: 'Payment Failed', description: 'Your card was declined.', fatal: false },
  ])
})

it('reports Error without a title, and omits a missing description', () => {
  showToast({ title: '', destructive: true })
  expect(events).toEqual([{ event: 'exception', title: 'Error', fatal: false }])
})

it('reports nothing for a good-news toast', () => {
  const shown: Toast[] = []
  const stop = onToast((toast) => toast && shown.push(toast))
  showToast({ title: 'Order confirmed' })
  stop()
  expect(shown).toMatchObject([{ title: 'Order confirmed', destructive: false }])
  expect(events).toEqual([])
})
