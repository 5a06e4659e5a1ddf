import { type DropCalendar, daysOf } from '../domain/drop-calendar.ts'
import { dropCalendar } from './billing/drop-calendar.ts'
import { shopDay } from './billing/shop-day.ts'
import type { Shop } from './shop.ts'

/**
 * The drops of this month and after it that the owner has given other days or another month: what a page needs to say
 * when a belt bought today ships. While the database is away, the days of the calendar.
 */
export async function pageCalendar(shop: Shop): Promise<DropCalendar> {
  try {
    const known = await dropCalendar(shop.db, shop.config.timeZone, shopDay(shop).slice(0, 7))
    return Object.fromEntries(
      Object.entries(known).filter(([drop, { cutOffDay, shipBy, movedTo }]) => {
        const usual = daysOf({}, drop)
        return movedTo !== null || cutOffDay !== usual.cutOffDay || shipBy !== usual.shipBy
      }),
    )
  } catch (error) {
    shop.log.warn({ error }, 'the days of the drops could not be read; a page shows those of the calendar')
    return {}
  }
}
