import { type SQL, sql } from 'drizzle-orm'
import { type Gender, type Style, styles } from '../../domain/belt.ts'
import { beltSizes } from '../../domain/sizing.ts'

/** Whether an address says enough for a label. */
export const hasAddress: SQL = sql`(select bool_and(coalesce(trim(m.address ->> part), '') <> '')
  from unnest(array['fullName', 'address', 'city', 'state', 'zipCode']) as part)`

/**
 * The membership's size is the one that the member changes; a box may have been given one of its own. Null for
 * 'Unsure' and 'Let Recipient Choose': nothing is sent before somebody has chosen (club.md "The gift").
 */
export function sizeOf(gender: Gender, memberSize: string, boxSize: string | null): string | null {
  const sizes = beltSizes[gender]
  if (sizes.includes(memberSize)) return memberSize
  return boxSize !== null && sizes.includes(boxSize) ? boxSize : null
}

/** Empty for any: 'Let Recipient Pick' until the cut-off means any style (club.md "The gift"). */
export function stylesOf(words: string[]): Style[] {
  return styles.filter((style) => words.includes(style))
}
