import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { firstPlans } from '../../domain/first-plans.ts'
import { openBrowser } from '../../test/browser.ts'
import { selfItem } from '../../test/carts.ts'
import { type AnalyticsEvent, sendEventsTo } from '../browser/analytics.ts'
import { onToast, type Toast } from '../ui/toast-store.ts'
import { startPayment } from './start-payment.ts'

const path = '/api/create-payment-intent'
const start = (cart = [selfItem()]) =>
  startPayment(cart, { today: '2026-11-21', plans: firstPlans }, null, null)

let toasts: Toast[]
let events: AnalyticsEvent[]
let stop: () => void
beforeEach(() => {
  toasts = []
  events = []
  stop = onToast((toast) => toast && toasts.push(toast))
  sendEventsTo((event) => events.push(event))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

describe('Proceed to Payment', () => {
  it('sends the cart and begins the checkout', async () => {
    const reply = {
      clientSecret: 'pi_1_secret_2',
      type: 'subscription',
      subscriptionId: 'sub_1',
      customerId: 'cus_1',
      taxInfo: { hasTax: false, tax: 0, total: 6950 },
    }
    const { asked } = openBrowser({ [path]: { status: 200, body: JSON.stringify(reply) } })
    const cart = [selfItem()]
    const started = { ...reply, cart, startedOn: '2026-11-21', promotion: null }
    expect(await start(cart)).toEqual({ outcome: 'started', started })
    expect(asked.map(({ body }) => body)).toEqual([{ cartItems: cart }])
    expect(events).toEqual([{ event: 'begin_checkout', value: 69.5, currency: 'USD', items: 1 }])
    expect(toasts).toEqual([])
  })

  it('shows the first thing missing, and starts no payment', async () => {
    const { asked } = openBrowser()
    const { shippingDetails: _, ...bare } = selfItem()
    await start([bare, bare])
    expect(toasts).toMatchObject([
      {
        title: 'Please complete all required fields',
        description: 'Item 1: Missing shipping details. Please complete the style quiz.',
        destructive: true,
      },
    ])
    expect(asked).toEqual([])
  })

  it.each([
    ['error', '{"error":"Payments are closed."}', 'Payments are closed.'],
    ['message', '{"message":"Payments are closed."}', 'Payments are closed.'],
    ['own sentence when it says nothing', '', 'Failed to initialize payment. Please try again.'],
  ])('shows a Checkout Error with the server’s %s', async (_, body, description) => {
    openBrowser({ [path]: { status: 503, body } })
    expect(await start()).toEqual({ outcome: 'refused', sentence: description })
    expect(toasts).toMatchObject([{ title: 'Checkout Error', description, destructive: true }])
  })

  it.each([
    ['without an answer', undefined],
    ['when the answer has no payment', '{}'],
    ['when the answer has no total', '{"clientSecret":"pi_1_secret_2","type":"payment-intent"}'],
  ])('shows a Checkout Error %s', async (_, body) => {
    openBrowser(body ? { [path]: { status: 200, body } } : {})
    await start()
    expect(toasts).toMatchObject([
      { title: 'Checkout Error', description: 'Failed to initialize payment. Please try again.' },
    ])
  })
})
