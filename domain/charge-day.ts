import { addDays, addMonths, type CalendarDate } from './calendar-date.ts'

/**
 * The day of a membership's next charge, `months` after a charge or the first payment (club-rules.md, "The calendar"): the
 * same day of the month, or the last day of a shorter one. The only place that counts it, for consent, confirmation,
 * account, notices and the provider. After February, a 31st is a 31st again; a charge that a pause or the card put on
 * another day stays there.
 * @param joinedOn the shop's day of the first payment
 * @param before the charge to count from; `joinedOn` for the first
 * @param months negative: the charge before it
 */
export function chargeDayAfter(joinedOn: CalendarDate, before: CalendarDate, months: number): CalendarDate {
  const since = monthOf(before) - monthOf(joinedOn)
  const isOnJoinedDay = addMonths(joinedOn, since) === before
  return isOnJoinedDay ? addMonths(joinedOn, since + months) : addMonths(before, months)
}

/** The day of the charge after the first payment. */
export function nextChargeDay(paidOn: CalendarDate, termMonths: number): CalendarDate {
  return chargeDayAfter(paidOn, paidOn, termMonths)
}

/**
 * By how many days the provider may count differently from `chargeDayAfter`. It counts in UTC from the instant of the
 * first payment: on the evening of February 28 in New York that is March 1, and so, half a year later, September 1. And
 * it counts on from the 28th after a charge that was moved to one.
 */
const driftDays = 4

/** Whether the provider's day is the shop's own, counted differently: then the shop's day holds, earlier or later. */
export function hasDrifted(own: CalendarDate, byProvider: CalendarDate): boolean {
  return own !== byProvider && addDays(own, -driftDays) <= byProvider && byProvider <= addDays(own, driftDays)
}

function monthOf(day: CalendarDate): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
}
