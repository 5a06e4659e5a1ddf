import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { boxes } from '../../db/schema.ts'
import { unpackedStates } from '../../domain/box.ts'
import { addDays, addMonths, type CalendarDate } from '../../domain/calendar-date.ts'
import { addDrops, type Drop } from '../../domain/drop.ts'
import { allocateDrops, type DropCalendar } from '../../domain/drop-calendar.ts'
import { dropCalendar } from './drop-calendar.ts'
import type { Membership } from './find-membership.ts'
import { lastDrop } from './last-drop.ts'

/**
 * The next drop of a membership that can still be changed: of its next box before the cut-off, else the one that its next
 * charge buys. Null when nothing will come.
 * @param today the shop's day, in its time zone
 */
export async function nextDrop(
  db: Database | Transaction,
  membership: Membership,
  today: CalendarDate,
  timeZone: string,
): Promise<Drop | null> {
  return (await nextOf(db, membership, today, timeZone, await dropCalendar(db, timeZone))).drop
}

/** The same, and whether a box of it is paid for already. */
export async function nextOf(
  db: Database | Transaction,
  membership: Membership,
  today: CalendarDate,
  timeZone: string,
  calendar: DropCalendar,
): Promise<{ drop: Drop | null; isPaid: boolean }> {
  const [movable] = await db
    .select({ drop: boxes.drop })
    .from(boxes)
    .where(movableBoxes(membership.id, today, timeZone))
    .orderBy(asc(boxes.drop))
    .limit(1)
  if (movable) return { drop: movable.drop, isPaid: true }
  if (!membership.renews) return { drop: null, isPaid: false }
  const last = await lastDrop(db, membership.id)
  const { drops } = allocateDrops(calendar, membership.paidUntil, 1, last)
  return { drop: drops[0]!, isPaid: false }
}

/** The boxes that were bought, are not packed, and whose cut-off is ahead; a replacement belongs to its exchange. */
export function movableBoxes(membershipId: string, today: CalendarDate, timeZone: string) {
  return and(
    eq(boxes.membershipId, membershipId),
    eq(boxes.kind, 'owed'),
    inArray(boxes.state, unpackedStates),
    // One that was packed and is held by a dispute is a parcel of its month.
    isNull(boxes.packedAt),
    isAheadOfCutOff(sql`${boxes.drop}`, today, timeZone),
  )
}

/**
 * Whether boxes of a drop may still be changed on a day: its cut-off is the end of the month before, unless the owner has
 * set another (club-rules.md "The calendar").
 * @param drop a column or value, YYYY-MM
 */
export function isAheadOfCutOff(drop: SQL, today: CalendarDate, timeZone: string): SQL {
  return sql`coalesce((select (d.cut_off_at at time zone ${timeZone})::date from drops d where d.drop = ${drop}),
    (${drop} || '-01')::date - 1) >= ${today}::date`
}

/**
 * The day of the next charge after a membership was moved by months, as it is asked for on `today`. Taken back, a pause
 * may name a charge that should have been made by now: it is made tomorrow.
 * @param unpaid where the drop that moves is paid by this very charge: the owner's days, and the last drop that was bought
 *   before. The charge goes on until it buys one as many months later, past a month that the owner has moved
 */
export function movedCharge(
  { paidUntil }: Pick<Membership, 'paidUntil'>,
  months: number,
  today: CalendarDate,
  unpaid: { calendar: DropCalendar; last: Drop | null } | null,
): CalendarDate {
  const moved = addMonths(paidUntil, months)
  const tomorrow = addDays(today, 1)
  if (months < 0) return moved < tomorrow ? tomorrow : moved
  if (!unpaid) return moved
  const buys = (chargedOn: CalendarDate) =>
    allocateDrops(unpaid.calendar, chargedOn, 1, unpaid.last).drops[0]!
  const wanted = addDrops(buys(paidUntil), months)
  let further = months
  while (buys(addMonths(paidUntil, further)) < wanted) further += 1
  return addMonths(paidUntil, further)
}
