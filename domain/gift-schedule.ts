import { addDays, type CalendarDate } from './calendar-date.ts'

/**
 * How many days late a notice is still sent for a gift whose belts have all shipped; later, it would only puzzle the
 * reader.
 */
export const latestGiftNotice = 31

/** Whether a gift's notice is due: from its day on, as long as belts are to come, and for at least a month. */
export function isGiftNoticeDue(
  gift: { noticeOn: CalendarDate; hasUnshipped: boolean },
  today: CalendarDate,
): boolean {
  if (today < gift.noticeOn) return false
  return gift.hasUnshipped || today <= addDays(gift.noticeOn, latestGiftNotice)
}

/** Days after the notice when a recipient who hasn't chosen is asked again (club-rules.md "The gift"). */
export const reminderDays = [3, 10] as const
export type ReminderDay = (typeof reminderDays)[number]

export type UnchosenGift = {
  /** the day the notice was sent */
  toldOn: CalendarDate
  /** the recipient has yet to make a choice left to them */
  isUnchosen: boolean
  /** the last day to choose for the next belt; null: no belt is left to choose for */
  chooseBy: CalendarDate | null
}

/** The reminder due on a day, or null. If the first is late, the second replaces it. */
export function dueGiftReminder(gift: UnchosenGift, today: CalendarDate): ReminderDay | null {
  if (!gift.isUnchosen || gift.chooseBy === null || today > gift.chooseBy) return null
  if (today >= addDays(gift.toldOn, 10)) return 10
  return today >= addDays(gift.toldOn, 3) ? 3 : null
}
