import { type CalendarDate, calendarDateIn } from '../../domain/calendar-date.ts'
import type { Shop } from '../shop/shop.ts'

/** The day that the shop's clock shows at an instant; now, unless another is given. */
export function shopDay(shop: Shop, at: Date = shop.now()): CalendarDate {
  return calendarDateIn(shop.config.timeZone, at)
}
