import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { type Gender, type Style, styles } from '../../domain/belt.ts'
import type { CurationBox, HoldReason, Taste } from '../../domain/curation/curation.ts'
import type { Drop } from '../../domain/drop.ts'
import { beltSizes } from '../../domain/sizing.ts'
import { voidStates } from '../billing/box-states.ts'
import { idList } from './id-list.ts'
import { inPool } from './pool.ts'
import { rowsOf } from './rows-of.ts'

/** A box with what a write has to find unchanged. */
export type PoolBox = CurationBox & { state: string; holdReason: HoldReason | null; memberSize: string }

/** Boxes of a drop that wait for a belt or may get another, by id. */
export async function poolIds(db: Database | Transaction, drop: Drop): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select b.id from boxes b where ${inPool('b', drop)} order by b.id`,
  )
  return rows.map((row) => row.id)
}

type Row = {
  id: string
  person_id: string
  state: string
  hold_reason: HoldReason | null
  product_id: string | null
  gender: Gender
  styles: string[]
  member_size: string
  box_size: string | null
  has_address: boolean
  excluded: string[] | null
} & Record<`last_${Style}`, Drop | null> &
  Record<`taste_${Style}`, Taste | null>

/**
 * What is known of these boxes and of who gets them: 36 months of what was sent, and what was said of it.
 * @param beltIds the belts on the shelf: of others nobody need know who had them
 */
export async function readBoxes(
  db: Database | Transaction,
  drop: Drop,
  ids: string[],
  beltIds: string[],
): Promise<PoolBox[]> {
  const rows = await rowsOf<Row>(db, statement(drop, ids, beltIds))
  return rows.map((row) => ({
    id: row.id,
    personId: row.person_id,
    gender: row.gender,
    size: sizeOf(row),
    hasAddress: row.has_address,
    // 'Let Recipient Pick' until the cut-off means any style (club.md "The gift").
    styles: styles.filter((style) => row.styles.includes(style)),
    lastSent: ofStyles((style) => row[`last_${style}`]),
    taste: ofStyles((style) => row[`taste_${style}`]),
    excluded: row.excluded ?? [],
    belt: row.product_id,
    state: row.state,
    holdReason: row.hold_reason,
    memberSize: row.member_size,
  }))
}

// The membership's size is the one that the member changes; a box may have been given one of its own.
function sizeOf({ gender, member_size, box_size }: Row): string | null {
  const sizes = beltSizes[gender]
  if (sizes.includes(member_size)) return member_size
  return box_size !== null && sizes.includes(box_size) ? box_size : null
}

function ofStyles<Value>(value: (style: Style) => Value | null): Partial<Record<Style, Value>> {
  const known: Partial<Record<Style, Value>> = {}
  for (const style of styles) {
    const found = value(style)
    if (found !== null) known[style] = found
  }
  return known
}

function statement(drop: Drop, ids: string[], beltIds: string[]) {
  const month = (column: string) =>
    sql.raw(`(substr(${column}, 1, 4)::integer * 12 + substr(${column}, 6, 2)::integer)`)
  const isVoid = sql`h.state in (${sql.join(
    voidStates.map((state) => sql`${state}`),
    sql`, `,
  )})`
  // As the constraint boxes_no_repeat counts, and what was sent and came back is not new either.
  const wasSent = sql`(h.shipped_at is not null or not ${isVoid} and not h.is_replaced)`
  const perStyle = styles.map((style) => {
    const name = sql.raw(style)
    return sql`max(h.drop) filter (where p.style = ${style} and h.drop < ${drop} and ${wasSent}) as last_${name},
      (array_agg(f.taste order by f.at desc, h.id) filter (where f.taste is not null and p.style = ${style}))[1] as taste_${name}`
  })
  return sql`
    with chosen as (
      select b.id, b.person_id, b.state, b.hold_reason, b.product_id, b.size as box_size, m.gender, m.styles,
        m.size as member_size,
        (select bool_and(coalesce(trim(m.address ->> part), '') <> '')
          from unnest(array['fullName', 'address', 'city', 'state', 'zipCode']) as part) as has_address
      from boxes b join memberships m on m.id = b.membership_id
      where b.id = any(${idList(ids)}) and ${inPool('b', drop)}
    ), known as (
      select h.person_id,
        array_agg(distinct h.product_id::text) filter (where h.product_id = any(${idList(beltIds)}) and (
          f.taste = 'not_for_me' or ${wasSent} and not ${inPool('h', drop)}
            and abs(${month('h.drop')} - ${month(`'${drop}'::text`)}) < 36)) as excluded,
        ${sql.join(perStyle, sql`, `)}
      from boxes h join products p on p.id = h.product_id left join box_feedback f on f.box_id = h.id
      where h.person_id in (select person_id from chosen)
      group by h.person_id
    )
    select * from chosen left join known using (person_id)`
}
