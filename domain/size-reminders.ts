import { addDays, type CalendarDate } from './calendar-date.ts'
import { addDrops, type Drop } from './drop.ts'
import { type DropCalendar, daysOf, isBeforeCutOff } from './drop-calendar.ts'

/** Days before a cut-off on which somebody who is unsure of the size is asked again (docs/decisions/027). */
const sizeReminderDays = [7, 2] as const
export type SizeReminderDay = (typeof sizeReminderDays)[number]

/** Days after somebody was told of their belts before which nobody asks again: it has just been said. */
const restBefore: Record<SizeReminderDay, number> = { 7: 3, 2: 1 }

/** A reminder of a day: for which drop's cut-off, which one, and for whom, by the last day on which they were told. */
export type SizeReminder = {
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
