import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { membershipStatus } from '../../db/schema/states.ts'
import { memberships } from '../../db/schema.ts'
import type { LostWay } from '../../domain/cancellation.ts'
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

/**
 * Marks a membership as cancelled: it won't renew, its paid boxes still ship, and its buyer is emailed which ones (club.md
 * "Cancel").
 * @param by 'provider': cancelled on its page, maybe not by the buyer; 'bank': a dispute ended it; 'staff': staff did it for
 *   the member in the admin
 * @param isAtProvider the provider was told by somebody else, or did it by its settings, so the owner is emailed too
 */
export async function markCancelled(
  tx: Transaction,
  shop: Shop,
  membership: Membership,
  by: Exclude<LostWay, 'unpaid'> = 'member',
  isAtProvider = false,
) {
  const cancelledAt = shop.now()
  await tx
    .update(memberships)
    .set({
      status: membershipStatus.to('cancelled', memberships.status),
      ...{ renews: false, cancelledAt, lostAt: cancelledAt, lostBy: by },
    })
    .where(eq(memberships.id, membership.id))
  // The timestamp makes a second cancellation, after an undo, send its own email.
  const about = { membershipId: membership.id, cancelledAt: `${cancelledAt.getTime()}` }
  await enqueueMail(tx, shop, {
    kind: by === 'member' || by === 'staff' ? 'membership-cancelled' : 'membership-cancelled-elsewhere',
    about,
  })
  if (isAtProvider) await enqueueMail(tx, shop, { kind: 'cancelled-at-provider', about })
}

/** Clears the cancellation fields of a membership that renews again. */
export const notLost = { cancelledAt: null, lostAt: null, lostBy: null, cancelReason: null } as const

/**
 * Emails the payer that they will be charged again, whoever undid the cancellation; once per cancellation, in the
 * transaction that undoes it.
 */
export async function notifyRenewsAgain(tx: Transaction, shop: Shop, { id, cancelledAt }: Membership) {
  await enqueueMail(tx, shop, {
    kind: 'membership-renews-again',
    about: { membershipId: id, cancelledAt: `${cancelledAt?.getTime() ?? 0}` },
  })
}
