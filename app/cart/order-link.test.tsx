import { describe, expect, it } from 'vitest'
import { act } from '../../test/act.ts'
import { openBrowser } from '../../test/browser.ts'
import { selfItem } from '../../test/carts.ts'
import { openPage } from '../../test/open-page.tsx'
import { addToCart, readCart } from '../browser/cart-storage.ts'
import CartPage from './cart-page.tsx'

async function pasteLink() {
  const theirs = selfItem('6-months')
  const body = JSON.stringify({ cartItems: [theirs] })
  openBrowser({ '/api/order-link': { status: 200, body } })
  const own = selfItem()
  addToCart(own)
  const page = await openPage(<CartPage />, { at: '/cart' })
  const paste = async () => {
    window.location.hash = '#pay=abcdefghijklmnopqrstuvwxyz'
    await act(async () => void dispatchEvent(new Event('hashchange')))
    await page.settle()
  }
  await paste()
  return { page, paste, theirs, own }
}

describe('a payment link pasted into a tab that shows a cart', () => {
  it('opens its own once that cart may be replaced, and opens again without asking', async () => {
    const { page, paste, theirs, own } = await pasteLink()
    expect(page.words()).toContain('Opening this order replaces it.')
    expect(readCart()).toEqual([own])
    await page.press('Open the order')
    expect(readCart()).toEqual([theirs])
    expect(page.words()).toContain('6 Months $357.00')
    await paste()
    expect(page.words()).toContain('6 Months $357.00')
  })

  it('leaves a cart that its visitor keeps', async () => {
    const { page, own } = await pasteLink()
    await page.press('Keep my cart')
    expect(readCart()).toEqual([own])
    expect(page.words()).toContain('$69.50')
    expect(window.history.replaceState).toHaveBeenLastCalledWith(null, '', '/cart')
  })
})
