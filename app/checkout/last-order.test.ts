import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { addToCart, onOrderInOtherTab, readCart } from '../browser/cart-storage.ts'
import { keepOrder, readLastOrder } from './last-order.ts'
import { forgetKeptPayment, keepPayment, readKeptPayment, type StartedCheckout } from './start-payment.ts'
import { intentIdOf } from './use-order.ts'

beforeEach(() => {
  openBrowser()
})
afterEach(() => vi.unstubAllGlobals())

const started: StartedCheckout = {
  ...{ clientSecret: 'pi_1_secret_2', type: 'payment-intent', promotion: null },
  taxInfo: { hasTax: false, tax: 0, total: 6950 },
  cart: [selfItem()],
  startedOn: '2026-11-21',
}
const payment = { started, email: 'maya@example.com' }

it('the last order survives a reload without its address, and clears the cart and payment', () => {
  const cart = [selfItem(), giftItem()]
  for (const item of cart) addToCart(item)
  keepPayment(payment)
  keepOrder({ orderNumber: 'BC-7K3F-9QMT', email: 'maya@example.com', cart }, '2026-11-21')
  expect(readCart()).toEqual([])
  expect(readKeptPayment('pi_1_secret_2')).toBeNull()
  const known = readLastOrder()!
  expect(known).toMatchObject({
    orderNumber: 'BC-7K3F-9QMT',
    email: 'maya@example.com',
    paidOn: '2026-11-21',
  })
  expect(known.items.map(({ planName, shippingDetails }) => [planName, shippingDetails?.fullName])).toEqual([
    ['Monthly', 'Maya Ellison'],
    ['12 Months', 'Thomas Ellison'],
  ])
  const kept = sessionStorage.getItem('lastOrder')!
  expect(kept).not.toMatch(/Alder|97209|thomas@|\$69/)
  expect(kept.match(/maya@example\.com/g)).toHaveLength(1)
  expect(known.items[1]!.giftDetails?.giftMessage).toBe('Happy birthday.')
})

it('what was ordered leaves the carts of other tabs, too', () => {
  const [mine, theirs] = [selfItem(), giftItem()]
  keepOrder({ orderNumber: 'BC-7K3F-9QMT', email: 'maya@example.com', cart: [mine] }, '2026-11-21')
  for (const item of [mine, theirs]) addToCart(item)
  vi.stubGlobal('window', new EventTarget())
  onOrderInOtherTab()
  expect(readCart().map(({ id }) => id)).toEqual([theirs.id])
})

it.each(['', '{', 'null', '{"orderNumber":7}', '[]'])('%j is not an order', (text) => {
  sessionStorage.setItem('lastOrder', text)
  expect(readLastOrder()).toBeNull()
})

it('an order saved by an older page gets defaults for what it lacks', () => {
  sessionStorage.setItem('lastOrder', '{"orderNumber":"BC-7K3F-9QMT","email":""}')
  expect(readLastOrder()).toEqual({ orderNumber: 'BC-7K3F-9QMT', email: '', paidOn: '', items: [] })
})

it('a payment is found only by its own secret, until forgotten', () => {
  keepPayment(payment)
  expect(readKeptPayment('pi_1_secret_2')).toEqual(payment)
  expect(readKeptPayment('pi_2_secret_2')).toBeNull()
  forgetKeptPayment()
  expect(readKeptPayment('pi_1_secret_2')).toBeNull()
  expect(intentIdOf('pi_1_secret_2')).toBe('pi_1')
})

it('the last order is known even if the browser stores nothing', () => {
  const refuse = () => {
    throw new Error('storage is forbidden')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  keepOrder({ orderNumber: 'BC-7K3F-9QMT', email: 'maya@example.com', cart: [selfItem()] }, '2026-11-21')
  expect(readLastOrder()).toMatchObject({ orderNumber: 'BC-7K3F-9QMT', paidOn: '2026-11-21' })
})
