import type { CartItem } from '../domain/cart.ts'
import { giftItem, selfItem } from './carts.ts'

/** One cart for each row of stripe.md §9 "The mapping", by its name; every call makes a new cart. */
export const everyKindOfCart: [string, () => CartItem[]][] = [
  ['a subscription', () => [selfItem('6-months')]],
  ['a gift', () => [giftItem('12-months')]],
  ['several items', () => [selfItem('monthly'), giftItem('6-months'), selfItem('12-months')]],
]
