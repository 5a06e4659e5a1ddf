import { counted } from './count.ts'
import { formatCents } from './money.ts'

/** What became of the belts that someone pays for or wears, under all of their addresses; integer cents with tax. */
export type TrackRecord = {
  paidCents: number
  /** broken belts and packages that never came, unless they took the claim back */
  claims: number
  /** packages that the carrier lost, or that never came by their word */
  lost: number
  refundedCents: number
  /** given by staff or for a return, not what they used before */
  creditCents: number
  disputes: number
  /** their addresses, joined ones included */
  addresses: number
}

/** What someone may have before it turns red: counts, and money given back in percent of what was paid. */
export type RecordLimits = { claims: number; lost: number; disputes: number; givenPercent: number }

/** Unless the owner set something else: a second claim is still bad luck. */
export const usualRecordLimits: RecordLimits = { claims: 2, lost: 1, disputes: 0, givenPercent: 50 }

export type RecordPart = { words: string; isOver: boolean }

/** A record in one line, part by part; none about a person who never paid, claimed or got anything. */
export function recordParts(record: TrackRecord, limits: RecordLimits): RecordPart[] {
  const { paidCents, claims, lost, refundedCents, creditCents, disputes, addresses } = record
  const givenCents = refundedCents + creditCents
  if (paidCents + givenCents + claims + lost + disputes === 0) return []
  const isMuch = givenCents > 0 && givenCents * 100 > paidCents * limits.givenPercent
  return [
    { words: `Paid ${formatCents(paidCents)}`, isOver: false },
    { words: counted(claims, 'claim'), isOver: claims > limits.claims },
    { words: counted(lost, 'lost package'), isOver: lost > limits.lost },
    { words: `${formatCents(refundedCents)} refunded`, isOver: isMuch && refundedCents > 0 },
    { words: `${formatCents(creditCents)} credit`, isOver: isMuch && creditCents > 0 },
    { words: counted(disputes, 'dispute'), isOver: disputes > limits.disputes },
    { words: counted(addresses, 'address', 'addresses'), isOver: false },
  ]
}
