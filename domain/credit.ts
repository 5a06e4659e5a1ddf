import { machine } from './machine.ts'
import { leastChargeCents } from './promotion.ts'

/**
 * Store credit reserved for a bill. 'kept': until the provider says what became of the bill; 'spent': used for its
 * payment; 'returned': the bill is void, final without the credit, or gone. Returned credit can be kept again if the bill
 * is paid after all.
 */
export const creditUseMachine = machine({
  kept: ['spent', 'returned'],
  returned: ['kept', 'spent'],
  spent: [],
})
export type CreditUseState = (typeof creditUseMachine.states)[number]

/**
 * How much of a price store credit pays: all of the balance, but never so much that the rest is less than a card can be
 * charged.
 * @param priceCents before tax, after any discount
 */
export function creditFor(priceCents: number, balanceCents: number): number {
  if (balanceCents >= priceCents) return priceCents
  return Math.max(0, Math.min(balanceCents, priceCents - leastChargeCents))
}

/** A line of store credit; amounts are integer cents, positive or negative. */
export type CreditLine = { id: string; personId: string; amountCents: number }

/**
 * What is left of each line that added credit, spending the oldest first.
 * @param lines oldest first
 */
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

/**
 * Takes an amount from the oldest credit first. Returns how much to take from each person behind an address, in the order
 * of their oldest credit.
 */
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

// No digits and letters that are easily confused. Forty bits; a code is useless to any other address.
export const creditLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const creditCode = /^CREDIT-[2-9A-HJ-NP-Z]{8}$/

/**
 * Whether a code is store credit. The name alone decides, and no other code can have such a name: deleting a person's
 * data removes the record of whose code it was, but the payment must still count as paid with credit.
 */
export const isCreditCode = (code: string | null) => code !== null && creditCode.test(code)
