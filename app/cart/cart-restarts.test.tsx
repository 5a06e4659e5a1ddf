import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { firstPlans } from '../../domain/first-plans.ts'
import { openBrowser } from '../../test/browser.ts'
import { selfItem } from '../../test/carts.ts'
import { openPage } from '../../test/open-page.tsx'
import { addToCart, keepPromotionCode, readCart } from '../browser/cart-storage.ts'
import { readLastOrder } from '../checkout/last-order.ts'
import { onToast, type Toast } from '../ui/toast-store.ts'
import CartPage from './cart-page.tsx'

const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) })
const no = (body: object) => ({ status: 400, body: JSON.stringify(body) })
const started = {
  ...{ clientSecret: 'seti_1_secret_2', type: 'subscription', customerId: 'cus_1' },
  taxInfo: { hasTax: false, tax: 0, total: 0 },
}
const replies = {
  '/api/create-payment-intent': ok(started),
  '/api/consent': ok({}),
  '/api/demo-payments/confirm': ok({ status: 'succeeded', paymentIntentId: 'seti_1' }),
  '/api/create-subscription-order': no({ code: 'setup_refused', error: 'This card can’t be kept.' }),
}

// Loaded on demand, which takes longer than the page waits on a busy machine.
beforeAll(() => import('../checkout/payment-panel.tsx'))

/** The payment form of a cart of two items. */
async function openPayment(changes = {}) {
  openBrowser({ ...replies, ...changes })
  for (const item of [selfItem(), selfItem()]) addToCart(item)
  const page = await openPage(<CartPage />, { at: '/cart' })
  await page.press('Proceed to Payment')
  return page
}

async function pay(page: Awaited<ReturnType<typeof openPayment>>) {
  await page.check(/renews at/)
  await page.fill('Card number', '4242424242424242')
  await page.fill('Expiration date', '1230')
  await page.fill('Security code', '123')
  await page.press(/^Pay /)
}

describe('a payment that starts again', () => {
  it('leaves the reason behind why the one before failed', async () => {
    const page = await openPayment()
    await pay(page)
    expect(page.words()).toContain('This card can’t be kept.')
    await page.press('Proceed to Payment')
    await page.press(/^Remove item 2/)
    expect(page.words()).toContain('Proceed to Payment')
    expect(page.words()).not.toContain('This card can’t be kept.')
  })
})

describe('a cart that turns out to be ordered already', () => {
  it('leads to its order and the buyer’s email, and is paid no more', async () => {
    openBrowser({
      '/api/create-payment-intent': no({ error: 'It is paid.', details: { orderNumber: 'BC-7K3F-9QMT' } }),
    })
    addToCart(selfItem())
    const page = await openPage(<CartPage />, { at: '/cart' })
    await page.press('Proceed to Payment')
    expect(page.place()).toBe('/checkout/success')
    expect(readLastOrder()).toMatchObject({ orderNumber: 'BC-7K3F-9QMT', email: 'maya@example.com' })
    expect(readCart()).toEqual([])
  })
})

describe('a cart whose payment cannot begin', () => {
  it('for want of an address says so by number, and only the first error is shown', async () => {
    const toasts: Toast[] = []
    onTestFinished(onToast((toast) => toast && toasts.push(toast)))
    const { asked } = openBrowser(replies)
    const item = selfItem()
    addToCart({ ...item, shippingDetails: { ...item.shippingDetails!, city: ' ', zipCode: '' } })
    const page = await openPage(<CartPage />, { at: '/cart' })
    await page.press('Proceed to Payment')
    expect(toasts).toMatchObject([
      { title: 'Please complete all required fields', description: 'Item 1: City is required' },
    ])
    expect(page.words()).toContain('Item 1: City is required')
    expect(page.words()).not.toContain('ZIP code is required')
    expect(asked.filter(({ path }) => path === '/api/create-payment-intent')).toEqual([])
  })

  it('says by itself which price has changed since the page was opened', async () => {
    openBrowser({ '/api/create-payment-intent': no({ error: 'A price has changed.' }) })
    addToCart(selfItem())
    const plans = firstPlans.map((plan) => ({ ...plan }))
    const page = await openPage(<CartPage />, { at: '/cart', shop: { plans } })
    Object.assign(plans.find(({ id }) => id === 'monthly')!, { price: '$79.50', stripeAmount: 7950 })
    expect(page.words()).not.toContain('$79.50')
    await page.press('Proceed to Payment')
    expect(page.words()).toContain('A price has changed.')
    expect(page.words()).toContain('Monthly costs $79.50 per month now')
  })

  it('for want of a key on this host says so, and starts none', async () => {
    openBrowser()
    addToCart(selfItem())
    const stripe = {
      ...{ mode: 'live', publishableKeyLive: 'pk_live_1', publishableKeyTest: null },
      ...{ productionHost: 'belts.example', previewHostSuffix: null, googleMapsKey: null },
    }
    const page = await openPage(<CartPage />, { at: '/cart', shop: { stripe } })
    expect(page.words()).toContain('We can’t take cards on shop.example yet')
    expect(page.button('Proceed to Payment').disabled).toBe(true)
  })
})

