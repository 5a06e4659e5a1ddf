import { and, asc, desc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { boxes } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { addDrops, type Drop, firstDrop } from '../../domain/drop.ts'
import { unpackedStates, voidStates } from './box-states.ts'
import type { Membership } from './find-membership.ts'

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
  const [movable] = await db
    .select({ drop: boxes.drop })
    .from(boxes)
    .where(movableBoxes(membership.id, today, timeZone))
    .orderBy(asc(boxes.drop))
    .limit(1)
  if (movable) return movable.drop
  if (!membership.renews) return null
  const [last] = await db
    .select({ drop: boxes.drop })
    .from(boxes)
    .where(
      and(eq(boxes.membershipId, membership.id), eq(boxes.kind, 'owed'), notInArray(boxes.state, voidStates)),
    )
    .orderBy(desc(boxes.drop))
    .limit(1)
  const bought = firstDrop(membership.paidUntil)
  const after = last ? addDrops(last.drop, 1) : bought
  return after > bought ? after : bought
}

/** The boxes that were bought, are not packed, and whose cut-off is ahead; a replacement belongs to its exchange. */
export function movableBoxes(membershipId: string, today: CalendarDate, timeZone: string) {
  return and(
    eq(boxes.membershipId, membershipId),
    eq(boxes.kind, 'owed'),
    inArray(boxes.state, unpackedStates),
    isAheadOfCutOff(sql`${boxes.drop}`, today, timeZone),
  )
}

/**
 * Whether boxes of a drop may still be changed on a day: its cut-off is the end of the month before, unless the owner has
 * set another (club.md "The calendar").
 * @param drop a column or value, YYYY-MM
 */
export function isAheadOfCutOff(drop: SQL, today: CalendarDate, timeZone: string): SQL {
  return sql`coalesce((select (d.cut_off_at at time zone ${timeZone})::date from drops d where d.drop = ${drop}),
    (${drop} || '-01')::date - 1) >= ${today}::date`
}
