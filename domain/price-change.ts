import { addDays, addMonths, type CalendarDate } from './calendar-date.ts'

/** Days between telling of a new price and the first charge at it (spec §9 "Policy figures"; club-rules.md "Renewal law"). */
export const priceChangeDays = 30

/** The first day from which a price that is announced today may be charged. */
export function earliestNewPrice(today: CalendarDate): CalendarDate {
  return addDays(today, priceChangeDays)
}

export type RenewingAt = {
  /** its next charge */
  chargeOn: CalendarDate
  termMonths: number
  /** the new price holds from this day */
  effectiveOn: CalendarDate
  /** the day on which its payer is told */
  toldOn: CalendarDate
}

/** The first charge of a membership at a new price: on its day or after, and never within 30 days of being told. */
export function firstNewCharge({ chargeOn, termMonths, effectiveOn, toldOn }: RenewingAt): CalendarDate {
  const told = earliestNewPrice(toldOn)
  const earliest = told > effectiveOn ? told : effectiveOn
  let terms = 0
  // From the first day each time: counted from term to term, a 31st would become a 28th for ever.
  while (addMonths(chargeOn, terms * termMonths) < earliest) terms++
  return addMonths(chargeOn, terms * termMonths)
}
