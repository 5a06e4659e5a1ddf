/** Prefixes of payment references for free months: 'extend:' also moved the charge, 'comp:' didn't. */
export const givenReference = { comp: 'comp:', extension: 'extend:' } as const

/** Whether a payment is free months from the staff: not a sale, so no term starts with it. */
export function isGiven(reference: string): boolean {
  return Object.values(givenReference).some((begins) => reference.startsWith(begins))
}
