import type { ExchangeRemedy } from './exchange.ts'

/** What broke, as its wearer says. */
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

/** What a saddler puts right: the leather itself is not among it. */
const fixable: readonly BrokenPart[] = ['buckle', 'keeper', 'stitching']

/** Photos of one claim. */
export const mostPhotos = 3

/** Days for which a giver is asked where the money of a gift's belt goes, before it goes back to their card. */
export const giverDays = 14

/** What the rule looks at. */
export type Claim = {
  part: BrokenPart
  /** what its wearer would like; null: whatever we think best */
  wish: ExchangeRemedy | null
  /** it could still go back: the 30 days of spec §9 */
  isEarly: boolean
  /** the same belt in the same size is on the shelf */
  isInStock: boolean
  /** it was paid for, so there is money to give back */
  hasValue: boolean
}

/**
 * What the shop proposes for a belt that broke within its year, and why, as the admin reads it; a person decides. In its first
 * 30 days that is what was asked for, because it could go back for the full price anyway (spec §1 "Returns policy").
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
