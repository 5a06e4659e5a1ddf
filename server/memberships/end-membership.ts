import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { membershipStatus } from '../../db/schema/states.ts'
import { memberships } from '../../db/schema.ts'
import type { Membership } from '../ledger/find-membership.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * Marks a membership as ended: it will never be charged again, but its paid boxes still ship. If it was past due, its buyer
 * is emailed, whether the shop or the provider ended it.
 */
export async function endMembership(tx: Transaction, shop: Shop, membership: Membership) {
  await tx
    .update(memberships)
    .set({
      status: membershipStatus.to('ended', memberships.status),
      ...{ renews: false, pastDueSince: null },
      ...(membership.status === 'past_due' && { lostAt: shop.now(), lostBy: 'unpaid' as const }),
    })
    .where(eq(memberships.id, membership.id))
  if (membership.status === 'past_due')
    await enqueueMail(tx, shop, { kind: 'membership-ended-unpaid', about: { membershipId: membership.id } })
}
