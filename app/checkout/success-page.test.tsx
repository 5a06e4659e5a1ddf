import { describe, expect, it, vi } from 'vitest'
import { holdAnswer, openBrowser } from '../../test/browser.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { openPage } from '../../test/open-page.tsx'
import { addToCart, readCart } from '../browser/cart-storage.ts'
import { keepOrder } from './last-order.ts'
import SuccessPage from './success-page.tsx'
import ThankYouPage from './thank-you-page.tsx'

const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) })
const number = 'BC-7K3F-9QMT'

/** The page after these were ordered on November 20, a day ago, in this tab. */
async function openSuccess(items: ReturnType<typeof selfItem>[], replies = {}, at = '/checkout/success') {
  const { asked } = openBrowser({ '/api/first-six': ok({ belts: [] }), ...replies })
  if (items.length > 0)
    keepOrder({ orderNumber: number, email: 'maya@example.com', cart: items }, '2026-11-20')
  addToCart(selfItem())
  return { ...(await openPage(<SuccessPage />, { at })), asked }
}

const storedCart = () => ['cartItem', 'cartItems'].map((key) => sessionStorage.getItem(key))
const orderNumberOn = (page: { document: Document }) => page.document.querySelector('.order-number')

describe('the success page', () => {
  it('shows this tab’s order with the day of its payment, and leaves what was put into the cart since', async () => {
    const page = await openSuccess([selfItem('6-months')])
    expect(readCart()).toHaveLength(1)
    expect(page.words()).toContain(`Order ${number}. Your receipt is on its way to maya@example.com.`)
    expect(page.words()).toContain('Next charge May 20, 2027, until you cancel')
    expect(page.words()).toContain('November 20 Order confirmation')
    expect(page.button('Manage your membership').getAttribute('href')).toBe('/account')
  })

  it('shows what a gift’s recipient gets, and prints a card without a price', async () => {
    const late = { ...giftItem().giftDetails!, emailDate: '2026-12-24T00:00:00.000Z' }
    const page = await openSuccess([
      giftItem('6-months', { styles: ['dress'], size: '36', giftDetails: late }),
    ])
    expect(page.words()).toContain('What they’ll get')
    expect(page.words()).not.toContain('Pick an earlier day')
    let card = ''
    vi.mocked(window.print).mockImplementation(() => {
      card = page.document.querySelector('.gift-card')?.textContent ?? ''
    })
    await page.press('Print a card')
    expect(card).toContain('Thomas, this is for you.')
    expect(card).toContain('Happy birthday.')
    expect(card).toContain('Maya Ellison')
    expect(card).not.toContain('$')
    expect(page.document.querySelector('.gift-card')).toBeNull()
  })

  it('shows the first six of each of the buyer’s own items, named when there are several', async () => {
    const belts = [{ id: 'b', name: 'The Ashbury', imageUrl: null, nightImageUrl: null, imageAlt: '' }]
    const six = { '/api/first-six': ok({ belts }) }
    const one = await openSuccess([giftItem(), selfItem()], six)
    expect(one.words().match(/Your first six/g)).toHaveLength(1)
    expect(one.words()).not.toContain('Item 2, Monthly')
    const two = await openSuccess([selfItem(), selfItem('6-months')], six)
    expect(two.words()).toContain('Item 2, 6 Months')
  })

  it('opened by session shows that order, and nothing of another', async () => {
    const session = (orderNumber: string) => ({ '/api/checkout-session-complete': ok({ orderNumber }) })
    const at = '/checkout/success?session_id=cs_1'
    const known = await openSuccess([selfItem()], session(number), at)
    expect(known.words()).toContain('Monthly')
    expect(readCart()).toEqual([])
    const other = await openSuccess([selfItem()], session('BC-2222-3333'), at)
    expect(other.words()).toContain('Order BC-2222-3333.')
    expect(other.words()).not.toMatch(/Monthly ?For you|maya@example/)
  })

  it('says that it processes the order until the session is confirmed, then shows the server’s order', async () => {
    const complete = '/api/checkout-session-complete'
    const { asked } = openBrowser({ [complete]: ok({ orderNumber: number }) })
    addToCart(selfItem())
    const letAnswer = holdAnswer(complete)
    const page = await openPage(<SuccessPage />, { at: '/checkout-success?session_id=cs_1' })
    expect(page.document.querySelector('h1')?.textContent).toBe('Processing your order')
    expect(page.document.querySelector('.spinner')).not.toBeNull()
    expect(storedCart()).not.toContain(null)
    letAnswer()
    await page.settle()
    const sent = asked.filter(({ path }) => path === complete)
    expect(sent.map(({ body }) => body)).toEqual([{ sessionId: 'cs_1' }])
    expect(page.document.querySelector('h1')?.textContent).toBe('Payment Successful')
    expect(orderNumberOn(page)?.textContent).toBe(number)
    expect(storedCart()).toEqual([null, null])
  })

  it('trusts that a session is paid which can’t be confirmed, empties the cart, and claims no more', async () => {
    const page = await openSuccess([], {}, '/checkout/success?session_id=cs_unknown')
    const sent = page.asked.filter(({ path }) => path === '/api/checkout-session-complete')
    expect(sent.map(({ body }) => body)).toEqual([{ sessionId: 'cs_unknown' }])
    expect(page.document.querySelector('h1')?.textContent).toBe('Payment Successful')
    expect(orderNumberOn(page)).toBeNull()
    expect(page.document.querySelector('[role=alert]')).toBeNull()
    expect(page.words()).not.toMatch(/active|renew|belt/)
    expect(readCart()).toEqual([])
    await page.press('Continue Shopping')
    expect(page.place()).toBe('/')
  })

  it('knows that it is paid, and empties the cart, where another browser holds the order', async () => {
    const at = '/checkout/success?payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded'
    const page = await openSuccess([], {}, at)
    expect(page.words()).toContain('Payment Successful')
    expect(readCart()).toEqual([])
  })

  it('keeps the cart after a card was saved, until the provider says which', async () => {
    const at = '/checkout/success?setup_intent_client_secret=seti_1_secret_2&redirect_status=succeeded'
    const page = await openSuccess([], {}, at)
    expect(page.words()).not.toContain('Payment Successful')
    expect(readCart()).toHaveLength(1)
  })

  it('offers to check again while the bank decides', async () => {
    const back = '/checkout/success?payment_intent_client_secret=pi_1_secret_2&redirect_status=processing'
    openBrowser()
    const started = {
      ...{ clientSecret: 'pi_1_secret_2', type: 'payment-intent', promotion: null, cart: [selfItem()] },
      taxInfo: { hasTax: false, tax: 0, total: 6950 },
    }
    sessionStorage.setItem('startedPayment', JSON.stringify({ started, email: 'maya@example.com' }))
    const page = await openPage(<SuccessPage />, { at: back })
    expect(page.words()).toContain('Your bank is still deciding')
    expect(page.words()).toContain('we’ll place your order and email maya@example.com')
    await page.press('Look again')
    expect(page.words()).toContain('Your bank has the payment but hasn’t decided yet.')
    expect(page.button('Look again').disabled).toBe(false)
  })
})

