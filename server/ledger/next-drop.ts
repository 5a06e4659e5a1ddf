import { and, eq, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
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

type Next = { drop: Drop | null; isPaid: boolean }

/** The same, and whether a box of it is already paid. */
export async function nextOf(
  db: Database | Transaction,
  membership: Membership,
  today: CalendarDate,
  timeZone: string,
  calendar: DropCalendar,
): Promise<Next> {
  return (await nextOfEach(db, [membership], today, timeZone, calendar)).get(membership.id)!
}

/** The same of each of these memberships, by their ids, in two statements. */
export async function nextOfEach(
  db: Database | Transaction,
  all: Membership[],
  today: CalendarDate,
  timeZone: string,
  calendar: DropCalendar,
): Promise<Map<string, Next>> {
  const ids = all.map(({ id }) => id)
  const movable = await db
    .select({ id: boxes.membershipId, drop: sql<Drop>`min(${boxes.drop})` })
    .from(boxes)
    .where(movableBoxes(ids, today, timeZone))
    .groupBy(boxes.membershipId)
  const paid = new Map(movable.map(({ id, drop }) => [id, drop]))
  const unpaid = all.filter(({ id, renews }) => renews && !paid.has(id))
  const last = await lastDrops(
    db,
    unpaid.map(({ id }) => id),
  )
  return new Map(
    all.map((membership): [string, Next] => {
      const { id, renews, paidUntil } = membership
      const drop = paid.get(id)
      if (drop !== undefined) return [id, { drop, isPaid: true }]
      if (!renews) return [id, { drop: null, isPaid: false }]
      const { drops } = allocateDrops(calendar, paidUntil, 1, last.get(id) ?? null)
      return [id, { drop: drops[0]!, isPaid: false }]
    }),
  )
}

/** Bought, unpacked boxes whose cut-off is ahead; a replacement belongs to its exchange. */
export function movableBoxes(membershipIds: string | string[], today: CalendarDate, timeZone: string) {
  return and(
    inArray(boxes.membershipId, [membershipIds].flat()),
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

/** The last drop that a membership has bought a box for that isn't void; replacements don't count. */
export async function lastDrop(db: Database | Transaction, membershipId: string): Promise<Drop | null> {
  return (await lastDrops(db, [membershipId])).get(membershipId) ?? null
}

async function lastDrops(db: Database | Transaction, ids: string[]): Promise<Map<string, Drop>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: boxes.membershipId, drop: sql<Drop>`max(${boxes.drop})` })
    .from(boxes)
    .where(boughtBoxes(ids))
    .groupBy(boxes.membershipId)
  return new Map(rows.map(({ id, drop }) => [id, drop]))
}

/** The boxes that payments bought and that aren't void. */
export const boughtBoxes = (ids: string[]) =>
  and(inArray(boxes.membershipId, ids), eq(boxes.kind, 'owed'), notInArray(boxes.state, [...voidStates]))
