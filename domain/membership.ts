import type { Gender } from './belt.ts'
import type { CartItem } from './cart.ts'
import { normalizeEmail } from './email.ts'
import type { Fit } from './feedback.ts'
import { machine } from './machine.ts'
import { beltSizes } from './sizing.ts'

/**
 * A membership. 'past_due': its last renewal could not be charged; 'cancelled': paid boxes still ship, but nothing more
 * is charged; 'ended': over.
 */
export const membershipMachine = machine({
  active: ['past_due', 'cancelled', 'ended'],
  past_due: ['active', 'cancelled', 'ended'],
  cancelled: ['active', 'ended'],
  ended: [],
})
export type MembershipStatus = (typeof membershipMachine.states)[number]

/** Memberships that are charged again unless someone stops them. */
export const runningStatuses: readonly MembershipStatus[] = ['active', 'past_due']

/** The normalized address for questions about taste: for a gift, the recipient's; null if none was given. */
export function memberEmail(item: CartItem): string | null {
  const email = item.recipientType === 'gift' ? item.giftDetails?.recipientEmail : item.shippingDetails?.email
  return email && email.trim() !== '' ? normalizeEmail(email) : null
}

/**
 * The wearer, as one key: their normalized email, else name and address (club-rules.md "No repeat"). For a gift that is
 * the recipient's email; the shipping email of a gift is the giver's.
 */
export function personKey(item: CartItem): string {
  const email = memberEmail(item)
  if (email) return `email:${email}`
  const shipping = item.shippingDetails
  const words = [shipping?.fullName, shipping?.address, shipping?.zipCode]
  return `address:${words.map((word) => (word ?? '').trim().toLowerCase().replaceAll(/\s+/g, ' ')).join('|')}`
}

/** The neighboring size for a belt that is tight or loose; null at the end of the range. */
export function nextSize(size: string, fit: Fit, gender: Gender): string | null {
  const sizes = beltSizes[gender]
  const place = sizes.indexOf(size)
  if (place < 0 || fit === 'right') return null
  return sizes[place + (fit === 'tight' ? 1 : -1)] ?? null
}
