import { act } from 'react'
import { expect, it } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { selfItem } from '../../test/carts.ts'
import { openPage } from '../../test/open-page.tsx'
import { addToCart, readCart } from '../browser/cart-storage.ts'
import CartPage from './cart-page.tsx'

it('a payment link pasted into a tab that shows a cart opens its own', async () => {
  const theirs = selfItem('6-months')
  const body = JSON.stringify({ cartItems: [theirs] })
  openBrowser({ '/api/order-link': { status: 200, body } })
  addToCart(selfItem())
  const page = await openPage(<CartPage />, { at: '/cart' })
  window.location.hash = '#pay=abcdefghijklmnopqrstuvwxyz'
  await act(async () => void dispatchEvent(new Event('hashchange')))
  await page.settle()
  expect(readCart()).toEqual([theirs])
  expect(page.words()).toContain('6 Months $357.00')
})
