import { addDays, type CalendarDate } from './calendar-date.ts'
import { cutOffDay, firstDrop } from './drop.ts'

/** Days before a cut-off on which somebody who is unsure of the size is asked again (docs/decisions/027). */
export const sizeReminderDays = [7, 2] as const
export type SizeReminderDay = (typeof sizeReminderDays)[number]

/** Days after somebody was told of their belts before which nobody asks again: it has just been said. */
export const restBefore: Record<SizeReminderDay, number> = { 7: 3, 2: 1 }

/**
 * Which reminder a day belongs to: the one of 7 days until that of 2 days stands, which holds until the cut-off. One that
 * is late is sent, one that a later one has overtaken is not.
 */
export function sizeReminderOn(today: CalendarDate): SizeReminderDay | null {
  const cutOff = cutOffDay(firstDrop(today))
  return sizeReminderDays.toReversed().find((days) => today >= addDays(cutOff, -days)) ?? null
}

/** The reminder that is due on a day for somebody who was told on another, or null. */
export function dueSizeReminder(toldOn: CalendarDate, today: CalendarDate): SizeReminderDay | null {
  const days = sizeReminderOn(today)
  return days !== null && addDays(toldOn, restBefore[days]) <= today ? days : null
}
