import { formatCount } from './count.ts'

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

/** What the shop as a whole can show besides; there once enough members have answered. */
export type ShopProof = Proof & {
  /** belts that left */
  sent: number
  /** of these, those that came back for money or credit */
  returned: number
}

/** A rate that may be shown, or null. */
export function rateOf(good: number, answers: number): Rate | null {
  return answers >= leastAnswers ? { good, answers } : null
}

/** "94%" of 47 in 50: rounded down, so that it never says more than it counted. */
function percentOf({ good, answers }: Rate): string {
  return `${Math.floor((good * 100) / answers)}%`
}

/** "2%" of belts that came back: rounded up, so that it never says less than it counted. */
function returnedPercent({ sent, returned }: ShopProof): string {
  return `${Math.ceil((returned * 100) / sent)}%`
}

/** What can be shown of it, row by row: [word, fact], each with the number behind it. */
export function proofRows(proof: Proof | ShopProof | null): [word: string, fact: string][] {
  if (!proof) return []
  const said = (rate: Rate) => `${percentOf(rate)} of ${formatCount(rate.answers)} answers`
  const rows: [string, string][] = []
  if (proof.fit) rows.push(['Fits right', said(proof.fit)])
  if (proof.love) rows.push(['Love it', said(proof.love)])
  if ('sent' in proof) {
    rows.push(['Belts sent', formatCount(proof.sent)])
    rows.push(['Sent back', `${returnedPercent(proof)} of ${formatCount(proof.sent)} belts`])
  }
  return rows
}
