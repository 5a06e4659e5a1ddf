import { addMonths, type CalendarDate, formatDate, formatDay } from '../../../domain/calendar-date.ts'
import { type Drop, dropName, dropTitle } from '../../../domain/drop.ts'
import type { OutcomeView } from '../../../domain/membership-view.ts'

/** A date, without its year if it's within the next eleven months. */
function dayLabel(day: CalendarDate, today: CalendarDate): string {
  return day < addMonths(today, 11) ? formatDay(day) : formatDate(day)
}

/** "your next belt is January's, the next charge is January 21": what a skip, pause or resume leads to. */
export function outcomeLabel(outcome: OutcomeView, isGift: boolean, today: CalendarDate): string {
  const { nextDrop, nextChargeOn, lastDrop } = outcome
  const parts = [
    nextDrop && `your next belt is ${dropName(nextDrop)}’s`,
    nextChargeOn && `the next charge is ${dayLabel(nextChargeOn, today)}`,
    isGift && lastDrop && lastDrop !== nextDrop && `the last one is ${dropTitle(lastDrop)}’s`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** "December", "December and January", "December, January and February": the months that a pause skips. */
export function monthsLabel(drops: Drop[]): string {
  const names = drops.map(dropName)
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
}

/** The panel that is open below a membership's buttons. */
export type Panel = 'pause' | 'taste' | 'plan' | 'cancel'
