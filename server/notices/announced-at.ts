import { calendarDateOfIso, instantAt } from '../../domain/calendar-date.ts'
import type { Shop } from '../shop.ts'

/** Hour at which the recipient of a gift gets its notice (club.md "The gift"). */
const noticeHour = 9
/** Milliseconds that are left to the notice, so that nothing overtakes it. */
const after = 5 * 60_000

/** From when on the recipient of a gift may hear of it; null where its giver chose no day. `emailDate` as in the cart. */
export function announcedAt(shop: Shop, emailDate: string | null): Date | null {
  const day = calendarDateOfIso(emailDate ?? '')
  return day === null ? null : new Date(instantAt(day, noticeHour, shop.config.timeZone).getTime() + after)
}
