import { instantAt } from '../../domain/calendar-date.ts'
import type { Shop } from '../shop.ts'

/** From the first instant of a year in the shop's time zone to that of the next. */
export function yearSpan(shop: Shop, year: number) {
  const begin = (which: number) => instantAt(`${which}-01-01`, 0, shop.config.timeZone)
  return { from: begin(year), to: begin(year + 1) }
}
