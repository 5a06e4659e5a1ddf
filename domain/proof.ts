import { type CalendarDate, formatDay } from './calendar-date.ts'
import { formatCount } from './count.ts'

/** With fewer answers, a rate says more about who happened to answer than about the belts. */
const leastAnswers = 30

/** With fewer belts, a count says more about how young the shop is. */
const leastSent = 30

/** How many of those who answered gave the good answer. */
export type Rate = { good: number; answers: number }

/** Counts of what members said and what was sent; null if too few answered. */
export type Proof = {
  /** of those who answered on fit, the ones who said "right" */
  fit: Rate | null
  /** of those who answered on taste, the ones who said "love" */
  love: Rate | null
}

/** What the shop as a whole can also show, once enough members have answered. */
export type ShopProof = Proof & {
  /** belts shipped */
  sent: number
  /** those of them returned for money or credit */
  returned: number
}

/** Belts that have shipped, and those returned for money or credit. */
export type Sent = Pick<ShopProof, 'sent' | 'returned'>

/** "As of November 28, we’ve shipped 214 belts. 4 were returned for a refund or store credit."; null: too few to say. */
export function sentSentence({ sent, returned }: Sent, today: CalendarDate): string | null {
  if (sent < leastSent) return null
  const back = returned === 0 ? 'None was' : returned === 1 ? 'One was' : `${formatCount(returned)} were`
  return `As of ${formatDay(today, today)}, we’ve shipped ${formatCount(sent)} belts. ${back} returned for a refund or store credit.`
}

/** A rate that can be shown, or null. */
export function rateOf(good: number, answers: number): Rate | null {
  return answers >= leastAnswers ? { good, answers } : null
}

/** "94%" for 47 of 50: rounded down, so that it never overstates. */
function percentOf({ good, answers }: Rate): string {
  return `${Math.floor((good * 100) / answers)}%`
}

/** "2%" of belts returned: rounded up, so that it never understates. */
function returnedPercent({ sent, returned }: ShopProof): string {
  return `${Math.ceil((returned * 100) / sent)}%`
}

/** What can be shown, as rows of [word, fact], each with the number behind it. */
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
