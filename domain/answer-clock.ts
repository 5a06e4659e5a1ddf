import { addDays, type CalendarDate, calendarDateIn } from './calendar-date.ts'
import { answerWithinHours, type ContactCategory } from './contact.ts'

const hour = 3_600_000

/**
 * By when a message is to be answered: 12 hours for order issues, 24 for all else (spec §9). The owner's holidays stop the
 * clock: a day on which nobody answers counts no hours.
 */
export function answerDueAt(
  message: { createdAt: Date; category: ContactCategory | '' },
  holidays: readonly CalendarDate[],
  timeZone: string,
): Date {
  let due = message.createdAt.getTime() + answerWithinHours(message.category) * hour
  let day = calendarDateIn(timeZone, message.createdAt)
  // Every holiday on the way moves the end a day on, which may reach another holiday.
  while (day <= calendarDateIn(timeZone, new Date(due))) {
    if (holidays.includes(day)) due += 24 * hour
    day = addDays(day, 1)
  }
  return new Date(due)
}
