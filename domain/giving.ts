import { machine } from './machine.ts'

/**
 * How staff give money away: store credit; a refund of belts that have shipped, or of any amount; free belts for a member;
 * an order on the house; a promotion code that makes an order free; another belt as goodwill, or for a second claim; and
 * calling a belt worthless that someone kept.
 */
export const givenKinds = [
  'credit',
  'refund',
  'free-belts',
  'free-order',
  'free-code',
  'replacement',
  'write-off',
] as const
export type GivenKind = (typeof givenKinds)[number]

/** As the digest and the lists of the admin say it. */
export const givenWords: Record<GivenKind, string> = {
  credit: 'Store credit',
  refund: 'Refunds by hand',
  'free-belts': 'Free belts',
  'free-order': 'Orders on the house',
  'free-code': 'Codes for free orders',
  replacement: 'Belts as goodwill',
  'write-off': 'Kept belts written off',
}

/** An act over someone's ceiling: an owner agrees or doesn't. */
export const approvalMachine = machine({
  waiting: ['approved', 'refused'],
  // Back if it couldn't be done.
  approved: ['waiting'],
  refused: [],
})
export type ApprovalState = (typeof approvalMachine.states)[number]

/** What one staff member may give away on one day of the shop, in integer cents, unless the owner set something else. */
export const usualCeilings: Ceilings = { supportCents: 15_000, ownerCents: 200_000 }
export type Ceilings = { supportCents: number; ownerCents: number }

/** Prefixes of payment references for free months: 'extend:' also moved the charge, 'comp:' didn't. */
export const givenReference = { comp: 'comp:', extension: 'extend:' } as const

/** Whether a payment is free months from the staff: not a sale, so no term starts with it. */
export function isGiven(reference: string): boolean {
  return Object.values(givenReference).some((begins) => reference.startsWith(begins))
}
