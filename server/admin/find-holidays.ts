import type { CalendarDate } from '../../domain/calendar-date.ts'
import { readSetting } from '../settings/settings.ts'
import type { Shop } from '../shop/shop.ts'

/** The days on which nobody answers and nothing ships, as the owner set them. */
export async function findHolidays(shop: Shop): Promise<CalendarDate[]> {
  return (await readSetting(shop, 'desk'))?.holidays ?? []
}
