/** A share of fewer answers says more of who happened to answer than of the belts. */
const leastAnswers = 30

/** How many of those who answered said the good thing. */
export type Rate = { good: number; answers: number }

/** What members said and what was sent, counted; null where too few have answered to say anything. */
export type Proof = {
  /** of those who said how it fits, who said "right" */
  fit: Rate | null
  /** of those who said how they like it, who said "love" */
  love: Rate | null
}

/** A rate that may be shown, or null. */
export function rateOf(good: number, answers: number): Rate | null {
  return answers >= leastAnswers ? { good, answers } : null
}

/** "94%" of 47 in 50: rounded down, so that it never says more than it counted. */
export function percentOf({ good, answers }: Rate): string {
  return `${Math.floor((good * 100) / answers)}%`
}
