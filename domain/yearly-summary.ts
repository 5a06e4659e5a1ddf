import type { CalendarDate } from './calendar-date.ts'

/**
 * The year whose summary is due on a day, or null (club.md "Renewal law": a yearly summary to all). From January 2,
 * when the last charge of the year has been seen, to the end of the month, for shops that were down.
 */
export function summaryYear(today: CalendarDate): number | null {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  return month === 1 && day >= 2 ? year - 1 : null
}
