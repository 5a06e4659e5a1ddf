import { and, eq, inArray } from 'drizzle-orm'
import { membershipStatus } from '../../db/schema/states.ts'
import { boxes, checkouts, memberships, orderItems } from '../../db/schema.ts'
import { unshippedStates } from '../../domain/box.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { type CancelReason, waysWithReason } from '../../domain/cancellation.ts'
import { ShopError } from '../../domain/errors.ts'
import { completeCheckout } from '../checkout/complete-checkout.ts'
import { findMembership, isHandedOver, lockMembership, type Membership } from '../ledger/find-membership.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { endMembership, markCancelled, notifyRenewsAgain, notLost } from './end-membership.ts'
import { reconcileMembership } from './reconcile-renewals.ts'
import { changeUnlessEnded, hasEnded } from './sync-subscription.ts'

/**
 * Cancels the renewal immediately; paid boxes still ship (club-rules.md "Cancel"). The provider is updated first: after a
 * crash in between, nobody is charged, and a retry, the provider's event (sync-subscription.ts) or the reconciler updates
 * our row. In the other order, a member told "cancelled" could still be charged. Calling it again changes nothing.
 * @param input.seen the membership when it was found to be theirs; absent: as it is now
 * @throws ShopError 'not_possible' for a gift, or if it was handed over meanwhile; 'not_found' for an unknown membership
 */
export async function cancelRenewal(
  shop: Shop,
  input: { membershipId: string; by?: 'member' | 'staff'; seen?: Membership },
) {
  const membership = await inStep(shop, await findMembership(shop, input.membershipId))
  if (isHandedOver(membership, input.seen ?? membership)) throw handedOver()
  if (membership.isGift) {
    throw new ShopError('not_possible', 'A gift is paid once and never renews, so there’s nothing to cancel.')
  }
  if (membership.status === 'cancelled' || membership.status === 'ended') return
  const subscriptionId = membership.stripeSubscriptionId
  if (subscriptionId && (await hasEnded(shop, subscriptionId))) return
  // With an unpaid term there is no paid period to wait for, and its open invoice could still be charged.
  const isUnpaid = membership.status === 'past_due' || (await isBeingBilled(shop, membership))
  if (subscriptionId && isUnpaid) await shop.payments.endSubscription(subscriptionId)
  else if (subscriptionId)
    await changeUnlessEnded(shop, subscriptionId, () => shop.payments.setRenewing(subscriptionId, false))
  const isMade = await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, membership.id)
    if (locked.status !== 'active' && locked.status !== 'past_due') return false
    if (isHandedOver(locked, membership)) throw handedOver()
    // The provider made the subscription just now after all: it has to be told.
    if (!subscriptionId && locked.stripeSubscriptionId) return true
    await markCancelled(tx, shop, locked, input.by)
    if (isUnpaid || !subscriptionId) await endMembership(tx, shop, { ...locked, status: 'cancelled' })
    return false
  })
  if (isMade) return cancelRenewal(shop, input)
  shop.wakeWorker()
}

// An unpaid membership ends right away, so first check for a payment or decline that we missed.
async function inStep(shop: Shop, found: Membership): Promise<Membership> {
  const membership = await withSubscription(shop, found)
  const isDue = membership.renews && membership.paidUntil <= shopDay(shop)
  if (membership.status !== 'past_due' && !isDue) return membership
  await reconcileMembership(shop, membership.id)
  return findMembership(shop, membership.id)
}

// The next term's invoice stays a draft for an hour; it could be charged after we said "Nothing more is charged".
async function isBeingBilled(shop: Shop, { paidUntil, stripeSubscriptionId }: Membership): Promise<boolean> {
  if (!stripeSubscriptionId || paidUntil > shopDay(shop)) return false
  const bills = await shop.payments.invoicesOf(stripeSubscriptionId)
  return bills.some((bill) => bill.reason === 'renewal' && ['draft', 'open'].includes(bill.status))
}

// The subscription may be created minutes after the payment. If the member cancels in between, it would still be created and
// charge, so create it first. One that the provider refuses to create can't charge.
async function withSubscription(shop: Shop, membership: Membership): Promise<Membership> {
  if (membership.isGift || membership.stripeSubscriptionId || !membership.renews) return membership
  const [checkout] = await shop.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .innerJoin(orderItems, eq(orderItems.orderId, checkouts.orderId))
    .where(eq(orderItems.id, membership.orderItemId))
  if (checkout) await completeCheckout(shop, checkout.id)
  const made = await findMembership(shop, membership.id)
  if (made.stripeSubscriptionId || (await hasNoneAtProvider(shop, made))) return made
  throw new ShopError(
    'payments_unavailable',
    'We’re still setting up your renewal. You won’t be charged in the meantime. Try again in a few minutes.',
  )
}