describe('a payment page', () => {
  it.each([
    ['/checkout/success', <SuccessPage key="success" />],
    ['/checkout-success', <SuccessPage key="same" />],
    ['/thank-you', <ThankYouPage key="thanks" />],
  ])('opened without a payment claims none and keeps the cart: %s', async (at, element) => {
    openBrowser()
    sessionStorage.setItem('cartItem', '{}')
    sessionStorage.setItem('cartItems', '[{}]')
    const page = await openPage(element, { at })
    expect(page.document.querySelector('h1')?.textContent).toBe('No payment found here')
    expect(page.words()).not.toMatch(/active|Ordered today|Successful/)
    expect(page.button('Back to your cart').getAttribute('href')).toBe('/cart')
    expect(storedCart()).toEqual(['{}', '[{}]'])
  })

  it('clears the cart of an order that it thanks for', async () => {
    openBrowser()
    sessionStorage.setItem('cartItem', '{}')
    sessionStorage.setItem('cartItems', '[{}]')
    sessionStorage.setItem('lastOrder', '{"orderNumber":"BC-7K3F-9QMT"}')
    const page = await openPage(<ThankYouPage />, { at: '/thank-you' })
    expect(page.words()).toContain('Your club subscription is now active.')
    expect(storedCart()).toEqual([null, null])
  })
})
