import { gte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { drops } from '../../db/schema.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import type { Drop } from '../../domain/drop.ts'
import type { DropCalendar } from '../../domain/drop-calendar.ts'

/**
 * The days that the owner has set, and where whole months went (club-rules.md "The calendar", "Hold or move"). A drop that is
 * not in it has the days of the calendar.
 * @param from the first drop that matters; all of them, unless one is given
 */
export async function dropCalendar(
  db: Database | Transaction,
  timeZone: string,
  from: Drop = '',
): Promise<DropCalendar> {
  const rows = await db
    .select({
      drop: drops.drop,
      cutOffAt: drops.cutOffAt,
      shipBy: drops.shipBy,
      movedTo: sql<Drop | null>`(select n.to_drop from drop_notices n where n.drop = drops.drop and n.kind = 'month'
        order by n.created_at desc limit 1)`,
    })
    .from(drops)
    .where(gte(drops.drop, from))
  return Object.fromEntries(
    rows.map(({ drop, cutOffAt, ...days }) => [
      drop,
      { ...days, cutOffDay: calendarDateIn(timeZone, cutOffAt) },
    ]),
  )
}
