import { and, eq, gt, notInArray } from 'drizzle-orm'
import { boxes, dropNotices } from '../../db/schema.ts'
import { voidStates } from '../../domain/box.ts'
import { addDrops, type Drop, dropsBetween, firstDrop } from '../../domain/drop.ts'
import { allocateDrops, type DropCalendar } from '../../domain/drop-calendar.ts'
import { ShopError } from '../../domain/errors.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { endDelays } from '../ledger/end-delays.ts'
import { findMembership, type Membership } from '../ledger/find-membership.ts'
import { boughtBoxes, nextDrop, nextOf } from '../ledger/next-drop.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { moveDrops } from './move-drops.ts'

/** Longest pause, in months (club-rules.md "Pause"). */
export const longestPause = 3

/**
 * Pauses until a drop 1 to 3 months after the next one: that many skips (club-rules.md "Pause"). Calling it twice for the
 * same drop pauses once.
 * @param input.until the drop in which boxes start again
 * @param input.seen the membership when it was found to be theirs; absent: as it is now
 * @throws ShopError 'not_possible' for another drop
 */
export async function pauseMembership(
  shop: Shop,
  input: { membershipId: string; until: Drop; seen?: Membership },
) {
  const membership = input.seen ?? (await findMembership(shop, input.membershipId))
  const next = await nextDrop(shop.db, membership, shopDay(shop), shop.config.timeZone)
  if (!next) throw new ShopError('not_possible', 'There’s no box coming up to pause.')
  if (next === input.until) return
  const months = dropsBetween(next, input.until)
  if (months < 1 || months > longestPause) {
    throw new ShopError('not_possible', 'You can pause for one, two or three months. Choose one.')
  }
  await move(shop, { seen: membership, from: next, months })
}

/**
 * Skips the next drop: all unpacked boxes and the next charge move one month later (club-rules.md "Skip"); a gift has no
 * charge to move. Calling it twice for the same drop skips once.
 * @param input.drop the drop the member saw as next
 * @param input.seen as in `pauseMembership`
 * @throws ShopError 'not_possible' after its cut-off, or if it isn't the next one
 */
export async function skipBox(shop: Shop, input: { membershipId: string; drop: Drop; seen?: Membership }) {
  const membership = input.seen ?? (await findMembership(shop, input.membershipId))
  const next = await nextDrop(shop.db, membership, shopDay(shop), shop.config.timeZone)
  if (input.drop <= shopDay(shop).slice(0, 7) && input.drop !== next) {
    throw new ShopError('not_possible', 'This box is being packed, so you can’t skip it anymore.')
  }
  if (!next) throw new ShopError('not_possible', 'There’s no box coming up to skip.')
  if (input.drop > next) {
    throw new ShopError('not_possible', 'You can only skip the next box. Skip that one first.')
  }
  if (input.drop < next && (await isUnderWay(shop, input))) {
    throw new ShopError('not_possible', 'This box is already packed, so you can’t skip it anymore.')
  }
  await move(shop, { seen: membership, from: input.drop, months: 1 })
}

// A skipped drop has no box left. If this one still has a box, it was packed before the cut-off.
async function isUnderWay(shop: Shop, { membershipId, drop }: { membershipId: string; drop: Drop }) {
  const isThere = and(
    eq(boxes.membershipId, membershipId),
    eq(boxes.drop, drop),
    eq(boxes.kind, 'owed'),
    notInArray(boxes.state, [...voidStates]),
  )
  return (await shop.db.$count(boxes, isThere)) > 0
}

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
  await move(shop, { seen: membership, from: next, months: -months })
}

/** How many months the belts could move back from a pause now; 0 if there is no pause. */
export async function monthsToResume(shop: Shop, membership: Membership): Promise<number> {
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  const { drop: next } = await nextOf(shop.db, membership, shopDay(shop), shop.config.timeZone, calendar)
  if (!next) return 0
  return (await monthsToResumeOfEach(shop, [{ membership, next }], calendar)).get(membership.id)!
}

/** The same of each of these memberships with their next drops, by their ids, in two statements. */
export async function monthsToResumeOfEach(
  shop: Shop,
  all: { membership: Membership; next: Drop }[],
  calendar: DropCalendar,
): Promise<Map<string, number>> {
  if (all.length === 0) return new Map()
  const bought = await shop.db
    .select({ id: boxes.membershipId, drop: boxes.drop })
    .from(boxes)
    .where(boughtBoxes(all.map(({ membership }) => membership.id)))
  const earliestOf = await earliestDrops(shop, calendar)
  return new Map(
    all.map(({ membership: { id, monthsMoved }, next }) => {
      const earliest = earliestOf(next)
      // A box packed before its cut-off stays in its month, and no other box moves to that month or earlier.
      const before = bought.filter((box) => box.id === id && box.drop < next)
      const taken = before
        .map(({ drop }) => drop)
        .sort()
        .at(-1)
      const gap = dropsBetween(taken && taken >= earliest ? addDrops(taken, 1) : earliest, next)
      return [id, gap > 0 ? Math.min(gap, monthsMoved) : 0]
    }),
  )
}

// Nothing moves back into a drop that is being packed, or, when the owner moved a drop to a later month, to before that
// month. Moves of months after the belts that come back don't matter.
async function earliestDrops(shop: Shop, calendar: DropCalendar): Promise<(next: Drop) => Drop> {
  const today = shopDay(shop)
  const open = allocateDrops(calendar, today, 1).drops[0]!
  const moved = await shop.db
    .select({ drop: dropNotices.drop, to: dropNotices.toDrop })
    .from(dropNotices)
    .where(and(eq(dropNotices.kind, 'month'), gt(dropNotices.toDrop, firstDrop(today))))
  return (next) =>
    moved.reduce((earliest, { drop, to }) => (drop <= next && to && to > earliest ? to : earliest), open)
}

function move(shop: Shop, input: { seen: Membership; from: Drop; months: number }) {
  return moveDrops(shop, input, (tx) => endDelays(tx, shop, input.seen.id))
}
