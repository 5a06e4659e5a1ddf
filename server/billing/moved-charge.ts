import { addDays, addMonths, type CalendarDate } from '../../domain/calendar-date.ts'
import type { Membership } from './find-membership.ts'

/**
 * The day of the next charge after a membership was moved by months, as it is asked for on `today`. Taken back, a pause
 * may name a charge that should have been made by now: it is made tomorrow.
 */
export function movedCharge(
  { paidUntil }: Pick<Membership, 'paidUntil'>,
  months: number,
  today: CalendarDate,
): CalendarDate {
  const moved = addMonths(paidUntil, months)
  const tomorrow = addDays(today, 1)
  return months < 0 && moved < tomorrow ? tomorrow : moved
}
