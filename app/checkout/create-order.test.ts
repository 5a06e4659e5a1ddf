import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { selfItem } from '../../test/carts.ts'
import { onToast, type Toast } from '../ui/toast-store.ts'
import { keepPayment, readPaidPayment, type StartedCheckout } from './start-payment.ts'
import { createOrder, orderPaidBefore } from './use-finish-order.ts'

const guest = '/api/orders/guest'
const subscription = '/api/create-subscription-order'
const number = 'BC-7K3F-9QMT'
const cart = [selfItem()]
const started = (changes: Partial<StartedCheckout> = {}): StartedCheckout => ({
  clientSecret: 'pi_1_secret_2',
  type: 'payment-intent',
  taxInfo: { hasTax: false, tax: 0, total: 6950 },
  cart,
  startedOn: '2026-11-21',
  promotion: null,
  ...changes,
})
const paid = { intentId: 'pi_1', paymentMethodId: 'pm_1' }
const answering = (body: unknown, status = 200) => ({ status, body: JSON.stringify(body) })

let toasts: Toast[]
let stop: () => void
beforeEach(() => {
  toasts = []
  stop = onToast((toast) => toast && toasts.push(toast))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

describe('an order request', () => {
  it('sends the cart, buyer, payment and US address', async () => {
    const { asked } = openBrowser({ [guest]: answering({ orderNumber: number }) })
    await createOrder(started(), ' maya@example.com ', paid)
    expect(asked.map(({ body }) => body)).toEqual([
      {
        cartItems: cart,
        purchaserEmail: 'maya@example.com',
        stripePaymentIntentId: 'pi_1',
        shippingInfo: {
          recipientName: 'Maya Ellison',
          email: 'maya@example.com',
          addressLine1: '418 Alder Street',
          addressLine2: null,
          city: 'Portland',
          state: 'OR',
          zipCode: '97209',
          country: 'US',
        },
      },
    ])
  })

  it('includes the second address line when there is one', async () => {
    const { asked } = openBrowser({ [guest]: answering({ orderNumber: number }) })
    const shippingDetails = { ...selfItem().shippingDetails!, address2: 'Apt 4' }
    await createOrder(started({ cart: [selfItem('monthly', { shippingDetails })] }), 'maya@example.com', paid)
    expect(asked[0]!.body).toMatchObject({ shippingInfo: { addressLine2: 'Apt 4' } })
  })

  it('names the subscription and customer when there is one', async () => {
    const { asked } = openBrowser({ [guest]: answering({ orderNumber: number }) })
    const subscribed = started({ type: 'subscription', subscriptionId: 'sub_1', customerId: 'cus_1' })
    await createOrder(subscribed, 'maya@example.com', paid)
    expect(asked[0]!.body).toMatchObject({ stripeSubscriptionId: 'sub_1', stripeCustomerId: 'cus_1' })
  })

  it('sends a saved card’s set-up, card and customer', async () => {
    const { asked } = openBrowser({ [subscription]: answering({ orderNumber: number }) })
    const setUp = started({ clientSecret: 'seti_1_secret_2', customerId: 'cus_1' })
    await createOrder(setUp, 'maya@example.com', { intentId: 'seti_1', paymentMethodId: 'pm_1' })
    expect(asked.map(({ path, body }) => [path, body])).toEqual([
      [
        subscription,
        {
          setupIntentId: 'seti_1',
          paymentMethodId: 'pm_1',
          cartItems: cart,
          purchaserEmail: 'maya@example.com',
          customerId: 'cus_1',
        },
      ],
    ])
  })

  it.each([{ orderNumber: number }, { order: { orderNumber: number } }])(
    'reads the order from %j',
    async (body) => {
      openBrowser({ [guest]: answering(body) })
      expect(await createOrder(started(), 'maya@example.com', paid)).toMatchObject({ orderNumber: number })
      expect(toasts).toMatchObject([{ title: 'Order confirmed', destructive: false }])
    },
  )

  it.each([
    [guest, started(), { error: 'Of the error.' }, 'Of the error.'],
    [guest, started(), { message: 'Of the message.' }, 'Of the message.'],
    [guest, started(), {}, 'Failed to create order'],
    [subscription, started({ clientSecret: 'seti_1_secret_2' }), {}, 'Failed to create subscription order'],
  ])('shows the reason when %s fails (%#)', async (path, checkout, body, reason) => {
    openBrowser({ [path]: answering(body, 500) })
    await expect(createOrder(checkout, 'maya@example.com', paid)).rejects.toMatchObject({ sentence: reason })
  })
})

describe('an order that was paid before the cart changed', () => {
  const before = { started: started(), email: 'maya@example.com', paid }

  it.each([429, 500, 503])(
    'is still owed when the shop answers %i, so that nobody pays again',
    async (status) => {
      openBrowser({ [guest]: answering({ error: 'Not now.' }, status) })
      keepPayment(before)
      await expect(orderPaidBefore(before)).rejects.toMatchObject({ sentence: 'Not now.' })
      expect(readPaidPayment()).toMatchObject({ paid })
    },
  )

  it('is asked for no more when the shop knows of no such payment', async () => {
    openBrowser({ [guest]: answering({ error: 'Unknown.' }, 404) })
    keepPayment(before)
    expect(await orderPaidBefore(before)).toBeNull()
    expect(readPaidPayment()).toBeNull()
  })
})
