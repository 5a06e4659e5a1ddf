import { type SQL, sql } from 'drizzle-orm'
import { holdReasons } from '../../domain/curation/curation.ts'
import type { Drop } from '../../domain/drop.ts'

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
    and (${of('state')} in ('owed', 'assigned') or ${of('state')} = 'held' and ${of('hold_reason')} in (${reasons}, 'belt')))`
}

/** Those of some drops. */
export function inPool(alias: 'b' | 'h', ...drops: Drop[]): SQL {
  const named = sql.join(
    drops.map((drop) => sql`${drop}`),
    sql`, `,
  )
  return sql`(${sql.raw(`${alias}.drop`)} in (${named}) and ${isOpen(alias)})`
}

/** Boxes of which a piece on the shelf is promised to somebody: the index boxes_promised. */
export const isPromised = sql.raw(
  `b.product_id is not null and b.packed_at is null and b.state in ('owed', 'assigned', 'held')`,
)