/** Whether its customer has no subscription at the provider that the ledger doesn't know, as after a lost answer. */
async function hasNoneAtProvider(shop: Shop, { customerId }: Membership): Promise<boolean> {
  if (!customerId) return false
  const { objects } = await shop.payments.listSubscriptions(null, customerId)
  const live = objects.filter(({ status }) => status !== 'ended').map((each) => each.subscriptionId)
  return (await shop.db.$count(memberships, inArray(memberships.stripeSubscriptionId, live))) === live.length
}

/**
 * Saves why a membership was cancelled: one tap, after the cancellation, and can be changed later. Undoing the cancellation
 * clears it.
 * @throws ShopError 'not_possible' if it wasn't cancelled, or if nobody chose to end it
 */
export async function saveCancelReason(shop: Shop, input: { membershipId: string; reason: CancelReason }) {
  const kept = await shop.db
    .update(memberships)
    .set({ cancelReason: input.reason })
    .where(and(eq(memberships.id, input.membershipId), inArray(memberships.lostBy, waysWithReason)))
    .returning({ id: memberships.id })
  if (kept.length === 0)
    throw new ShopError('not_possible', 'This membership isn’t canceled, so there’s nothing to tell us.')
}

/**
 * Undoes a cancellation: allowed until the last box has shipped, while the provider's subscription still exists
 * (club-rules.md "Cancel"). The provider is updated first: after a crash its event updates our row, and the next charge is
 * one the member asked for. Calling it again changes nothing.
 * @param input.seen as in `cancelRenewal`
 * @throws ShopError 'not_possible' when it is too late, or if it was handed over meanwhile
 */
export async function undoCancel(shop: Shop, input: { membershipId: string; seen?: Membership }) {
  const membership = await findMembership(shop, input.membershipId)
  if (isHandedOver(membership, input.seen ?? membership)) throw handedOver()
  if (membership.status === 'active' || membership.status === 'past_due') return
  const subscriptionId = membership.stripeSubscriptionId
  if (membership.status === 'ended' || !subscriptionId || !(await hasUnshipped(shop, membership.id)))
    throw tooLate()
  const state = await shop.payments.fetchSubscription(subscriptionId)
  if (!state || state.status === 'ended') throw tooLate()
  const renew = () => shop.payments.setRenewing(subscriptionId, true)
  const renewing = await changeUnlessEnded(shop, subscriptionId, renew)
  if (!renewing) throw tooLate()
  // While cancelled, the membership may have skipped or resumed: that moved its boxes but not the provider's charge date.
  const tomorrow = addDays(shopDay(shop), 1)
  const to = membership.paidUntil > tomorrow ? membership.paidUntil : tomorrow
  const isApart = renewing.nextChargeAt && shopDay(shop, renewing.nextChargeAt) !== membership.paidUntil
  if (isApart) await shop.payments.moveNextCharge({ subscriptionId, to })
  const isMoved = await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, membership.id)
    if (locked.status !== 'cancelled') return false
    if (isHandedOver(locked, membership)) throw handedOver()
    // Skipped in another tab meanwhile: move the charge again.
    if (locked.paidUntil !== membership.paidUntil) return true
    await tx
      .update(memberships)
      .set({
        status: membershipStatus.to('active', memberships.status),
        renews: true,
        ...notLost,
        ...(isApart ? { paidUntil: to } : {}),
      })
      .where(eq(memberships.id, locked.id))
    await notifyRenewsAgain(tx, shop, locked)
    return false
  })
  if (isMoved) return undoCancel(shop, input)
  shop.wakeWorker()
}

async function hasUnshipped(shop: Shop, membershipId: string): Promise<boolean> {
  const [box] = await shop.db
    .select({ id: boxes.id })
    .from(boxes)
    .where(and(eq(boxes.membershipId, membershipId), inArray(boxes.state, unshippedStates)))
    .limit(1)
  return box !== undefined
}

function handedOver(): ShopError {
  return new ShopError('not_possible', 'This membership was just handed over. Reload the page.')
}

function tooLate(): ShopError {
  return new ShopError(
    'not_possible',
    'This membership has ended, so it can’t renew. You can start a new one anytime.',
  )
}
