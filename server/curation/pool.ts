import { type SQL, sql } from 'drizzle-orm'
import { boxState } from '../../db/schema/states.ts'
import { type Gender, type Style, styles } from '../../domain/belt.ts'
import { unpackedStates, voidStates } from '../../domain/box.ts'
import { holdReasons } from '../../domain/curation/curation.ts'
import type { Drop } from '../../domain/drop.ts'
import { beltSizes } from '../../domain/sizing.ts'

/** Whether an address says enough for a label. */
export const hasAddress: SQL = sql`(select bool_and(coalesce(trim(m.address ->> part), '') <> '')
  from unnest(array['fullName', 'address', 'city', 'state', 'zipCode']) as part)`

/**
 * The membership's size is the one that the member changes; a box may have been given one of its own. Null for
 * 'Unsure' and 'Let Recipient Choose': nothing is sent before somebody has chosen (club-rules.md "The gift").
 */
export function sizeOf(gender: Gender, memberSize: string, boxSize: string | null): string | null {
  const sizes = beltSizes[gender]
  if (sizes.includes(memberSize)) return memberSize
  return boxSize !== null && sizes.includes(boxSize) ? boxSize : null
}

/** Empty for any: 'Let Recipient Pick' until the cut-off means any style (club-rules.md "The gift"). */
export function stylesOf(words: string[]): Style[] {
  return styles.filter((style) => words.includes(style))
}

const reasons = sql.join(
  holdReasons.map((reason) => sql`${reason}`),
  sql`, `,
)

/**
 * The boxes that a curation may give a belt, or another one: bought, not packed, not held for anything but what it
 * looks at itself. A replacement is none, nor is one whose belt the owner chose: that was decided by people.
 * @param alias the name of the boxes in the statement
 */
export function isOpen(alias: 'b' | 'h'): SQL {
  const of = (column: string) => sql.raw(`${alias}.${column}`)
  return sql`(${of('kind')} = 'owed' and ${of('packed_at')} is null and not (${of('is_chosen')} and ${of('product_id')} is not null)
    and (${of('state')} in ${boxState.list('owed', 'assigned')} or ${of('state')} in ${boxState.list('held')} and ${of('hold_reason')} in (${reasons}, 'belt')))`
}

/** Those of some drops. */
export function inPool(alias: 'b' | 'h', ...drops: Drop[]): SQL {
  const named = sql.join(
    drops.map((drop) => sql`${drop}`),
    sql`, `,
  )
  return sql`(${sql.raw(`${alias}.drop`)} in (${named}) and ${isOpen(alias)})`
}

/** Boxes that are promised a unit in stock: the index boxes_promised. */
export const isPromised = sql`b.product_id is not null and b.packed_at is null and b.state in ${boxState.list(...unpackedStates)}`

/** Boxes `h` that brought their belt to a person or are to bring it, as the constraint boxes_no_repeat counts. */
export const wasSent = sql`(h.shipped_at is not null or h.state not in ${boxState.list(...voidStates)} and not h.is_replaced)`

/** Ids of rows as one parameter, however many. */
export function idList(ids: string[]): SQL {
  return sql`${`{${ids.join(',')}}`}::uuid[]`
}

/** Words as one parameter; a null is an empty word. */
export function wordList(words: (string | null)[]): SQL {
  return sql`${JSON.stringify(words)}::jsonb`
}
