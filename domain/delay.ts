import { addDays, type CalendarDate } from './calendar-date.ts'

/** Why a paid belt can't ship on time: what the owner did with its drop, what is missing, or simply that it didn't ship. */
export const delayReasons = ['hold', 'release', 'ship-by', 'month', 'stock', 'unseen', 'late'] as const
export type DelayReason = (typeof delayReasons)[number]

export const delayAnswers = ['wait', 'refund'] as const
export type DelayAnswer = (typeof delayAnswers)[number]

/** Days of a first delay that a buyer accepts by not answering (16 CFR 435.2(b)(1)). */
const shortDelay = 30
/** The minimum days a buyer gets to answer when the notice couldn't go out sooner (docs/decisions/073). */
const daysToAnswer = 3

type Delay = {
  /** the ship day promised at purchase, and the one promised last */
  original: CalendarDate
  promised: CalendarDate
  /** the new day; null: not known yet */
  next: CalendarDate | null
  /** the buyer has already agreed to wait without a date */
  hasAgreed: boolean
  today: CalendarDate
}

/**
 * What no answer means. A first delay of at most 30 days: wait. A longer one, one without a date, and every later one: a
 * refund after `refundAfter`, unless the buyer says they'll wait. That day is 30 days after the original day for a first
 * delay, otherwise the day promised last (16 CFR 435.2(b)(1)(iii), (b)(2)).
 */
export function meaningOfSilence({ original, promised, next, hasAgreed, today }: Delay): {
  silence: DelayAnswer
  refundAfter: CalendarDate | null
} {
  const limit = addDays(original, shortDelay)
  const isFirst = promised === original
  if (hasAgreed || (isFirst && next !== null && next <= limit)) return { silence: 'wait', refundAfter: null }
  const last = isFirst ? limit : promised
  const soonest = addDays(today, daysToAnswer)
  return { silence: 'refund', refundAfter: last > soonest ? last : soonest }
}

/**
 * The new day for a belt that didn't ship: two weeks later if it's merely late, 30 days if the belt isn't there, none
 * while its drop is on hold. Counted from the promised day or today, whichever is later.
 */
export function nextDay(
  reason: DelayReason,
  promised: CalendarDate,
  today: CalendarDate,
): CalendarDate | null {
  if (reason === 'hold') return null
  const from = promised > today ? promised : today
  return addDays(from, reason === 'late' ? 14 : shortDelay)
}

/** How many days before the promised day the buyer is told again that the belt still isn't there. */
export const toldAhead = 5

/** The hour (shop time) after which a belt due to ship today counts as late. */
export const lastHour = 18
