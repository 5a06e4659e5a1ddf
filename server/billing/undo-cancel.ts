import { and, eq, inArray } from 'drizzle-orm'
import { boxes, memberships } from '../../db/schema.ts'
import { membershipStatus } from '../../db/states.ts'
import { unshippedStates } from '../../domain/box.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'
import { findMembership, lockMembership } from './find-membership.ts'
import { shopDay } from './shop-day.ts'

/**
 * Takes a cancellation back: possible until the last box has shipped, while the provider's subscription lives
 * (club.md "Cancel"). The provider first: after a crash its event brings our row after, and the next charge is one
 * that the member has asked for. Asked again it changes nothing.
 * @throws ShopError 'not_possible' when it is too late
 */
export async function undoCancel(shop: Shop, input: { membershipId: string }) {
  const membership = await findMembership(shop, input.membershipId)
  if (membership.status === 'active' || membership.status === 'past_due') return
  const subscriptionId = membership.stripeSubscriptionId
  if (membership.status === 'ended' || !subscriptionId || !(await hasUnshipped(shop, membership.id)))
    throw tooLate()
  const state = await shop.payments.fetchSubscription(subscriptionId)
  if (!state || state.status === 'ended') throw tooLate()
  const renewing = await shop.payments.setRenewing(subscriptionId, true)
  // A cancelled membership may have skipped or resumed: its boxes moved, and the charge that follows them did not.
  const tomorrow = addDays(shopDay(shop), 1)
  const to = membership.paidUntil > tomorrow ? membership.paidUntil : tomorrow
  const isApart = renewing.nextChargeAt && shopDay(shop, renewing.nextChargeAt) !== membership.paidUntil
  if (isApart) await shop.payments.moveNextCharge({ subscriptionId, to })
  const isMoved = await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, membership.id)
    if (locked.status !== 'cancelled') return false
    // Skipped in another tab meanwhile: the charge has to follow once more.
    if (locked.paidUntil !== membership.paidUntil) return true
    await tx
      .update(memberships)
      .set({
        status: membershipStatus.to('active', memberships.status),
        renews: true,
        cancelledAt: null,
        ...(isApart ? { paidUntil: to } : {}),
      })
      .where(eq(memberships.id, locked.id))
    return false
  })
  if (isMoved) await undoCancel(shop, input)
}

async function hasUnshipped(shop: Shop, membershipId: string): Promise<boolean> {
  const [box] = await shop.db
    .select({ id: boxes.id })
    .from(boxes)
    .where(and(eq(boxes.membershipId, membershipId), inArray(boxes.state, unshippedStates)))
    .limit(1)
  return box !== undefined
}

function tooLate(): ShopError {
  return new ShopError(
    'not_possible',
    'This membership has come to its end and cannot be taken up again. You can start a new one anytime.',
  )
}
