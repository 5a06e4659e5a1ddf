import { useSyncExternalStore } from 'react'
import type { CartGift, CartItem, CartShipping } from '../../domain/cart.ts'
import { keepInTab, readFromTab } from './tab-storage.ts'

// Session storage keys of spec §7.
const listKey = 'cartItems'
const currentKey = 'cartItem'
// Not in the spec: the cart's promotion code.
const promotionKey = 'promotionCode'
// Not in the spec: unsaved edits to items (app/quiz/edit-quiz.tsx); they are cleared with the cart.
const editsKey = 'quizEdits'
// Not in the spec, and in local storage: the newest ordered items' ids, for the carts of other tabs.
const orderedKey = 'orderedItems'
const maxOrdered = 50

const listeners = new Set<() => void>()
const nothing: CartItem[] = []
let known: { text: string | null; items: CartItem[] } = { text: null, items: nothing }

/** This tab's cart. Anything unreadable counts as empty and is left as it is. */
export function readCart(): CartItem[] {
  const text = readFromTab(listKey)
  if (text !== known.text) known = { text, items: parse(text) }
  return known.items
}

/** Appends an item and makes it the current one (spec §4 "Submit"). */
export function addToCart(item: CartItem) {
  store([...readCart(), item], item)
}

/** Replaces the item with the same id, or appends it if that one is gone. */
export function replaceInCart(item: CartItem) {
  if (!readCart().some(({ id }) => id === item.id)) return addToCart(item)
  store(
    readCart().map((each) => (each.id === item.id ? item : each)),
    item,
  )
}

/** Replaces the whole cart with one made in the admin. */
export function replaceCart(items: readonly CartItem[]) {
  clearCart()
  if (items[0]) store([...items], items[0])
}

/** Removes one item; removing the last clears the storage (spec §2). */
export function removeFromCart(id: string) {
  const rest = readCart().filter((item) => item.id !== id)
  if (rest.length === 0) clearCart()
  else store(rest, rest[rest.length - 1]!)
}

/** Removes ordered items from the carts of this browser's other tabs: nobody wants to pay twice. */
export function removeFromOtherTabs(items: readonly CartItem[]) {
  try {
    const ids = [...orderedIds(), ...items.map(({ id }) => id)].slice(-maxOrdered)
    localStorage.setItem(orderedKey, JSON.stringify(ids))
  } catch {
    // Without storage no other tab has a cart.
  }
}

/**
 * Removes what other tabs ordered: before now, while this page is open, and while it was put away for Back to bring it
 * again. Returns the unsubscribe function.
 */
export function onOrderInOtherTab(): () => void {
  const drop = () => {
    const ordered = orderedIds()
    for (const { id } of readCart()) if (ordered.includes(id)) removeFromCart(id)
    // Back may also bring a page that still shows what was ordered in this tab.
    announce()
  }
  drop()
  window.addEventListener('storage', drop)
  window.addEventListener('pageshow', drop)
  return () => {
    window.removeEventListener('storage', drop)
    window.removeEventListener('pageshow', drop)
  }
}

function orderedIds(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(orderedKey) ?? '[]')
    return Array.isArray(ids) ? ids : []
  } catch {
    return []
  }
}

/** Clears the cart (spec §2 "Payment success", "Order thank-you"). */
export function clearCart() {
  for (const key of [listKey, currentKey, promotionKey, editsKey]) keepInTab(key, null)
  announce()
}

/** The cart's promotion code, or null. */
export function readPromotionCode(): string | null {
  return readFromTab(promotionKey)
}

/** Saves the cart's promotion code; null removes it. */
export function keepPromotionCode(code: string | null) {
  keepInTab(promotionKey, code || null)
}

/** The cart, kept up to date; null on the server and during hydration, when it isn't known yet. */
export function useCart(): CartItem[] | null {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    readCart,
    () => null,
  )
}

function store(items: CartItem[], current: CartItem) {
  keepInTab(listKey, JSON.stringify(items))
  keepInTab(currentKey, JSON.stringify(current))
  announce()
}

function announce() {
  for (const listener of listeners) listener()
}

function parse(text: string | null): CartItem[] {
  if (!text) return nothing
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.flatMap(itemOf) : nothing
  } catch {
    return nothing
  }
}

// Other software, an older release or a curious visitor may have written the cart: whatever names a plan is shown, with
// what it lacks left empty for the checkout to ask for, and anything else is skipped.
function itemOf(value: unknown, index: number): CartItem[] {
  const { planId, ...item } = textsOf(value)
  if (planId === undefined) return []
  const { styles, colors, shippingDetails, giftDetails, extraAnswers, measured } = value as Partial<CartItem>
  const { id = `cart-${index}`, planName = 'Unknown Plan', price = '', period = 'per month' } = item
  return [
    {
      ...{ id, planId, planName, price, period, size: item.size ?? '' },
      recipientType: item.recipientType === 'gift' ? 'gift' : 'self',
      gender: item.gender === 'female' ? 'female' : 'male',
      styles: Array.isArray(styles) ? styles : [],
      colors: Array.isArray(colors) ? colors : [],
      ...(shippingDetails ? { shippingDetails: textsOf(shippingDetails) as CartShipping } : {}),
      ...(giftDetails ? { giftDetails: textsOf(giftDetails) as CartGift } : {}),
      ...(typeof measured === 'number' ? { measured } : {}),
      ...(Array.isArray(extraAnswers) ? { extraAnswers } : {}),
    },
  ]
}

function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, each]) => typeof each === 'string'))
}
