import { type CalendarDate, formatDay } from '../../domain/calendar-date.ts'

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** "Monday, November 30" */
export function weekdayWords(day: CalendarDate): string {
  return `${names[new Date(`${day}T00:00:00Z`).getUTCDay()]}, ${formatDay(day)}`
}
