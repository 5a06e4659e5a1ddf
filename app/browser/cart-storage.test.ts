import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import {
  addToCart,
  clearCart,
  keepPromotionCode,
  readCart,
  readPromotionCode,
  removeFromCart,
  replaceCart,
  replaceInCart,
} from './cart-storage.ts'

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

it('removes one item, and both keys with the last one', () => {
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

it('shows whatever names a plan, and skips the rest', () => {
  const own = selfItem()
  const parts = { recipientType: 'myself', styles: 'dress', shippingDetails: null, giftDetails: 7 }
  const entries = [null, 1, 'x', [], {}, { planId: 7 }, { planId: 'monthly' }, { ...own, ...parts }]
  sessionStorage.setItem('cartItems', JSON.stringify(entries))
  const { shippingDetails: _, ...rest } = own
  const bare = { id: 'cart-6', planId: 'monthly', planName: 'Unknown Plan', price: '' }
  expect(readCart()).toEqual([
    { ...bare, period: 'per month', recipientType: 'self', gender: 'male', size: '', styles: [], colors: [] },
    { ...rest, recipientType: 'self', styles: [], giftDetails: {} },
  ])
})

it('replaces an item in place, or appends it when gone', () => {
  const [one, two] = [selfItem(), selfItem()]
  addToCart(one)
  addToCart(two)
  const changed = { ...one, size: '38' }
  replaceInCart(changed)
  expect([stored('cartItems'), stored('cartItem')]).toEqual([[changed, two], changed])
  const gone = selfItem()
  replaceInCart(gone)
  expect(readCart()).toEqual([changed, two, gone])
})

it('replaces the whole cart, and drops the old code and edits', () => {
  const [one, two, three] = [selfItem(), giftItem(), selfItem()]
  addToCart(one)
  keepPromotionCode('SPRING')
  sessionStorage.setItem('quizEdits', '{}')
  expect(readPromotionCode()).toBe('SPRING')
  replaceCart([two, three])
  expect([stored('cartItems'), stored('cartItem')]).toEqual([[two, three], two])
  expect([readPromotionCode(), sessionStorage.getItem('quizEdits')]).toEqual([null, null])
  keepPromotionCode('SPRING')
  keepPromotionCode(null)
  expect(readPromotionCode()).toBeNull()
})

describe.each(['full', 'forbidden'])('with storage that is %s', (how) => {
  const refuse = () => {
    throw new Error(`storage is ${how}`)
  }

  it('keeps cart and code until the page is left, and clears them', () => {
    vi.stubGlobal('sessionStorage', {
      getItem: how === 'full' ? () => null : refuse,
      setItem: refuse,
      removeItem: how === 'full' ? () => {} : refuse,
    })
    const [one, two] = [selfItem(), giftItem()]
    addToCart(one)
    addToCart(two)
    keepPromotionCode('SPRING')
    expect([readCart(), readPromotionCode()]).toEqual([[one, two], 'SPRING'])
    removeFromCart(one.id)
    expect(readCart()).toEqual([two])
    clearCart()
    expect([readCart(), readPromotionCode()]).toEqual([[], null])
  })
})

it('keeps the last remaining item as the current one', () => {
  const [one, two, three] = [selfItem(), giftItem(), selfItem()]
  for (const item of [one, two, three]) addToCart(item)
  removeFromCart(one.id)
  expect(stored('cartItem')).toEqual(three)
})
