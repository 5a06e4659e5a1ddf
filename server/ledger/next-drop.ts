import { and, asc, desc, eq, inArray, isNull, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { boxes } from '../../db/schema.ts'
import { unpackedStates, voidStates } from '../../domain/box.ts'
import { addDays, type CalendarDate, calendarDateIn } from '../../domain/calendar-date.ts'
import { chargeDayAfter } from '../../domain/charge-day.ts'
import { addDrops, type Drop } from '../../domain/drop.ts'
import { allocateDrops, type DropCalendar } from '../../domain/drop-calendar.ts'
import { dropCalendar } from './drop-calendar.ts'
import type { Membership } from './find-membership.ts'

/**
 * The next drop of a membership that can still be changed: that of its next box before the cut-off, else the one its next
 * charge buys. Null if nothing will come.
 * @param today day in the shop's time zone
 */
export async function nextDrop(
  db: Database | Transaction,
  membership: Membership,
  today: CalendarDate,
  timeZone: string,
): Promise<Drop | null> {
  return (await nextOf(db, membership, today, timeZone, await dropCalendar(db, timeZone))).drop
}

/** The same, and whether a box of it is already paid. */
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

/** Bought, unpacked boxes whose cut-off is ahead; a replacement belongs to its exchange. */
export function movableBoxes(membershipId: string, today: CalendarDate, timeZone: string) {
  return and(
    eq(boxes.membershipId, membershipId),
    eq(boxes.kind, 'owed'),
    inArray(boxes.state, unpackedStates),
    // A packed box held by a dispute stays in its month.
    isNull(boxes.packedAt),
    isAheadOfCutOff(sql`${boxes.drop}`, today, timeZone),
  )
}

/**
 * SQL for whether a drop's boxes may still be changed on a day: its cut-off is the end of the month before, unless the owner
 * has set another (club-rules.md "The calendar").
 * @param drop a column or value, YYYY-MM
 */
export function isAheadOfCutOff(drop: SQL, today: CalendarDate, timeZone: string): SQL {
  return sql`coalesce((select (d.cut_off_at at time zone ${timeZone})::date from drops d where d.drop = ${drop}),
    (${drop} || '-01')::date - 1) >= ${today}::date`
}

/**
 * The day of the next charge after a membership is moved by `months` on `today`. Ending a pause may lead to a day that has
 * passed: the charge is then made tomorrow.
 * @param unpaid given if this charge pays for the drop that moves: the owner's dates, and the last drop bought before. The
 *   charge then moves until it buys a drop that many months later, skipping a month the owner has moved
 */
export function movedCharge(
  { paidUntil, createdAt }: Pick<Membership, 'paidUntil' | 'createdAt'>,
  months: number,
  today: CalendarDate,
  timeZone: string,
  unpaid: { calendar: DropCalendar; last: Drop | null } | null,
): CalendarDate {
  const joinedOn = calendarDateIn(timeZone, createdAt)
  const after = (count: number) => chargeDayAfter(joinedOn, paidUntil, count)
  const moved = after(months)
  const tomorrow = addDays(today, 1)
  if (months < 0) return moved < tomorrow ? tomorrow : moved
  if (!unpaid) return moved
  const buys = (chargedOn: CalendarDate) =>
    allocateDrops(unpaid.calendar, chargedOn, 1, unpaid.last).drops[0]!
  const wanted = addDrops(buys(paidUntil), months)
  let further = months
  while (buys(after(further)) < wanted) further += 1
  return after(further)
}

/** The last drop, or the last before one, that a membership has bought a box for that isn't void; replacements don't count. */
export async function lastDrop(
  db: Database | Transaction,
  membershipId: string,
  before?: Drop,
): Promise<Drop | null> {
  const [last] = await db
    .select({ drop: boxes.drop })
    .from(boxes)
    .where(
      and(
        eq(boxes.membershipId, membershipId),
        eq(boxes.kind, 'owed'),
        notInArray(boxes.state, [...voidStates]),
        before ? lt(boxes.drop, before) : undefined,
      ),
    )
    .orderBy(desc(boxes.drop))
    .limit(1)
  return last?.drop ?? null
}
