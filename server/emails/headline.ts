import type { CartItem } from '../../domain/cart.ts'
import { firstNumberWord } from '../../domain/count.ts'
import { personKey } from '../../domain/membership.ts'
import { callName, oneLine } from '../../domain/slug.ts'

/** "Thank you, Maya. Two people are in the club." Counts people rather than items: two plans may be for one person. */
export function headlineOf(carts: CartItem[]): string {
  const buyer = carts.map(buyerOf).find((name) => name !== '')
  return `${buyer ? `Thank you, ${buyer}.` : 'Thank you.'} ${joinedOf(carts)}`
}

function buyerOf(cart: CartItem): string {
  const isGift = cart.recipientType === 'gift'
  return callName(isGift ? cart.giftDetails?.senderName : cart.shippingDetails?.fullName)
}

function joinedOf(carts: CartItem[]): string {
  const count = new Set(carts.map(personKey)).size
  if (count > 1) return `${firstNumberWord(count)} people are in the club.`
  if (carts.some((cart) => cart.recipientType === 'self')) return 'You’re in the club.'
  return `${oneLine(carts[0]?.shippingDetails?.fullName) || 'Your recipient'} is in the club.`
}
