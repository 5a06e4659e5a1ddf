import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { addToCart, clearCart, readCart, removeFromCart } from './cart-storage.ts'

beforeEach(() => void openBrowser())
afterEach(() => vi.unstubAllGlobals())

const stored = (key: string) => JSON.parse(sessionStorage.getItem(key) ?? 'null')

it('appends items to cartItems and keeps the last one as cartItem', () => {
  const [one, two] = [selfItem(), giftItem()]
  addToCart(one)
  expect([stored('cartItems'), stored('cartItem')]).toEqual([[one], one])
  addToCart(two)
  expect([stored('cartItems'), stored('cartItem')]).toEqual([[one, two], two])
  expect(readCart()).toEqual([one, two])
})

it('removes one item, and with the last one both keys', () => {
  const [one, two] = [selfItem(), giftItem()]
  addToCart(one)
  addToCart(two)
  removeFromCart(two.id)
  expect([stored('cartItems'), stored('cartItem')]).toEqual([[one], one])
  removeFromCart(one.id)
  expect(sessionStorage).toHaveLength(0)
})

it('clears both keys', () => {
  addToCart(selfItem())
  clearCart()
  expect([sessionStorage.getItem('cartItems'), sessionStorage.getItem('cartItem')]).toEqual([null, null])
  expect(readCart()).toEqual([])
})

it.each(['', '{', 'null', '{"0":1}', '7'])('reads %j as an empty cart', (text) => {
  sessionStorage.setItem('cartItems', text)
  expect(readCart()).toEqual([])
})
