import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { giftItem } from '../../test/carts.ts'
import { openPage } from '../../test/open-page.tsx'
import { addToCart, keepPromotionCode } from '../browser/cart-storage.ts'
import CartPage from './cart-page.tsx'

const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) })

// Loaded on demand, which takes longer than the page waits on a busy machine.
beforeAll(() => Promise.all([import('../checkout/payment-panel.tsx'), import('./free-order.tsx')]))

/** The cart of a gift that the code ON-US pays for, at a shop that starts this payment. */
async function openFree(clientSecret: string, total: number) {
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
  })
  addToCart(giftItem())
  keepPromotionCode('ON-US')
  const page = await openPage(<CartPage />, { at: '/cart' })
  return { page, sent: (path: string) => asked.filter((each) => each.path === path) }
}

describe('a gift that costs nothing', () => {
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
