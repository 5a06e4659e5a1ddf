import { type SQL, sql } from 'drizzle-orm'
import { boxState } from '../../db/schema/states.ts'
import { type Gender, type Style, styles } from '../../domain/belt.ts'
import { unpackedStates, voidStates } from '../../domain/box.ts'
import { holdReasons } from '../../domain/curation/curation.ts'
import type { Drop } from '../../domain/drop.ts'
import { beltSizes } from '../../domain/sizing.ts'

/** Whether an address is complete enough for a label. */
export const hasAddress: SQL = sql`(select bool_and(coalesce(trim(m.address ->> part), '') <> '')
  from unnest(array['fullName', 'address', 'city', 'state', 'zipCode']) as part)`

/**
 * The size to send: the membership's, which the member can change, else the one set on the box. Null for 'Unsure' and 'Let
 * Recipient Choose': nothing is sent until someone has chosen (club-rules.md "The gift").
 */
export function sizeOf(gender: Gender, memberSize: string, boxSize: string | null): string | null {
  const sizes = beltSizes[gender]
  if (sizes.includes(memberSize)) return memberSize
  return boxSize !== null && sizes.includes(boxSize) ? boxSize : null
}

/** Empty means any style: so does 'Let Recipient Pick' once the cut-off has passed (club-rules.md "The gift"). */
export function stylesOf(words: string[]): Style[] {
  return styles.filter((style) => words.includes(style))
}

const reasons = sql.join(
  holdReasons.map((reason) => sql`${reason}`),
  sql`, `,
)

/**
 * The boxes curation may give a belt, or a different one: bought, unpacked, and held at most for a reason that curation
 * checks itself. It excludes replacements and boxes whose belt a person chose.
 * @param alias the boxes' alias in the statement
 */
export function isOpen(alias: 'b' | 'h'): SQL {
  const of = (column: string) => sql.raw(`${alias}.${column}`)
  return sql`(${of('kind')} = 'owed' and ${of('packed_at')} is null and not (${of('is_chosen')} and ${of('product_id')} is not null)
    and (${of('state')} in ${boxState.list('owed', 'assigned')} or ${of('state')} in ${boxState.list('held')} and ${of('hold_reason')} in (${reasons}, 'belt')))`
}

/** The same, limited to these drops. */
export function inPool(alias: 'b' | 'h', ...drops: Drop[]): SQL {
  const named = sql.join(
    drops.map((drop) => sql`${drop}`),
    sql`, `,
  )
  return sql`(${sql.raw(`${alias}.drop`)} in (${named}) and ${isOpen(alias)})`
}

/** Boxes that have a unit in stock promised to them: matches the index boxes_promised. */
export const isPromised = sql`b.product_id is not null and b.packed_at is null and b.state in ${boxState.list(...unpackedStates)}`

/** Boxes `h` that brought or will bring their belt to a person, as in the constraint boxes_no_repeat. */
export const wasSent = sql`(h.shipped_at is not null or h.state not in ${boxState.list(...voidStates)} and not h.is_replaced)`

/** Row ids as a single parameter, however many. */
export function idList(ids: string[]): SQL {
  return sql`${`{${ids.join(',')}}`}::uuid[]`
}

/** Strings as a single parameter, a JSON array. */
export function wordList(words: (string | null)[]): SQL {
  return sql`${JSON.stringify(words)}::jsonb`
}
