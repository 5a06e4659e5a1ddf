import { sql } from 'drizzle-orm'
import { boxState } from '../../../db/states.ts'
import type { Drop } from '../../../domain/drop.ts'
import { hasAddress } from '../../curation/wearer.ts'

/** A belt in a size of that belt: `b` is the box. */
export const hasBelt = sql`exists (
  select 1 from belt_variants v where v.product_id = b.product_id and v.size = b.size)`

/** Boxes `b` of a drop, with their membership `m`, that can be packed as they stand. */
export function packable(drop: Drop) {
  return sql`b.membership_id = m.id and b.drop = ${drop} and b.state in ${boxState.list('assigned')} and ${hasBelt} and ${hasAddress}`
}
