import { and, desc, eq, gt, gte, like, lt, lte, max, not, notInArray } from 'drizzle-orm'
import { boxes, dropNotices, membershipPayments } from '../../db/schema.ts'
import { voidStates } from '../../domain/box.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { addDrops, type Drop, dropsBetween, firstDrop, nextCharge } from '../../domain/drop.ts'
import { allocateDrops } from '../../domain/drop-calendar.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { findMembership, type Membership } from '../ledger/find-membership.ts'
import { nextDrop } from '../ledger/next-drop.ts'
import { shopDay } from '../ledger/shop-day.ts'
import type { Shop } from '../shop/shop.ts'
import { givenReference, isGivenPayment } from './given.ts'
import { moveDrops } from './move-drops.ts'

/**
 * Ends a pause early: boxes and the next charge come back to the first drop whose cut-off is ahead, by no more months
 * than they were moved (club-rules.md "Pause"). Does nothing where there is no pause.
 */
export async function resumeMembership(shop: Shop, input: { membershipId: string }) {
  const membership = await findMembership(shop, input.membershipId)
  const next = await nextDrop(shop.db, membership, shopDay(shop), shop.config.timeZone)
  const months = await monthsToResume(shop, membership)
  if (next && months > 0) await moveDrops(shop, { membershipId: membership.id, from: next, months: -months })
}

/** The months by which the belts can come back from a pause now; 0 where there is none. May ask the provider. */
export async function monthsToResume(shop: Shop, membership: Membership): Promise<number> {
  const today = shopDay(shop)
  const next = await nextDrop(shop.db, membership, today, shop.config.timeZone)
  if (!next) return 0
  const [earliest, taken] = [
    await earliestDrop(shop, today, next),
    await lastBefore(shop, membership.id, next),
  ]
  const gap = dropsBetween(taken && taken >= earliest ? addDrops(taken, 1) : earliest, next)
  return gap > 0 ? Math.min(gap, await movedBy(shop, membership)) : 0
}

// Nothing comes back into a drop that is being packed, and one that its owner moved to another month does not ship
// before that month, whoever resumes; a move of a month after the belts that come back holds nobody.
async function earliestDrop(shop: Shop, today: CalendarDate, next: Drop): Promise<Drop> {
  const open = allocateDrops(await dropCalendar(shop.db, shop.config.timeZone), today, 1).drops[0]!
  const [moved] = await shop.db
    .select({ to: max(dropNotices.toDrop) })
    .from(dropNotices)
    .where(
      and(
        eq(dropNotices.kind, 'month'),
        gt(dropNotices.toDrop, firstDrop(today)),
        lte(dropNotices.drop, next),
      ),
    )
  return moved?.to && moved.to > open ? moved.to : open
}

// A box that was packed before its cut-off stays in its month, and no other comes into that or before it.
async function lastBefore(shop: Shop, membershipId: string, next: Drop): Promise<Drop | null> {
  const [row] = await shop.db
    .select({ drop: max(boxes.drop) })
    .from(boxes)
    .where(
      and(
        eq(boxes.membershipId, membershipId),
        eq(boxes.kind, 'owed'),
        notInArray(boxes.state, [...voidStates]),
        lt(boxes.drop, next),
      ),
    )
  return row?.drop ?? null
}

// Months that the staff gave with the charge put off: they're no pause.
async function extendedBy(shop: Shop, membershipId: string, since: Date): Promise<number> {
  const rows = await shop.db
    .select({ boxCount: membershipPayments.boxCount })
    .from(membershipPayments)
    .where(
      and(
        eq(membershipPayments.membershipId, membershipId),
        like(membershipPayments.reference, `${givenReference.extension}%`),
        gte(membershipPayments.paidAt, since),
      ),
    )
  return rows.reduce((sum, { boxCount }) => sum + boxCount, 0)
}

// What skips and pauses have added since the last payment: without them the term would end a term after it.
async function movedBy(shop: Shop, membership: Membership): Promise<number> {
  const payments = await shop.db
    .select({
      paidAt: membershipPayments.paidAt,
      boxCount: membershipPayments.boxCount,
      reference: membershipPayments.reference,
    })
    .from(membershipPayments)
    .where(and(eq(membershipPayments.membershipId, membership.id), not(isGivenPayment)))
    .orderBy(desc(membershipPayments.paidAt))
    .limit(2)
  const [last, before] = payments
  if (!last) return 0
  // A renewal may be paid weeks late, and its term runs from the day on which it was due.
  const bill = before ? await shop.payments.fetchInvoice(last.reference) : null
  const unmoved = bill?.periodEndsAt
    ? shopDay(shop, bill.periodEndsAt)
    : nextCharge(shopDay(shop, last.paidAt), last.boxCount)
  const months = dropsBetween(unmoved.slice(0, 7), membership.paidUntil.slice(0, 7))
  return Math.max(0, months - (await extendedBy(shop, membership.id, last.paidAt)))
}
