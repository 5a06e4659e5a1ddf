import { type CalendarDate, formatDate } from './calendar-date.ts'
import { nextChargeDay } from './charge-day.ts'
import type { Drop } from './drop.ts'
import { allocateDrops, type DropCalendar } from './drop-calendar.ts'
import { formatCents } from './money.ts'
import type { Plan } from './plan.ts'

/**
 * What a payment buys, in dates (club-rules.md "The calendar"): every place that mentions "next month's drop" shows them
 * too.
 * When the first box ships is another question, because it may wait for a size: first-belt.ts.
 */
export type PlanDates = {
  /** the drops of its boxes, in order */
  drops: Drop[]
  /** null: it never renews; gifts never do (club-rules.md) */
  nextCharge: CalendarDate | null
}

/**
 * @param paidOn the shop's day of the payment
 * @param calendar the owner's days
 */
export function planDates(
  paidOn: CalendarDate,
  plan: Pick<Plan, 'months'>,
  isGift: boolean,
  calendar: DropCalendar,
): PlanDates {
  const { drops, movedBy } = allocateDrops(calendar, paidOn, plan.months)
  return {
    drops,
    nextCharge: isGift ? null : nextChargeDay(paidOn, plan.months + movedBy),
  }
}

/** "May 21, 2027", or that there is no next charge: "Never renews, ends after 6 belts". */
export function nextChargeText({ drops, nextCharge }: PlanDates): string {
  if (nextCharge) return formatDate(nextCharge)
  return `Never renews, ends after ${drops.length === 1 ? 'one belt' : `${drops.length} belts`}`
}

/** "$59.50 a belt for 6 months": makes plans of different lengths comparable. */
export function perBeltText({ stripeAmount, months }: Pick<Plan, 'stripeAmount' | 'months'>): string {
  return `${formatCents(Math.round(stripeAmount / months))} a belt${months === 1 ? '' : ` for ${months} months`}`
}
