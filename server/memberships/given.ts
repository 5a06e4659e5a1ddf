/** How the references of months begin that nobody paid for, by whether the charge went along. */
export const givenReference = { comp: 'comp:', extension: 'extend:' } as const

/** Whether a payment is of months that the staff gave: no sale, so no term begins with it. */
export function isGiven(reference: string): boolean {
  return Object.values(givenReference).some((begins) => reference.startsWith(begins))
}
