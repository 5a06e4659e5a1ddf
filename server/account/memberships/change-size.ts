import { eq } from 'drizzle-orm'
import { memberships } from '../../../db/schema.ts'
import type { AccountInput } from '../../../domain/account/calls.ts'
import type { Gender } from '../../../domain/belt.ts'
import { ShopError } from '../../../domain/errors.ts'
import { beltSizes } from '../../../domain/sizing.ts'
import { lockMembership } from '../../billing/find-membership.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'
import type { Member } from '../member.ts'
import { requireOwnMembership } from '../own-membership.ts'
import { settleOrder } from '../settle-order.ts'
import { readMembership } from './read-account.ts'
import { refillBoxes } from './refill-boxes.ts'

/**
 * Sends another size from the next box on that can still be changed; a box that waited for a size goes on.
 * @throws ShopError 'invalid_body' for a size that this shop has not
 */
export async function changeSize(shop: Shop, { id, size }: AccountInput<'changeSize'>, member: Member) {
  const { gender } = await requireOwnMembership(shop, member, id, 'taste')
  if (!beltSizes[gender as Gender].includes(size)) {
    const sentence = 'Choose one of the sizes in the list.'
    throw new ShopError('invalid_body', sentence, { fields: { size: sentence } })
  }
  await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, id)
    if (locked.size === size) return
    await tx.update(memberships).set({ size }).where(eq(memberships.id, id))
    await settleOrder(tx, locked.orderItemId)
    await refillBoxes(tx, {
      membershipId: id,
      size,
      reasons: ['size', 'unseen', 'stock', 'belt'],
      today: shopDay(shop),
      timeZone: shop.config.timeZone,
    })
  })
  return readMembership(shop, member, id)
}
