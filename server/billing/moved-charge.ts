import { addDays, addMonths, type CalendarDate } from '../../domain/calendar-date.ts'
import { addDrops, type Drop } from '../../domain/drop.ts'
import { type DropCalendar, landing } from '../../domain/drop-calendar.ts'
import type { Membership } from './find-membership.ts'

/**
 * The day of the next charge after a membership was moved by months, as it is asked for on `today`. Taken back, a pause
 * may name a charge that should have been made by now: it is made tomorrow.
 * @param unpaid where the drop that moves is paid by this very charge: the owner's days, and the last drop that was bought
 *   before. The charge goes on until it buys one as many months later, past a month that the owner has moved
 */
export function movedCharge(
  { paidUntil }: Pick<Membership, 'paidUntil'>,
  months: number,
  today: CalendarDate,
  unpaid: { calendar: DropCalendar; last: Drop | null } | null,
): CalendarDate {
  const moved = addMonths(paidUntil, months)
  const tomorrow = addDays(today, 1)
  if (months < 0) return moved < tomorrow ? tomorrow : moved
  if (!unpaid) return moved
  const buys = (chargedOn: CalendarDate) => landing(unpaid.calendar, chargedOn, 1, unpaid.last).drops[0]!
  const wanted = addDrops(buys(paidUntil), months)
  let further = months
  while (buys(addMonths(paidUntil, further)) < wanted) further += 1
  return addMonths(paidUntil, further)
}
