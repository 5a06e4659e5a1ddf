import type { memberships, orderItems } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { announcedAt } from '../notices/announced-at.ts'
import type { Shop } from '../shop.ts'

/**
 * A gift of which its recipient has not heard: until its notice they see nothing of it, though they may have a page of
 * their own (club.md "The gift"). Its giver sees it from the first day on.
 * @param email who reads, normalised
 */
export function isSecret(
  shop: Shop,
  membership: Pick<typeof memberships.$inferSelect, 'isGift' | 'payerEmail'>,
  preferences: (typeof orderItems.$inferSelect)['preferences'],
  email: string,
): boolean {
  if (!membership.isGift || membership.payerEmail === email) return false
  const since = announcedAt(shop, (preferences as CartItem | null)?.giftDetails?.emailDate ?? null)
  return since !== null && since > shop.now()
}
