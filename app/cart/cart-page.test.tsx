import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { act } from '../../test/act.ts'
import { holdAnswer, openBrowser } from '../../test/browser.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { openPage } from '../../test/open-page.tsx'
import {
  addToCart,
  keepPromotionCode,
  readCart,
  readPromotionCode,
  removeFromOtherTabs,
} from '../browser/cart-storage.ts'
import { readLastOrder } from '../checkout/last-order.ts'
import { onToast, type Toast } from '../ui/toast-store.ts'
import CartPage from './cart-page.tsx'

const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) })
const no = (body: object) => ({ status: 400, body: JSON.stringify(body) })
const taxInfo = { hasTax: false, tax: 0, total: 6255, discount: 695 }
const begun = {
  clientSecret: 'pi_1_secret_2',
  type: 'subscription',
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  taxInfo,
}
const tenth = {
  ...{ code: 'SPRING', discountCents: 695, totalBeforeTaxCents: 6255, renewalDiscounts: [695] },
  description: '10% off every payment',
}

// Loaded on demand, which takes longer than the page waits on a busy machine.
beforeAll(() => import('../checkout/payment-panel.tsx'))

let toasts: Toast[]
let stop: () => void
beforeEach(() => {
  toasts = []
  stop = onToast((toast) => toast && toasts.push(toast))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

type Replies = Parameters<typeof openBrowser>[0]

/** The cart of these items on November 21, 2026, at a shop that answers so. */
async function openCart(
  items: ReturnType<typeof selfItem>[],
  replies: Replies = {},
  at = '/cart',
  shop = {},
) {
  const { asked } = openBrowser(replies)
  for (const item of items) addToCart(item)
  const page = await openPage(<CartPage />, { at, shop })
  const sent = (path: string) => asked.filter((each) => each.path === path).map(({ body }) => body)
  return { page, sent }
}

describe('a cart', () => {
  it('shows every item, the total, what payment needs, and the next steps', async () => {
    const replies = { '/api/create-payment-intent': ok(begun) }
    const { page } = await openCart([selfItem('6-months'), selfItem('monthly')], replies)
    const items = () => page.document.querySelectorAll('article').length
    const panel = () => page.document.querySelector('.pay h2')?.textContent
    expect(items()).toBe(2)
    expect(page.words()).toContain('Total before tax $426.50')
    expect(panel()).toBe('Billing and payment')
    expect(page.button('Continue Shopping').getAttribute('href')).toBe('/')
    await page.press(/^Remove .*Monthly/)
    expect(items()).toBe(1)
    await page.press('Proceed to Payment')
    expect(panel()).toBe('Payment')
    expect(page.words()).not.toContain('Billing and payment')
    expect(page.field('Card number').value).toBe('')
    await page.press('Back to the quiz')
    expect(page.place()).toBe('/#build-your-profile')
  })

  it('that is empty says so and links back to the shop', async () => {
    const { page } = await openCart([])
    expect(page.words()).toContain('Your cart is empty')
    await page.press('Start Shopping')
    expect(page.place()).toBe('/')
  })

  it('updates the price of the accepted item only', async () => {
    const [old, other] = [selfItem('monthly', { price: '$59.50', period: 'a month' }), giftItem()]
    const { page } = await openCart([old, other])
    await page.press('Accept the new price')
    expect(readCart()).toEqual([{ ...old, price: '$69.50', period: 'per month' }, other])
    expect(page.words()).not.toContain('Accept the new price')
  })

  it('shows a row of its months, and a belt of the chosen style and gender', async () => {
    const { page } = await openCart([selfItem('6-months', { styles: ['stretch'], gender: 'female' })])
    expect(page.words()).toContain('Dec Jan Feb Mar Apr May Belts')
    expect(page.document.querySelector('.item img')?.getAttribute('src')).toContain('women-stretch-1')
    expect(page.button(/^Edit/).getAttribute('href')).toBe(`/?edit=${readCart()[0]!.id}#build-your-profile`)
  })

  it('focuses its title after a removal; removing the last item clears the storage and goes to the quiz', async () => {
    const { page } = await openCart([selfItem(), giftItem()])
    const stored = () => ['cartItems', 'cartItem'].map((key) => sessionStorage.getItem(key))
    await page.press(/^Remove item 1/)
    expect(page.focused().id).toBe('cart-title')
    expect(page.words()).toContain('Complete Your Gift Order')
    expect(stored()).not.toContain(null)
    await page.press(/^Remove/)
    expect(stored()).toEqual([null, null])
    expect(page.place()).toBe('/#build-your-profile')
  })

  it('loses what another tab ordered, also while this page was closed or put away', async () => {
    const [one, two, three] = [selfItem(), giftItem(), selfItem()]
    openBrowser()
    for (const item of [one, two, three]) addToCart(item)
    removeFromOtherTabs([one])
    const page = await openPage(<CartPage />, { at: '/cart' })
    expect(readCart()).toEqual([two, three])
    removeFromOtherTabs([three])
    await act(async () => void dispatchEvent(new Event('storage')))
    expect(readCart()).toEqual([two])
    removeFromOtherTabs([two])
    await act(async () => void dispatchEvent(new Event('pageshow')))
    expect(page.words()).toContain('Your cart is empty')
  })

  it('is empty when Back brings it as it was before it was ordered', async () => {
    const { page } = await openCart([selfItem()])
    sessionStorage.clear()
    await act(async () => void dispatchEvent(new Event('pageshow')))
    expect(page.words()).toContain('Your cart is empty')
  })

  it('from the admin becomes this one, and drops its token from the address', async () => {
    const theirs = selfItem('6-months')
    const replies = { '/api/order-link': ok({ cartItems: [theirs] }) }
    const token = 'abcdefghijklmnopqrstuvwxyz'
    const { sent } = await openCart([], replies, `/cart#pay=${token}`)
    expect(sent('/api/order-link')).toEqual([{ token }])
    expect(readCart()).toEqual([theirs])
    expect(window.history.replaceState).toHaveBeenCalledWith(null, '', '/cart')
  })

  it('stays as it is when a link fails, and says why', async () => {
    const replies = { '/api/order-link': no({ error: 'This link has been used.' }) }
    const { page } = await openCart([selfItem()], replies, '/cart#pay=abcdefghijklmnopqrstuvwxyz')
    expect(page.words()).toContain('This link has been used.')
    expect(page.button('Write to us').getAttribute('href')).toBe('/contact')
    expect(readCart()).toHaveLength(1)
  })
})

describe('a promotion code', () => {
  it('is made from store credit and applied in one click', async () => {
    const code = 'CREDIT-ABCD2345'
    const { page, sent } = await openCart([selfItem()], {
      '/api/account/credit': ok({ isThere: true, codes: ['CREDIT-OLDER234'] }),
      '/api/account/credit/codes': ok({ codes: ['CREDIT-OLDER234', code] }),
      '/api/promotion': ok({ ...tenth, code }),
    })
    await page.press('Use store credit')
    expect(sent('/api/account/credit/codes')).toEqual([{ isForCheckout: true }])
    expect(sent('/api/promotion')).toEqual([{ promotionCode: code, cartItems: readCart() }])
    expect(readPromotionCode()).toBe(code)
    expect(page.words()).toContain('Total before tax $62.55')
  })

  it('says when store credit fails, and isn’t offered to strangers', async () => {
    const { page } = await openCart([selfItem()], {
      '/api/account/credit': ok({ isThere: false, codes: ['CREDIT-ABCD2345'] }),
    })
    await page.press('Use store credit')
    expect(page.words()).toContain('We couldn’t use it just now. Try again.')
    const other = await openCart([selfItem()], { '/api/account/credit': ok({ isThere: false, codes: [] }) })
    expect(other.page.words()).not.toContain('store credit')
  })

  it('is removed with a reason once invalid, and kept while unchecked', async () => {
    openBrowser()
    const refused = no({ code: 'promotion_refused', error: 'The code SPRING is used up.' })
    const { asked } = openBrowser({ '/api/promotion': refused })
    keepPromotionCode('SPRING')
    addToCart(selfItem())
    const page = await openPage(<CartPage />)
    expect(asked.filter(({ path }) => path === '/api/promotion')).toHaveLength(1)
    expect(page.words()).toContain('The code SPRING is used up.')
    expect(page.field('Promotion code').value).toBe('SPRING')
    expect(readPromotionCode()).toBeNull()
    openBrowser()
    keepPromotionCode('SPRING')
    addToCart(selfItem())
    const offline = await openPage(<CartPage />)
    expect(offline.words()).toContain('We couldn’t check this code just now.')
    expect(readPromotionCode()).toBe('SPRING')
  })
})

describe('a demo payment', () => {
  const replies = {
    '/api/promotion': ok(tenth),
    '/api/create-payment-intent': ok(begun),
    '/api/consent': ok({}),
    '/api/demo-payments/confirm': ok({ status: 'succeeded', paymentIntentId: 'pi_1' }),
    '/api/orders/guest': ok({ orderNumber: 'BC-7K3F-9QMT' }),
  }
  async function openPayment(changes: Replies = {}) {
    const opened = await openCart([selfItem('monthly', { id: 'cart-1' })], { ...replies, ...changes })
    const { page } = opened
    await page.press('Add a promotion code')
    await page.fill('Promotion code', ' spring ')
    await page.press('Apply')
    await page.press('Proceed to Payment')
    return opened
  }
  async function pay(page: Awaited<ReturnType<typeof openCart>>['page']) {
    await page.fill('Card number', '4242424242424242')
    await page.fill('Expiration date', '1230')
    await page.fill('Security code', '123')
    await page.press(/^Pay /)
  }

  it('sends the code, records consent, charges, orders, and clears the cart', async () => {
    const { page, sent } = await openPayment()
    expect(sent('/api/promotion')).toEqual([{ promotionCode: 'spring', cartItems: readCart() }])
    const cart = readCart()
    expect(sent('/api/create-payment-intent')).toEqual([{ cartItems: cart, promotionCode: 'SPRING' }])
    await pay(page)
    expect(page.words()).toContain('Please confirm that you know how your plan renews.')
    expect(sent('/api/demo-payments/confirm')).toEqual([])
    await page.check(/renews at \$62\.55/)
    expect(page.words()).not.toContain('Please confirm that you know')
    expect(sent('/api/consent')).toMatchObject([
      { clientSecret: 'pi_1_secret_2', text: expect.stringContaining('renews at $62.55 every month') },
    ])
    await page.fill('Email', ' ana@example.com ')
    await page.press('Pay $62.55')
    expect(sent('/api/consent')).toHaveLength(1)
    expect(sent('/api/demo-payments/confirm')).toEqual([
      {
        ...{ clientSecret: 'pi_1_secret_2', email: 'ana@example.com', cardNumber: '4242 4242 4242 4242' },
        ...{ expiration: '12 / 30', securityCode: '123' },
      },
    ])
    expect(sent('/api/orders/guest')).toMatchObject([
      { purchaserEmail: 'ana@example.com', stripeSubscriptionId: 'sub_1', stripeCustomerId: 'cus_1' },
    ])
    expect(page.place()).toBe('/checkout/success')
    expect(readLastOrder()).toMatchObject({ email: 'ana@example.com', paidOn: '2026-11-21' })
    expect([readCart(), readPromotionCode()]).toEqual([[], null])
  })

  it('charges nothing until the consent is recorded', async () => {
    const { page, sent } = await openPayment({ '/api/consent': no({ error: 'The terms have changed.' }) })
    await page.check(/renews at/)
    await pay(page)
    expect(page.words()).toContain('The terms have changed.')
    expect(toasts.at(-1)).toMatchObject({ title: 'Payment Error', description: 'The terms have changed.' })
    expect(sent('/api/consent')).toHaveLength(2)
    expect(sent('/api/demo-payments/confirm')).toEqual([])
  })

  it('says that it’s processing, and shows a failure as a Payment Error', async () => {
    const confirm = '/api/demo-payments/confirm'
    const { page } = await openPayment({ [confirm]: 'no answer' })
    await page.check(/renews at/)
    const letAnswer = holdAnswer(confirm)
    await pay(page)
    expect(page.button('Processing Payment...').disabled).toBe(true)
    letAnswer()
    await page.settle()
    const description = 'An unexpected error occurred. Please try again.'
    expect(toasts).toMatchObject([{ title: 'Payment Error', description, destructive: true }])
    expect(page.words()).toContain(description)
    expect(page.button(/^Pay /).disabled).toBe(false)
  })

  it('shows the bank’s question with the amount, and treats closing as a decline', async () => {
    const { page, sent } = await openPayment({
      '/api/demo-payments/confirm': ok({ status: 'requires_action', paymentIntentId: 'pi_1' }),
    })
    await page.check(/renews at/)
    await pay(page)
    expect(page.words()).toContain('Your bank asks Pay $62.55?')
    await page.press('Decline')
    expect(sent('/api/demo-payments/confirm').at(-1)).toMatchObject({ authentication: 'failed' })
    await page.press('Confirm')
    expect(sent('/api/demo-payments/confirm').at(-1)).toMatchObject({ authentication: 'completed' })
  })

  it('agrees to the terms of today on a page left open for days, as the cart shows them', async () => {
    vi.setSystemTime('2026-11-22T15:00:00Z')
    const { page, sent } = await openCart([selfItem()], replies, '/cart', { today: '2026-11-22' })
    vi.setSystemTime('2026-11-25T15:00:00Z')
    // The buyer comes back to the tab.
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    await page.press('Proceed to Payment')
    expect(page.words()).toContain('Next charge December 25, 2026')
    await page.check(/renews at/)
    expect(sent('/api/consent')).toMatchObject([{ text: expect.stringContaining('December 25, 2026') }])
  })

  it('of a gift announced soon goes ahead on a device whose clock is weeks ahead', async () => {
    vi.setSystemTime('2026-12-09T15:00:00Z')
    const { page } = await openCart([giftItem()], replies, '/cart', { today: '2026-11-23' })
    await page.press('Proceed to Payment')
    expect(page.words()).not.toContain('Email date cannot be before today')
    expect(page.field('Card number').value).toBe('')
  })

  it('names the card field that is missing', async () => {
    const { page, sent } = await openPayment()
    await page.check(/renews at/)
    await page.press(/^Pay /)
    expect(page.words()).toMatch(/Enter your card number\..*like 12 \/ 30\..*3 or 4 digits/)
    expect(page.focused().name).toBe('card-number')
    expect(sent('/api/demo-payments/confirm')).toEqual([])
  })

  it('without an order says so with its reference, and retries only the order until it is there', async () => {
    const answers: Replies = { ...replies, '/api/orders/guest': 'no answer' }
    const { page, sent } = await openCart([selfItem('monthly')], answers)
    await page.press('Proceed to Payment')
    await page.check(/renews at/)
    await pay(page)
    const sentence = 'Payment succeeded but there was an issue creating your order. Please contact support.'
    expect(toasts).toMatchObject([
      { title: 'Order Creation Failed', description: sentence, destructive: true },
    ])
    const next =
      'You won’t be charged again. We’ll keep working on your order and email your confirmation. The payment’s reference is pi_1; support is support@example.com.'
    expect(page.words()).toContain(`${sentence} ${next} Failed to create order Try again`)
    answers['/api/orders/guest'] = no({ error: 'The shop is resting.' })
    await page.press('Try again')
    expect(page.words()).toContain(`${next} The shop is resting. Try again`)
    expect(readCart()).toHaveLength(1)
    answers['/api/orders/guest'] = ok({ orderNumber: 'BC-7K3F-9QMT' })
    await page.press('Try again')
    expect(page.place()).toBe('/checkout/success')
    expect(readLastOrder()).toMatchObject({ orderNumber: 'BC-7K3F-9QMT' })
    expect(readCart()).toEqual([])
    expect(sent('/api/orders/guest')).toHaveLength(3)
    expect(sent('/api/demo-payments/confirm')).toHaveLength(1)
  })

  it('shows the tax of its cart and asks for the total with it, and restarts for another cart', async () => {
    const taxed = { hasTax: true, tax: 2588, total: 97_688 }
    const { page, sent } = await openCart([toCalifornia(selfItem('6-months')), giftItem()], {
      ...replies,
      '/api/create-payment-intent': ok({ ...begun, taxInfo: taxed }),
    })
    const cart = readCart()
    await page.press('Proceed to Payment')
    expect(sent('/api/create-payment-intent')).toEqual([{ cartItems: cart }])
    expect(page.words()).toContain('Sales tax, California $25.88 Total today $976.88')
    expect(page.button(/^Pay /).textContent).toBe('Pay $976.88')
    await page.press(/^Remove item 2/)
    expect(page.words()).toMatch(/Total before tax \$357\.00 .*Proceed to Payment/)
  })

  it('folds and unfolds the order on a small screen', async () => {
    const { page } = await openPayment()
    const fold = () => page.document.getElementById('cart-summary')?.getAttribute('class')
    expect(fold()).toBe('is-folded')
    await page.press('Show your order')
    expect(fold()).toBeNull()
    expect(page.button('Hide your order').getAttribute('aria-expanded')).toBe('true')
  })

  it('keeps the card for a set-up order when nothing is due today', async () => {
    const setUp = { ...begun, clientSecret: 'seti_1_secret_2', taxInfo: { hasTax: false, tax: 0, total: 0 } }
    const { page, sent } = await openPayment({
      '/api/create-payment-intent': ok(setUp),
      '/api/demo-payments/confirm': ok({ status: 'succeeded', paymentIntentId: 'seti_1' }),
      '/api/create-subscription-order': no({ code: 'setup_refused', error: 'This card can’t be kept.' }),
    })
    await page.check(/renews at/)
    await pay(page)
    expect(sent('/api/create-subscription-order')).toMatchObject([
      { setupIntentId: 'seti_1', paymentMethodId: 'pm_1', customerId: 'cus_1' },
    ])
    // Refused for good: another card has to be given, and why stands beside the button.
    expect(page.words()).toMatch(/Billing and payment .*This card can’t be kept\. Proceed to Payment/)
  })
})
