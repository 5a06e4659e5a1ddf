import { addDays, type CalendarDate } from './calendar-date.ts'

/** Days before a charge on which its payer is told (club.md "Renewal law": monthly T-7; 6 and 12 months T-30 and T-14). */
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
