import type { CartItem } from './cart.ts'
import { normaliseEmail } from './email.ts'

/**
 * Who wears the belts, as one key: the member's normalised e-mail, else name and address (club.md "No repeat").
 * For a gift that is the recipient's e-mail; the shipping e-mail of a gift is the giver's.
 */
export function personKey(item: CartItem): string {
  const email = item.recipientType === 'gift' ? item.giftDetails?.recipientEmail : item.shippingDetails?.email
  if (email && email.trim() !== '') return `email:${normaliseEmail(email)}`
  const shipping = item.shippingDetails
  const words = [shipping?.fullName, shipping?.address, shipping?.zipCode]
  return `address:${words.map((word) => (word ?? '').trim().toLowerCase().replaceAll(/\s+/g, ' ')).join('|')}`
}
