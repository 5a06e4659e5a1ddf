import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { membershipStatus } from '../../db/schema/states.ts'
import { memberships } from '../../db/schema.ts'
import type { Membership } from '../ledger/find-membership.ts'
import { tell } from '../outbox/enqueue-mail.ts'
import type { Shop } from '../shop/shop.ts'

/** The row of a membership that will not renew: its paid boxes still ship, and its buyer is told which (club-rules.md "Cancel"). */
export async function markCancelled(tx: Transaction, shop: Shop, membership: Membership) {
  const cancelledAt = shop.now()
  await tx
    .update(memberships)
    .set({ status: membershipStatus.to('cancelled', memberships.status), renews: false, cancelledAt })
    .where(eq(memberships.id, membership.id))
  // Cancelled, undone and cancelled again is told twice.
  await tell(tx, shop, { kind: 'membership-cancelled', fact: `${membership.id}:${cancelledAt.getTime()}` })
}
