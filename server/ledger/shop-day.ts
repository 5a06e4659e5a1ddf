import { type CalendarDate, calendarDateIn } from '../../domain/calendar-date.ts'
import type { Shop } from '../shop/shop.ts'

/** The day in the shop's time zone at an instant; default: now. */
export function shopDay(shop: Pick<Shop, 'config' | 'now'>, at: Date = shop.now()): CalendarDate {
  return calendarDateIn(shop.config.timeZone, at)
}
