import { addDays, type CalendarDate } from './calendar-date.ts'

/** Why a paid belt can't ship on its day: what the owner did with its drop, what is missing, or simply that it didn't. */
export const delayReasons = ['hold', 'release', 'ship-by', 'month', 'stock', 'unseen', 'late'] as const
export type DelayReason = (typeof delayReasons)[number]

export const delayAnswers = ['wait', 'refund'] as const
export type DelayAnswer = (typeof delayAnswers)[number]

/** Days of a first delay that a buyer accepts by saying nothing (16 CFR 435.2(b)(1)). */
const shortDelay = 30
/** Days that a buyer has at least to answer, where the notice could leave no sooner (docs/decisions/073). */
const daysToAnswer = 3

type Delay = {
  /** the day on which it was bought to ship, and the one that was promised last */
  original: CalendarDate
  promised: CalendarDate
  /** the new day; null: nobody knows yet */
  next: CalendarDate | null
  /** the buyer has agreed to wait without a day before */
  hasAgreed: boolean
  today: CalendarDate
}

/**
 * What silence means. A first delay of at most 30 days waits. A longer one, one without a day, and every later one are
 * refunded after `refundAfter` unless the buyer says that they wait: 30 days after the first day, or the day that was promised
 * last (16 CFR 435.2(b)(1)(iii), (b)(2)).
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
 * The new day of a belt that didn't ship and of which nobody said anything: two weeks; a month for one that isn't there; none
 * while its drop is held.
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

/** Days before the promised one on which a belt that still isn't there is told of again. */
export const toldAhead = 5

/** The hour of the shop's day at which a belt that was to ship today counts as late. */
export const lastHour = 18
