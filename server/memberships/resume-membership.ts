import { and, eq, gt, lt, lte, max, notInArray } from 'drizzle-orm'
import { boxes, dropNotices } from '../../db/schema.ts'
import { voidStates } from '../../domain/box.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { addDrops, type Drop, dropsBetween, firstDrop } from '../../domain/drop.ts'
import { allocateDrops } from '../../domain/drop-calendar.ts'
import { endDelays } from '../delays/open-delays.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { findMembership, type Membership } from '../ledger/find-membership.ts'
import { nextDrop } from '../ledger/next-drop.ts'
import { shopDay } from '../ledger/shop-day.ts'
import type { Shop } from '../shop/shop.ts'
import { moveDrops } from './move-drops.ts'

/**
 * Ends a pause early: boxes and the next charge move back to the first drop whose cut-off is still ahead, by at most the
 * months they were moved (club-rules.md "Pause"). Does nothing if there is no pause.
 * @param input.seen as in `pauseMembership`
 */
export async function resumeMembership(shop: Shop, input: { membershipId: string; seen?: Membership }) {
  const membership = input.seen ?? (await findMembership(shop, input.membershipId))
  const next = await nextDrop(shop.db, membership, shopDay(shop), shop.config.timeZone)
  const months = await monthsToResume(shop, membership)
  if (!next || months === 0) return
  await moveDrops(shop, { seen: membership, from: next, months: -months }, (tx) =>
    endDelays(tx, shop, membership.id),
  )
}

/** How many months the belts could move back from a pause now; 0 if there is no pause. */
export async function monthsToResume(shop: Shop, membership: Membership): Promise<number> {
  const today = shopDay(shop)
  const next = await nextDrop(shop.db, membership, today, shop.config.timeZone)
  if (!next) return 0
  const [earliest, taken] = [
    await earliestDrop(shop, today, next),
    await lastBefore(shop, membership.id, next),
  ]
  const gap = dropsBetween(taken && taken >= earliest ? addDrops(taken, 1) : earliest, next)
  return gap > 0 ? Math.min(gap, membership.monthsMoved) : 0
}

// Nothing moves back into a drop that is being packed, or, when the owner moved a drop to a later month, to before that
// month. Moves of months after the belts that come back don't matter.
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

// A box packed before its cut-off stays in its month, and no other box moves to that month or earlier.
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
