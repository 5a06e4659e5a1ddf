import { gte, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { drops } from '../../db/schema.ts'
import { type CalendarDate, calendarDateIn } from '../../domain/calendar-date.ts'
import type { Drop } from '../../domain/drop.ts'
import type { DropCalendar } from '../../domain/drop-calendar.ts'

type DropRow = { drop: Drop; cutOffAt: Date; shipBy: CalendarDate; movedTo: Drop | null }

const movedTo = sql<Drop | null>`(select n.to_drop from drop_notices n where n.drop = drops.drop and n.kind = 'month'
  order by n.created_at desc limit 1)`

/**
 * The dates the owner has set, and the months moved to others (club-rules.md "The calendar", "Hold or move"). A drop not in
 * it has the default dates.
 * @param from first drop needed; default: all
 */
export async function dropCalendar(
  db: Database | Transaction,
  timeZone: string,
  from: Drop = '',
): Promise<DropCalendar> {
  const rows = await db
    .select({ drop: drops.drop, cutOffAt: drops.cutOffAt, shipBy: drops.shipBy, movedTo })
    .from(drops)
    .where(gte(drops.drop, from))
  return calendarOf(rows, timeZone)
}

/** The same as one value of a larger statement, parsed by `calendarOf`. */
export const dropRows: SQL<DropRow[]> = sql`(select coalesce(json_agg(json_build_object(
  'drop', drops.drop, 'cutOffAt', drops.cut_off_at, 'shipBy', drops.ship_by, 'movedTo', ${movedTo})), '[]') from ${drops})`

export function calendarOf(
  rows: (Omit<DropRow, 'cutOffAt'> & { cutOffAt: Date | string })[],
  timeZone: string,
): DropCalendar {
  return Object.fromEntries(
    rows.map(({ drop, cutOffAt, ...days }) => [
      drop,
      { ...days, cutOffDay: calendarDateIn(timeZone, new Date(cutOffAt)) },
    ]),
  )
}
