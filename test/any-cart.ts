import type { CartItem } from '../domain/cart.ts'
import { firstPlans as plans } from '../domain/first-plans.ts'
import { laterGift, selfItem } from './carts.ts'

const places = [
  { city: 'Portland', state: 'OR', zipCode: '97209' },
  { city: 'New York', state: 'NY', zipCode: '10001' },
  { city: 'San Francisco', state: ' california ', zipCode: '94110' },
  { city: 'Los Angeles', state: 'CA', zipCode: '90012' },
]

/**
 * One to four items of any plan, for the buyer or as gifts, to any place.
 * @param random a source of numbers in [0, 1)
 * @param email the buyer's
 */
export function anyCart(random: () => number, email: string): CartItem[] {
  const oneOf = <Choice>(choices: readonly Choice[]) => choices[Math.floor(random() * choices.length)]!
  const count = oneOf([1, 1, 1, 2, 2, 3, 4])
  return Array.from({ length: count }, () => {
    const make = oneOf([selfItem, laterGift])
    const item = make(oneOf(plans).id)
    return { ...item, shippingDetails: { ...item.shippingDetails!, ...oneOf(places), email } }
  })
}
