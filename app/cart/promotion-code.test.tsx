import { beforeAll, describe, expect, it, vi } from 'vitest'
import { act } from '../../test/act.ts'
import { openBrowser } from '../../test/browser.ts'
import { selfItem } from '../../test/carts.ts'
import { openPage } from '../../test/open-page.tsx'
import { addToCart, keepPromotionCode, readCart, readPromotionCode } from '../browser/cart-storage.ts'
import CartPage from './cart-page.tsx'

const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) })
const no = (body: object) => ({ status: 400, body: JSON.stringify(body) })
const tenth = {
  ...{ code: 'SPRING', discountCents: 695, totalBeforeTaxCents: 6255, renewalDiscounts: [695] },
  description: '10% off every payment',
}
const begun = {
  ...{ clientSecret: 'pi_1_secret_2', type: 'subscription', subscriptionId: 'sub_1', customerId: 'cus_1' },
  taxInfo: { hasTax: false, tax: 0, total: 6255, discount: 695 },
}

// Loaded on demand, which takes longer than the page waits on a busy machine.
beforeAll(() => Promise.all([import('../checkout/payment-panel.tsx'), import('./free-order.tsx')]))

/** The cart of one monthly plan with the code SPRING, which the shop answers so. */
async function openCart(replies: Parameters<typeof openBrowser>[0] = {}) {
  const { asked } = openBrowser({ '/api/promotion': ok(tenth), ...replies })
  addToCart(selfItem())
  keepPromotionCode('SPRING')
  const page = await openPage(<CartPage />, { at: '/cart' })
  return { page, sent: (path: string) => asked.filter((each) => each.path === path) }
}

describe('a promotion code in the cart', () => {
  it('applies with the focus on its row, lowers every charge, and survives a reload', async () => {
    const { asked } = openBrowser({
      '/api/promotion': ok(tenth),
      '/api/create-payment-intent': ok(begun),
    })
    addToCart(selfItem())
    const page = await openPage(<CartPage />, { at: '/cart' })
    expect(page.words()).toContain('Total before tax $69.50')
    await page.press('Add a promotion code')
    await page.fill('Promotion code', ' spring')
    await page.press('Apply')
    expect(asked.at(-1)!.body).toEqual({ promotionCode: 'spring', cartItems: readCart() })
    expect(page.focused()).toBe(page.button('Remove promotion SPRING'))
    const lowered = /Promotion SPRING10% off every payment.* −\$6\.95 .*Total before tax \$62\.55/
    expect(page.words()).toMatch(lowered)
    expect(page.words()).toContain('at $62.55, until you cancel')
    const reloaded = await openPage(<CartPage />, { at: '/cart' })
    expect(reloaded.words()).toMatch(lowered)
    await reloaded.press('Proceed to Payment')
    expect(reloaded.words()).toContain('Total today $62.55')
    expect(reloaded.words()).toContain('renews at $62.55 every month')
  })

  it('is gone after a reload, too, once it was removed', async () => {
    const { page } = await openCart()
    await page.press('Remove promotion SPRING')
    expect(page.words()).toContain('Total before tax $69.50')
    expect(readPromotionCode()).toBeNull()
  })

  it('is looked up again when a belt comes in or goes', async () => {
    const { page, sent } = await openCart()
    await act(async () => addToCart(selfItem('12-months')))
    await page.settle()
    expect(sent('/api/promotion').map(({ body }) => body)).toEqual([
      { promotionCode: 'SPRING', cartItems: readCart().slice(0, 1) },
      { promotionCode: 'SPRING', cartItems: readCart() },
    ])
    await page.press(/^Remove item/i, true)
    expect(sent('/api/promotion').at(-1)!.body).toEqual({ promotionCode: 'SPRING', cartItems: readCart() })
    expect(sent('/api/promotion')).toHaveLength(3)
  })

  it('that is removed during payment ends that payment, which was for less', async () => {
    const { page } = await openCart({ '/api/create-payment-intent': ok(begun) })
    await page.press('Proceed to Payment')
    expect(page.words()).toContain('Total today $62.55')
    await page.press('Remove promotion SPRING')
    expect(page.words()).toMatch(/Total before tax \$69\.50 .*Proceed to Payment/)
  })

  it('that is refused when payment begins stands in its field, to be corrected', async () => {
    const refused = no({ code: 'promotion_refused', error: 'The code SPRING is used up.' })
    const { page } = await openCart({ '/api/create-payment-intent': refused })
    await page.press('Proceed to Payment')
    expect(page.words()).toContain('The code SPRING is used up.')
    expect(page.field('Promotion code').value).toBe('SPRING')
  })

  it('has to be typed before it is applied', async () => {
    const { page, sent } = await openCart()
    await page.press('Remove promotion SPRING')
    await page.press('Add a promotion code')
    await page.fill('Promotion code', '  ')
    await page.press('Apply')
    expect(page.words()).toContain('Type your code first.')
    expect(sent('/api/promotion')).toHaveLength(1)
  })

  it('stays when it is refused only for the cart as it was before', async () => {
    openBrowser()
    const answers: ((reply: Response) => void)[] = []
    vi.stubGlobal('fetch', (path: string) =>
      path === '/api/promotion'
        ? new Promise((answer) => answers.push(answer))
        : Promise.reject(new TypeError('fetch failed')),
    )
    for (const item of [selfItem(), selfItem()]) addToCart(item)
    keepPromotionCode('SPRING')
    const page = await openPage(<CartPage />, { at: '/cart' })
    await page.press(/^Remove item 2/)
    const refused = { code: 'promotion_refused', error: 'SPRING is for one plan only.' }
    answers[0]?.(new Response(JSON.stringify(refused), { status: 400 }))
    answers[1]?.(new Response(JSON.stringify(tenth)))
    await page.settle()
    expect(page.words()).toContain('Total before tax $62.55')
    expect(readPromotionCode()).toBe('SPRING')
  })

  it('that pays all of today’s charge still needs a card for a plan that renews', async () => {
    const free = { ...tenth, discountCents: 6950, totalBeforeTaxCents: 0, renewalDiscounts: [0] }
    const { page } = await openCart({ '/api/promotion': ok(free) })
    expect(page.words()).toContain('Your own plan renews, so we need a card for then.')
    expect(page.button('Proceed to Payment').disabled).toBe(false)
  })
})
