import { eq } from 'drizzle-orm'
import { memberships } from '../../../db/schema.ts'
import type { AccountInput } from '../../../domain/account/calls.ts'
import { styles } from '../../../domain/belt.ts'
import { lockMembership } from '../../billing/find-membership.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'
import type { Member } from '../member.ts'
import { requireOwnMembership } from '../own-membership.ts'
import { settleOrder } from '../settle-order.ts'
import { readMembership } from './read-account.ts'
import { refillBoxes } from './refill-boxes.ts'

/** What is chosen from now on; boxes whose cut-off is ahead are chosen anew. */
export async function changeStyles(shop: Shop, input: AccountInput<'changeStyles'>, member: Member) {
  const { id } = input
  await requireOwnMembership(shop, member, id, 'taste')
  const chosen = styles.filter((style) => input.styles.includes(style))
  await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, id)
    if (chosen.join() === locked.styles.join()) return
    await tx.update(memberships).set({ styles: chosen }).where(eq(memberships.id, id))
    await settleOrder(tx, locked.orderItemId)
    await refillBoxes(tx, {
      membershipId: id,
      reasons: ['unseen', 'stock'],
      today: shopDay(shop),
      timeZone: shop.config.timeZone,
    })
  })
  return readMembership(shop, member, id)
}
