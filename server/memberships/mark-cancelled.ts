import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { membershipStatus } from '../../db/schema/states.ts'
import { memberships } from '../../db/schema.ts'
import type { LostWay } from '../../domain/cancellation.ts'
import type { Membership } from '../ledger/find-membership.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * The row of a membership that will not renew: its paid boxes still ship, and its buyer is told which (club.md "Cancel").
 * @param by 'provider': cancelled at its page, so its buyer may not have asked for it, and the owner is told, too;
 *   'bank': a dispute ended it; 'staff': for the member, in the admin
 */
export async function markCancelled(
  tx: Transaction,
  shop: Shop,
  membership: Membership,
  by: Exclude<LostWay, 'unpaid'> = 'member',
) {
  const cancelledAt = shop.now()
  await tx
    .update(memberships)
    .set({
      status: membershipStatus.to('cancelled', memberships.status),
      ...{ renews: false, cancelledAt, lostAt: cancelledAt, lostBy: by },
    })
    .where(eq(memberships.id, membership.id))
  // Cancelled, undone and cancelled again is told twice.
  const about = { membershipId: membership.id, cancelledAt: `${cancelledAt.getTime()}` }
  await enqueueMail(tx, shop, {
    kind: by === 'member' || by === 'staff' ? 'membership-cancelled' : 'membership-cancelled-elsewhere',
    about,
  })
  if (by === 'provider') await enqueueMail(tx, shop, { kind: 'cancelled-at-provider', about })
}

/** What a membership that renews again says of its end. */
export const notLost = { cancelledAt: null, lostAt: null, lostBy: null, cancelReason: null } as const

/**
 * Its payer hears that it will be charged again, whoever took the cancellation back: once, with the row that says so.
 * @param cancelled as it was until now
 */
export async function notifyRenewsAgain(tx: Transaction, shop: Shop, { id, cancelledAt }: Membership) {
  await enqueueMail(tx, shop, {
    kind: 'membership-renews-again',
    about: { membershipId: id, cancelledAt: `${cancelledAt?.getTime() ?? 0}` },
  })
}
