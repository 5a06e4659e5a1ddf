import { eq } from 'drizzle-orm'
import { drops } from '../../db/schema.ts'
import { type CalendarDate, calendarDateIn } from '../../domain/calendar-date.ts'
import { cutOffDay, type Drop, shipBy } from '../../domain/drop.ts'
import type { Shop } from '../shop.ts'

/** The last days on which a drop may be changed and ships: the owner's, where one has set them (club.md "The calendar"). */
export async function dropDays(
  shop: Shop,
  drop: Drop,
): Promise<{ cutOffDay: CalendarDate; shipBy: CalendarDate }> {
  const [row] = await shop.db.select().from(drops).where(eq(drops.drop, drop))
  return row
    ? { cutOffDay: calendarDateIn(shop.config.timeZone, row.cutOffAt), shipBy: row.shipBy }
    : { cutOffDay: cutOffDay(drop), shipBy: shipBy(drop) }
}
