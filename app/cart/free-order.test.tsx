import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { giftItem } from '../../test/carts.ts'
import { openPage } from '../../test/open-page.tsx'
import { addToCart, keepPromotionCode, readPromotionCode } from '../browser/cart-storage.ts'
import { readLastOrder } from '../checkout/last-order.ts'
import { onToast, type Toast } from '../ui/toast-store.ts'
import CartPage from './cart-page.tsx'

const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) })
const no = (body: object) => ({ status: 400, body: JSON.stringify(body) })

// Loaded on demand, which takes longer than the page waits on a busy machine.
beforeAll(() => Promise.all([import('../checkout/payment-panel.tsx'), import('./free-order.tsx')]))

/** The cart of a gift that the code ON-US pays for, at a shop that starts this payment. */
async function openFree(
  clientSecret: string,
  total: number,
  replies: Parameters<typeof openBrowser>[0] = {},
) {
  const { asked } = openBrowser({
    '/api/promotion': ok({
      ...{ code: 'ON-US', discountCents: 59_400, totalBeforeTaxCents: 0, renewalDiscounts: [0] },
      description: 'A gift from us',
    }),
    '/api/create-payment-intent': ok({
      ...{ clientSecret, type: 'payment-intent' },
      taxInfo: { hasTax: false, tax: 0, total },
    }),
    '/api/orders/guest': ok({ orderNumber: 'BC-7K3F-9QMT' }),
    ...replies,
  })
  addToCart(giftItem())
  keepPromotionCode('ON-US')
  const page = await openPage(<CartPage />, { at: '/cart' })
  return { page, sent: (path: string) => asked.filter((each) => each.path === path) }
}

describe('a gift that costs nothing', () => {
  it('is ordered without a card, and records the buyer', async () => {
    const { page, sent } = await openFree('free_1_secret_2', 0)
    await page.press('Remove promotion ON-US')
    await page.press('Add a promotion code')
    await page.fill('Promotion code', 'on-us')
    await page.press('Apply')
    await page.fill('Email', 'sam@example.com')
    await page.press('Place my order')
    expect(sent('/api/orders/guest')).toMatchObject([{ body: { purchaserEmail: 'sam@example.com' } }])
    expect(readLastOrder()).toMatchObject({ email: 'sam@example.com', orderNumber: 'BC-7K3F-9QMT' })
  })

  it('is said not to be charged when the order fails, and drops an invalid code', async () => {
    const toasts: Toast[] = []
    onTestFinished(onToast((toast) => toast && toasts.push(toast)))
    const { page } = await openFree('free_1_secret_2', 0, { '/api/orders/guest': 'no answer' })
    await page.fill('Email', 'sam@example.com')
    await page.press('Place my order')
    expect(page.words()).toContain('Failed to create order')
    expect(toasts.at(-1)).toMatchObject({ title: 'Checkout Error', destructive: true })
    expect(page.button('Place my order').disabled).toBe(false)
    const used = await openFree('free_1_secret_2', 0, {
      '/api/orders/guest': no({ code: 'promotion_refused', error: 'The code ON-US is used up.' }),
    })
    await used.page.fill('Email', 'sam@example.com')
    await used.page.press('Place my order')
    expect(used.page.words()).toContain('The code ON-US is used up.')
    expect(used.page.button('Proceed to Payment').disabled).toBe(false)
    expect(readPromotionCode()).toBeNull()
  })

  it('has to be paid after all when the shop finds something due', async () => {
    const { page, sent } = await openFree('pi_1_secret_2', 59_400)
    await page.press('Place my order')
    expect(sent('/api/orders/guest')).toEqual([])
    expect(page.field('Card number').value).toBe('')
    expect(page.button('Pay $594.00').disabled).toBe(false)
  })

  it('is not ordered before the email could be one', async () => {
    const { page, sent } = await openFree('free_1_secret_2', 0)
    await page.fill('Email', 'sam@')
    await page.press('Place my order')
    expect(sent('/api/create-payment-intent')).toEqual([])
    expect(page.field('Email').getAttribute('aria-invalid')).toBe('true')
    expect(page.focused().name).toBe('email')
  })
})
