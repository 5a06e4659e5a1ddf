import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxState } from '../../db/schema/states.ts'
import { boxes, memberships } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { type Drop, dropsBetween } from '../../domain/drop.ts'
import { type DropCalendar, shiftBoxes } from '../../domain/drop-calendar.ts'
import { ShopError } from '../../domain/errors.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { findMembership, isHandedOver, lockMembership, type Membership } from '../ledger/find-membership.ts'
import { lastDrop, movableBoxes, movedCharge, nextOf } from '../ledger/next-drop.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { chargeAsWritten, hasOtherTerms } from './charge-as-written.ts'
import { reconcileMembership } from './reconcile-renewals.ts'
import { changeUnlessEnded, hasEnded, mailedTerms } from './sync-subscription.ts'

/**
 * Moves all unpacked boxes of a membership, and its next charge, by `months` (club-rules.md "Skip"), and further if the
 * owner has moved the target month. The charge moves at the provider first, to an explicit date: a retry after a crash sets
 * the same date, and nobody is charged before they get the promised boxes. Does nothing if the next drop is no longer
 * `from`: the move was already made.
 * @param seen the membership as whoever decided had it
 * @param from the next drop at the time of the decision
 * @param calendar the owner's dates to use instead of the stored ones
 * @param alongside writes related rows in the same transaction, after the move
 * @throws ShopError 'not_possible' while a renewal is unpaid, or if the membership was renewed, handed over or ended, or its
 *   cancellation undone, meanwhile
 */
export async function moveDrops(
  shop: Shop,
  input: { seen: Membership; from: Drop; months: number; calendar?: DropCalendar },
  alongside?: (tx: Transaction) => Promise<void>,
) {
  const membership = await inStep(shop, input.seen.id)
  if (isHandedOver(membership, input.seen)) throw changedMeanwhile()
  const today = shopDay(shop)
  if (membership.status === 'past_due') {
    throw new ShopError(
      'not_possible',
      'We couldn’t charge your last renewal. Update your card first, then skip or pause.',
    )
  }
  const calendar = input.calendar ?? (await dropCalendar(shop.db, shop.config.timeZone))
  const next = await nextOf(shop.db, membership, today, shop.config.timeZone, calendar)
  if (next.drop !== input.from) return
  const movable = movableBoxes(membership.id, today, shop.config.timeZone)
  const drops = await dropsOf(shop, movable)
  const moved = shiftBoxes(calendar, { ...input, drops })
  const last = await lastDrop(shop.db, membership.id)
  const to = movedCharge(
    membership,
    moved.months,
    today,
    shop.config.timeZone,
    drops.length > 0 ? null : { calendar, last },
  )
  const charges = membership.renews && membership.stripeSubscriptionId
  const move = (subscriptionId: string) => shop.payments.moveNextCharge({ subscriptionId, to })
  if (charges && !(await changeUnlessEnded(shop, charges, () => move(charges)))) throw changedMeanwhile()
  const outcome = await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, membership.id)
    if (isHandedOver(locked, membership)) return 'is another'
    const { drop } = await nextOf(tx, locked, today, shop.config.timeZone, calendar)
    if (drop !== input.from) return 'was moved'
    // If it was cancelled meanwhile, it may still move. If a cancellation was undone, there is a charge again, which must
    // move first.
    const isTakenBack = locked.renews && !membership.renews
    if (locked.paidUntil !== membership.paidUntil || isTakenBack) return 'is another'
    if (drops.length > 0) {
      const cases = drops.map((each, index) => sql`when ${each} then ${moved.drops[index]}`)
      // A belt belongs to its drop, so a moved box needs a new one.
      await tx
        .update(boxes)
        .set({
          drop: sql`case ${boxes.drop} ${sql.join(cases, sql` `)} end`,
          productId: null,
          isChosen: false,
          state: sql`case when ${boxes.state} in ${boxState.list('assigned')} then ${boxState.to('owed', boxes.state)} else ${boxes.state} end`,
        })
        .where(and(movable, inArray(boxes.drop, drops)))
    }
    const by = moved.months < 0 ? moved.months : dropsBetween(monthOf(locked.paidUntil), monthOf(to))
    await tx
      .update(memberships)
      .set({ paidUntil: to, monthsMoved: Math.max(0, locked.monthsMoved + by) })
      .where(eq(memberships.id, locked.id))
    await alongside?.(tx)
    return hasOtherTerms(locked, membership) ? 'moved beside new terms' : 'moved'
  })
  if (outcome === 'moved') return
  // Another tab made a different change first: its date wins, but the provider may have received ours last.
  if (charges) await chargeAsWritten(shop, membership.id)
  if (outcome === 'is another') throw changedMeanwhile()
}

const monthOf = (day: CalendarDate): Drop => day.slice(0, 7)

/** Error for a membership that changed while this change was being made. */
export function changedMeanwhile(): ShopError {
  return new ShopError(
    'not_possible',
    'This membership just changed or renewed. Look at it again, then choose.',
  )
}

/** Why a renewal that is due isn't paid, and when something can be done again; a sentence to complete. */
export function whyUnpaid({ providerTerms }: Membership): string {
  return providerTerms === mailedTerms
    ? 'Your renewal isn’t paid yet. Try again once you’ve paid its bill'
    : 'We’re charging your renewal right now. Try again in an hour'
}

async function dropsOf(shop: Shop, which: ReturnType<typeof movableBoxes>): Promise<Drop[]> {
  const rows = await shop.db
    .selectDistinct({ drop: boxes.drop })
    .from(boxes)
    .where(which)
    .orderBy(asc(boxes.drop))
  return rows.map(({ drop }) => drop)
}

/**
 * Reads the membership after applying everything the provider reports: a renewal that was just charged but not seen here
 * would be moved a second time.
 * @throws ShopError 'not_possible' while the renewal is being charged
 */
export async function inStep(shop: Shop, id: string): Promise<Membership> {
  const membership = await findMembership(shop, id)
  const subscriptionId = membership.stripeSubscriptionId
  if (!membership.renews || !subscriptionId) return membership
  if (await hasEnded(shop, subscriptionId)) return findMembership(shop, id)
  if (membership.paidUntil > shopDay(shop)) return membership
  await reconcileMembership(shop, id)
  const after = await findMembership(shop, id)
  if (after.status === 'active' && after.paidUntil <= shopDay(shop)) {
    throw new ShopError('not_possible', `${whyUnpaid(after)} to skip the belt after it.`)
  }
  return after
}
