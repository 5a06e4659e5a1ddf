import { addDays, type CalendarDate, instantAt } from './calendar-date.ts'

import { addDrops, type Drop } from './drop.ts'
import { type DropCalendar, daysOf, isBeforeCutOff } from './drop-calendar.ts'

/** Days before a cut-off on which somebody who is unsure of the size is asked again (docs/decisions/027). */
const sizeReminderDays = [7, 2] as const
export type SizeReminderDay = (typeof sizeReminderDays)[number]

/** Days after somebody was told of their belts before which nobody asks again: it has just been said. */
const restBefore: Record<SizeReminderDay, number> = { 7: 3, 2: 1 }

/** A reminder of a day: for which drop's cut-off, which one, and for whom, by the last day on which they were told. */
type SizeReminder = {
  drop: Drop
  cutOffDay: CalendarDate
  days: SizeReminderDay
  toldUntil: CalendarDate
}

/**
 * The reminder that a day belongs to, or null: the one of 7 days before the next cut-off until that of 2 days stands,
 * which holds until the cut-off. One that is late is sent, one that a later one has overtaken is not.
 */
export function sizeReminderOn(calendar: DropCalendar, today: CalendarDate): SizeReminder | null {
  let drop = today.slice(0, 7)
  while (!isBeforeCutOff(calendar, drop, today)) drop = addDrops(drop, 1)
  const { cutOffDay } = daysOf(calendar, drop)
  const days = sizeReminderDays.toReversed().find((each) => today >= addDays(cutOffDay, -each))
  return days === undefined ? null : { drop, cutOffDay, days, toldUntil: addDays(today, -restBefore[days]) }
}

/** Days before a charge on which its payer is told (club-rules.md "Renewal law": monthly T-7; 6 and 12 months T-30 and T-14). */
export type NoticeDays = 7 | 14 | 30

/** The notices of a term, the last one before the charge first. A term of several months is told of as those of 6 are. */
export function noticeDaysOf(months: number): readonly NoticeDays[] {
  return months === 1 ? [7] : [14, 30]
}

/** Charges on the days after `after` until `until` are told about `days` ahead, for terms of one month or of several. */
export type NoticeWindow = {
  days: NoticeDays
  isMonthly: boolean
  after: CalendarDate
  until: CalendarDate
}

/**
 * Which charges are to be told about on a day, by their own day. Each notice stands from its day until the next one's,
 * so that one which is late is still sent, and one that a later notice has overtaken is not; from the day of the charge
 * on there is nothing to announce.
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

/** The notice that is due on a day about a charge for a term of so many months, or null. */
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
 * when the last charge of the year has been seen, to the end of the month, for shops that were down.
 */
export function summaryYear(today: CalendarDate): number | null {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  return month === 1 && day >= 2 ? year - 1 : null
}

/** From the first instant of a year in a time zone to that of the next. */
export function yearSpan(year: number, timeZone: string): { from: Date; to: Date } {
  const begin = (which: number) => instantAt(`${which}-01-01`, 0, timeZone)
  return { from: begin(year), to: begin(year + 1) }
}
