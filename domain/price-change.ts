import { addDays, addMonths, type CalendarDate } from './calendar-date.ts'
import { machine } from './machine.ts'

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

/**
 * Days before its first charge on which a new price is told: the 30 that the terms promise, and two for a mail server
 * that is away, because a notice that is late puts the price off by a whole term.
 */
export const noticeLeadDays = priceChangeDays + 2

/** What a price run means to one member: to be told, told, charged at it, or out of it again. */
export const priceRunMachine = machine({
  waiting: ['told', 'undone', 'left'],
  told: ['charged', 'undone', 'left'],
  charged: [],
  undone: [],
  left: [],
})
export type PriceRunState = (typeof priceRunMachine.states)[number]

/** Members whose new price is still to come. */
export const openPriceRuns: readonly PriceRunState[] = ['waiting', 'told']

/** Another plan that a member chose, from their next charge on. */
export const planChangeMachine = machine({ open: ['charged', 'undone'], charged: [], undone: [] })
export type PlanChangeState = (typeof planChangeMachine.states)[number]
