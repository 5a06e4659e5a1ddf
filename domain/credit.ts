import { machine } from './machine.ts'
import { leastChargeCents } from './promotion.ts'

/**
 * Store credit for a bill: 'kept' until the provider says what became of it; 'spent' with the payment; 'returned' where it is
 * void, final without it, or gone. What is returned may be kept again for a bill that is paid after all.
 */
export const creditUseMachine = machine({
  kept: ['spent', 'returned'],
  returned: ['kept', 'spent'],
  spent: [],
})
export type CreditUseState = (typeof creditUseMachine.states)[number]

/**
 * What store credit pays of a price: all that is there, and never so much that less is left than a card can be charged.
 * @param priceCents before tax, after any discount
 */
export function creditFor(priceCents: number, balanceCents: number): number {
  if (balanceCents >= priceCents) return priceCents
  return Math.max(0, Math.min(balanceCents, priceCents - leastChargeCents))
}

/** A line of store credit; amounts are integer cents, more or less than nothing. */
export type CreditLine = { id: string; personId: string; amountCents: number }

/** What is left of each line that gave credit, where what was taken came from the oldest first. @param lines oldest first */
export function creditLeft<Line extends CreditLine>(
  lines: readonly Line[],
): (Line & { leftCents: number })[] {
  const left: (Line & { leftCents: number })[] = []
  for (const line of lines) {
    if (line.amountCents > 0) {
      left.push({ ...line, leftCents: line.amountCents })
      continue
    }
    let taken = -line.amountCents
    for (const lot of left) {
      if (lot.personId !== line.personId) continue
      const part = Math.min(taken, lot.leftCents)
      lot.leftCents -= part
      taken -= part
    }
  }
  return left.filter(({ leftCents }) => leftCents > 0)
}

/** Takes a sum from the oldest first: how much from each person behind an address, in the order of their oldest. */
export function takeOldest(lots: readonly (CreditLine & { leftCents: number })[], wantedCents: number) {
  const taken = new Map<string, number>()
  let rest = wantedCents
  for (const { personId, leftCents } of lots) {
    const part = Math.min(rest, leftCents)
    if (part > 0) taken.set(personId, (taken.get(personId) ?? 0) + part)
    rest -= part
  }
  return [...taken].map(([personId, amountCents]) => ({ personId, amountCents }))
}

// Without figures and letters that are taken for one another; forty bits, and of no use to another address.
export const creditLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const creditCode = /^CREDIT-[2-9A-HJ-NP-Z]{8}$/

/**
 * Whether a code is somebody's store credit: its name says so, and no other code may have such a name. The name alone, because
 * whose it is goes with a person's data, and what it paid stays paid with credit.
 */
export const isCreditCode = (code: string | null) => code !== null && creditCode.test(code)
