import { addDays, type CalendarDate, instantAt } from './calendar-date.ts'
import { addDrops, type Drop } from './drop.ts'
import { type DropCalendar, daysOf, isBeforeCutOff } from './drop-calendar.ts'

/** How many days before a cut-off someone unsure of their size is asked again (docs/decisions/027). */
const sizeReminderDays = [7, 2] as const
export type SizeReminderDay = (typeof sizeReminderDays)[number]

/** Minimum days between an email about someone's belts and the reminder, because they've only just been asked. */
const restBefore: Record<SizeReminderDay, number> = { 7: 3, 2: 1 }

/** A day's reminder: for which drop's cut-off, which of the two, and the latest day its readers may have been emailed. */
type SizeReminder = {
  drop: Drop
  cutOffDay: CalendarDate
  days: SizeReminderDay
  toldUntil: CalendarDate
}

/**
 * The reminder that applies on a day, or null. The 7-day reminder applies from 7 days before the next cut-off until the
 * 2-day one, which applies until the cut-off. A late reminder is still sent unless the later one has replaced it.
 */
export function sizeReminderOn(calendar: DropCalendar, today: CalendarDate): SizeReminder | null {
  let drop = today.slice(0, 7)
  while (!isBeforeCutOff(calendar, drop, today)) drop = addDrops(drop, 1)
  const { cutOffDay } = daysOf(calendar, drop)
  const days = sizeReminderDays.toReversed().find((each) => today >= addDays(cutOffDay, -each))
  return days === undefined ? null : { drop, cutOffDay, days, toldUntil: addDays(today, -restBefore[days]) }
}

/** How many days before a charge its payer is told (club-rules.md "Renewal law"). */
export type NoticeDays = 7 | 14 | 30

/**
 * The notices for a term, starting with the one closest to the charge. Any term of several months gets the notices of a
 * 6-month one.
 */
export function noticeDaysOf(months: number): readonly NoticeDays[] {
  return months === 1 ? [7] : [14, 30]
}

/** Charges after the day `after` up to `until` are announced `days` ahead, for terms of one month or of several. */
export type NoticeWindow = {
  days: NoticeDays
  isMonthly: boolean
  after: CalendarDate
  until: CalendarDate
}

/**
 * The charges to announce on a day, by the day of the charge. Each notice applies until the next one does, so a late one
 * is still sent and an outdated one isn't. From the day of the charge on, nothing is announced.
 */
export function noticeWindows(today: CalendarDate): NoticeWindow[] {
  return [1, 2].flatMap((months) => {
    const all = noticeDaysOf(months)
    return all.map((days, index) => ({
      days,
      isMonthly: months === 1,
      after: addDays(today, all[index - 1] ?? 0),
      until: addDays(today, days),
    }))
  })
}

/** The notice due on a day for a charge of a term of this many months, or null. */
export function dueRenewalNotice(
  months: number,
  chargeOn: CalendarDate,
  today: CalendarDate,
): NoticeDays | null {
  const due = noticeWindows(today).find(
    ({ isMonthly, after, until }) => isMonthly === (months === 1) && chargeOn > after && chargeOn <= until,
  )
  return due?.days ?? null
}

/**
 * The year whose summary is due on a day, or null (club-rules.md "Renewal law": a yearly summary to all). From January 2,
 * when the year's last charge is known, to the end of the month, in case the shop was down.
 */
export function summaryYear(today: CalendarDate): number | null {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  return month === 1 && day >= 2 ? year - 1 : null
}

/** From the first instant of a year in a time zone to the first instant of the next. */
export function yearSpan(year: number, timeZone: string): { from: Date; to: Date } {
  const begin = (which: number) => instantAt(`${which}-01-01`, 0, timeZone)
  return { from: begin(year), to: begin(year + 1) }
}
