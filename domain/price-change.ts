import { addDays, type CalendarDate } from './calendar-date.ts'
import { chargeDayAfter } from './charge-day.ts'
import { machine } from './machine.ts'
import { terms } from './terms.ts'

/** The first day on which a price announced today can be charged. */
export function earliestNewPrice(today: CalendarDate): CalendarDate {
  return addDays(today, terms.priceNoticeDays)
}

export type RenewingAt = {
  /** the shop's day of its first payment */
  joinedOn: CalendarDate
  /** its next charge */
  chargeOn: CalendarDate
  termMonths: number
  /** the new price applies from this day */
  effectiveOn: CalendarDate
  /** the day its payer is told */
  toldOn: CalendarDate
}

/** A membership's first charge at a new price: on its effective day or later, and never within 30 days of the notice. */
export function firstNewCharge(renewing: RenewingAt): CalendarDate {
  const { joinedOn, termMonths, effectiveOn, toldOn } = renewing
  const told = earliestNewPrice(toldOn)
  const earliest = told > effectiveOn ? told : effectiveOn
  let { chargeOn } = renewing
  while (chargeOn < earliest) chargeOn = chargeDayAfter(joinedOn, chargeOn, termMonths)
  return chargeOn
}

/**
 * How many days before its first charge a new price is announced: the 30 that the terms promise, plus two in case the
 * mail server is down, because a late notice delays the price by a whole term.
 */
export const noticeLeadDays = terms.priceNoticeDays + 2

/** A price run for one member: waiting for the notice, told, charged at the new price, undone, or left. */
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

/** A different plan the member chose, starting with their next charge. */
export const planChangeMachine = machine({ open: ['charged', 'undone'], charged: [], undone: [] })
export type PlanChangeState = (typeof planChangeMachine.states)[number]
