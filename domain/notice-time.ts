import { type CalendarDate, instantAt } from './calendar-date.ts'

/** The hour of the shop's day at which mails that are planned leave (club.md "The gift": 09:00 shop time). */
const noticeHour = 9

/** The instant at which a mail planned for a day leaves. */
export function noticeTime(day: CalendarDate, timeZone: string): Date {
  return instantAt(day, noticeHour, timeZone)
}
