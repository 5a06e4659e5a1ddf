import { addDays, type CalendarDate } from './calendar-date.ts'

/**
 * Days for which the notice of a gift whose belts have all shipped is still sent late: after that, a mail about it
 * would only puzzle its reader.
 */
export const latestGiftNotice = 31

/** Whether a gift's notice is due: from its day on, while belts are to come, and a month at least. */
export function isGiftNoticeDue(
  gift: { noticeOn: CalendarDate; hasUnshipped: boolean },
  today: CalendarDate,
): boolean {
  if (today < gift.noticeOn) return false
  return gift.hasUnshipped || today <= addDays(gift.noticeOn, latestGiftNotice)
}

/** Days after the notice on which a recipient who has not chosen is asked again (club-rules.md "The gift"). */
export const reminderDays = [3, 10] as const
export type ReminderDay = (typeof reminderDays)[number]

export type UnchosenGift = {
  /** the day on which the notice left */
  toldOn: CalendarDate
  /** something is left to the recipient, who has not chosen it */
  isUnchosen: boolean
  /** the last day on which a choice counts for the next belt; null: no belt is ahead that can be chosen for */
  chooseBy: CalendarDate | null
}

/** The reminder that is due on a day, or null. The second stands for the first where that one is late. */
export function dueGiftReminder(gift: UnchosenGift, today: CalendarDate): ReminderDay | null {
  if (!gift.isUnchosen || gift.chooseBy === null || today > gift.chooseBy) return null
  if (today >= addDays(gift.toldOn, 10)) return 10
  return today >= addDays(gift.toldOn, 3) ? 3 : null
}
