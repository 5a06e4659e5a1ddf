import type { ExchangeRemedy } from './exchange.ts'

/** What broke, according to the wearer. */
export const brokenParts = ['buckle', 'keeper', 'stitching', 'strap', 'finish', 'other'] as const
export type BrokenPart = (typeof brokenParts)[number]

export const brokenPartNames: Record<BrokenPart, string> = {
  buckle: 'The buckle',
  keeper: 'The loop',
  stitching: 'The stitching',
  strap: 'The leather',
  finish: 'The color or finish',
  other: 'Something else',
}

/** What a saddler can repair; the leather itself isn't included. */
const fixable: readonly BrokenPart[] = ['buckle', 'keeper', 'stitching']

/** Photos per claim. */
export const mostPhotos = 3

/** Days a giver has to say where the money for a gift's belt goes, before it goes back to their card. */
export const giverDays = 14

/** The inputs of the rule. */
export type Claim = {
  part: BrokenPart
  /** the remedy the wearer asked for; null: whatever we think best */
  wish: ExchangeRemedy | null
  /** it could still be returned: within the 30 days of spec §9 */
  isEarly: boolean
  /** the same belt in the same size is in stock */
  isInStock: boolean
  /** it was paid for, so there is money to refund */
  hasValue: boolean
}

/**
 * What the shop suggests for a belt that broke within its year, and why, in the admin's words; a person decides. In the
 * first 30 days it suggests what was asked for, because the belt could be returned for the full price anyway (spec §1
 * "Returns policy").
 */
export function proposeRemedy({ part, wish, isEarly, isInStock, hasValue }: Claim): {
  remedy: ExchangeRemedy
  why: string
} {
  const isFixable = fixable.includes(part)
  if (isEarly && wish && (wish === 'replacement' || wish === 'repair' || hasValue))
    return { remedy: wish, why: 'It could still go back, so it’s what they asked for.' }
  if (isFixable && wish === 'repair')
    return { remedy: 'repair', why: 'They asked for it, and it can be fixed.' }
  if (isInStock) return { remedy: 'replacement', why: 'The same belt is in stock in their size.' }
  if (isFixable) return { remedy: 'repair', why: 'None left in their size, and it can be fixed.' }
  if (hasValue) return { remedy: 'refund', why: 'None left in their size, and leather can’t be fixed.' }
  return { remedy: 'replacement', why: 'They paid nothing for it, so send another belt.' }
}