describe('a set-up without an order', () => {
  it('says that the card is saved and nothing was charged', async () => {
    const toasts: Toast[] = []
    onTestFinished(onToast((toast) => toast && toasts.push(toast)))
    const page = await openPayment({ '/api/create-subscription-order': 'no answer' })
    expect(page.button(/^Pay /).textContent).toBe('Pay nothing today and save my card')
    await pay(page)
    expect(page.words()).toContain('Your card is saved and you haven’t been charged.')
    expect(page.words()).toContain('The card’s reference is seti_1')
    expect(toasts.at(-1)).toMatchObject({ title: 'Subscription Creation Failed' })
    expect(readCart()).toHaveLength(2)
  })
})

describe('a cart that is paid', () => {
  it('stays as it is until its order is made, so that nothing in it is paid twice', async () => {
    const page = await openPayment({
      '/api/create-payment-intent': ok({ ...started, clientSecret: 'pi_1_secret_2' }),
      '/api/orders/guest': no({ error: 'The shop is resting.' }),
    })
    const isHeld = (name: string | RegExp) => page.button(name).closest('[inert]') !== null
    const ways = [/^Remove item 2/, /^Edit item 1/, 'Add a promotion code']
    expect(ways.map(isHeld)).toEqual([false, false, false])
    await pay(page)
    expect(page.words()).toContain('You won’t be charged again.')
    expect(ways.map(isHeld)).toEqual([true, true, true])
  })
})

describe('a cart that was paid but has no order yet', () => {
  it('is ordered first when something was added to it, and only that is left to pay', async () => {
    const answers: Parameters<typeof openBrowser>[0] = {
      ...replies,
      '/api/create-payment-intent': ok({ ...started, clientSecret: 'pi_1_secret_2' }),
      '/api/demo-payments/confirm': ok({ status: 'succeeded', paymentIntentId: 'pi_1' }),
      '/api/orders/guest': { ...no({ error: 'The shop is resting.' }), status: 503 },
    }
    const { asked } = openBrowser(answers)
    const [paid, added] = [selfItem(), selfItem('6-months')]
    addToCart(paid)
    const page = await openPage(<CartPage />, { at: '/cart' })
    await page.press('Proceed to Payment')
    await pay(page)
    expect(page.words()).toContain('You won’t be charged again.')
    addToCart(added)
    const back = await openPage(<CartPage />, { at: '/cart' })
    await back.press('Proceed to Payment')
    expect(back.words()).toContain('The shop is resting.')
    answers['/api/orders/guest'] = ok({ orderNumber: 'BC-7K3F-9QMT' })
    await back.press('Proceed to Payment')
    expect(back.place()).toBe('/checkout/success')
    expect(readLastOrder()).toMatchObject({ orderNumber: 'BC-7K3F-9QMT', items: [{ id: paid.id }] })
    expect(readCart()).toEqual([added])
    expect(asked.filter(({ path }) => path === '/api/create-payment-intent')).toHaveLength(1)
  })
})

describe('the wallet of the demo', () => {
  it('pays with its own card also once the bank has agreed, whatever the form has', async () => {
    const { asked } = openBrowser({
      ...replies,
      '/api/create-payment-intent': ok({ ...started, clientSecret: 'pi_1_secret_2' }),
      '/api/demo-payments/confirm': ok({ status: 'requires_action', paymentIntentId: 'pi_1' }),
    })
    addToCart(selfItem())
    const page = await openPage(<CartPage />, { at: '/cart' })
    await page.press('Proceed to Payment')
    await page.check(/renews at/)
    await page.fill('Card number', '4242424242424242')
    await page.press('Demo wallet')
    await page.fill('Card in this wallet', '4000002500003155')
    await page.press('Confirm')
    expect(page.words()).toContain('Your bank asks')
    await page.press('Confirm')
    const sent = asked.filter(({ path }) => path === '/api/demo-payments/confirm')
    expect(sent.map(({ body }) => body)).toMatchObject([
      { cardNumber: '4000002500003155' },
      { cardNumber: '4000002500003155', authentication: 'completed' },
    ])
  })
})

describe('the payment form', () => {
  it('tones the page down only for as long as it is there', async () => {
    const page = await openPayment()
    const isQuiet = () => 'paying' in page.document.documentElement.dataset
    expect(isQuiet()).toBe(true)
    await page.press(/^Remove item 2/)
    expect(isQuiet()).toBe(false)
  })

  it('takes back that the email is wrong once another is typed', async () => {
    const page = await openPayment()
    await page.fill('Email', 'ana@')
    await page.press(/^Pay /)
    expect(page.field('Email').getAttribute('aria-invalid')).toBe('true')
    await page.fill('Email', 'ana@example.com')
    expect(page.field('Email').getAttribute('aria-invalid')).not.toBe('true')
  })
})

it('a code that could only be checked when payment began lowers later charges in the cart, too', async () => {
  const answers: Parameters<typeof openBrowser>[0] = { ...replies }
  openBrowser(answers)
  addToCart(selfItem())
  keepPromotionCode('SPRING')
  const page = await openPage(<CartPage />, { at: '/cart' })
  expect(page.words()).toContain('We couldn’t check this code just now.')
  answers['/api/promotion'] = ok({
    ...{ code: 'SPRING', discountCents: 695, totalBeforeTaxCents: 6255, renewalDiscounts: [695] },
    description: '10% off every payment',
  })
  await page.press('Proceed to Payment')
  expect(page.words()).toContain('renews at $62.55')
  expect(page.words()).toContain('at $62.55, until you cancel')
})
