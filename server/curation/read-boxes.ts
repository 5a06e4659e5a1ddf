import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../db/database.ts'
import { type Gender, type Style, styles } from '../../domain/belt.ts'
import type { CurationBelt, CurationBox, HoldReason, Taste } from '../../domain/curation/curation.ts'
import type { Drop } from '../../domain/drop.ts'
import { terms } from '../../domain/terms.ts'
import { freeOf } from './free-stock.ts'
import { hasAddress, idList, inPool, sizeOf, stylesOf, wasSent } from './pool.ts'

/** A box, with the values that must be unchanged when it is written. */
export type PoolBox = CurationBox & { state: string; holdReason: HoldReason | null; memberSize: string }

/** Ids of a drop's boxes that need a belt or may get another, in order. */
export async function poolIds(db: Database | Transaction, drop: Drop): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select b.id from boxes b where ${inPool('b', drop)} order by b.id`,
  )
  return rows.map((row) => row.id)
}

type Row = KnownRow & {
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
}

/**
 * Reads these boxes and what is known of the people who get them.
 * @param beltIds the belts in stock
 */
export async function readBoxes(
  db: Database | Transaction,
  drop: Drop,
  ids: string[],
  beltIds: string[],
): Promise<PoolBox[]> {
  const people = sql`select person_id from chosen`
  const rows = await rowsOf<Row>(
    db,
    sql`with chosen as (
        select b.id, b.person_id, b.state, b.hold_reason, b.product_id, b.size as box_size, m.gender, m.styles,
          m.size as member_size, ${hasAddress} as has_address
        from boxes b join memberships m on m.id = b.membership_id
        where b.id = any(${idList(ids)}) and ${inPool('b', drop)}
      ), known as (${knownPeople(people, [drop], beltIds)})
      select * from chosen left join known using (person_id)`,
  )
  return rows.map((row) => ({
    id: row.id,
    personId: row.person_id,
    gender: row.gender,
    // A promised belt keeps the size it was promised in: one changed after the cut-off counts from the next box on.
    size: sizeOf(row.gender, row.product_id ? (row.box_size ?? '') : row.member_size, row.box_size),
    hasAddress: row.has_address,
    styles: stylesOf(row.styles),
    lastSent: lastSentOf(row),
    taste: tasteOf(row),
    excluded: excludedBelts(row).map((excluded) => excluded.beltId),
    belt: row.product_id,
    state: row.state,
    holdReason: row.hold_reason,
    memberSize: row.member_size,
  }))
}

type ReadInventoryRow = {
  id: string
  sku: string
  gender: Gender
  style: Style
  drop: Drop
  design: string
  size: string
  pieces: number
}

/**
 * The belts these drops may send, with their free units: their own belts and leftovers of earlier drops. Free means stock
 * minus what is promised to boxes outside these drops.
 * @param drops in order
 */
export async function readInventory(db: Database | Transaction, ...drops: Drop[]): Promise<CurationBelt[]> {
  const rows = await rowsOf<ReadInventoryRow>(
    db,
    sql`select p.id, p.sku, p.gender, p.style, p.drop, p.design::text as design, v.size,
        ${freeOf({ stock: sql`v.stock`, belt: sql`p.id`, size: sql`v.size` }, inPool('b', ...drops))} as pieces
      from products p join belt_variants v on v.product_id = p.id
      where p.is_active and p.drop <= ${drops.at(-1)} and v.stock > 0`,
  )
  const belts = new Map<string, CurationBelt>()
  for (const { size, pieces, ...belt } of rows) {
    if (pieces <= 0) continue
    const known = belts.get(belt.id) ?? { ...belt, pieces: {} }
    known.pieces[size] = pieces
    belts.set(belt.id, known)
  }
  return [...belts.values()]
}

/** What a person was sent and thought of it, as knownPeople returns it. */
export type KnownRow = {
  /** belt id followed by the drop that brought it; without a drop: never again */
  excluded: string[] | null
} & Record<`last_${Style}`, Drop | null> &
  Record<`taste_${Style}`, Taste | null>

/**
 * SQL that reads what is known of people: what they were sent within 36 months, and what they said of it (club-rules.md "No
 * repeat", "Curate"). A belt and its copies in other drops count as one (docs/decisions/091).
 * @param people a select of their ids
 * @param drops being decided, in order: what they currently assign isn't history
 * @param beltIds the belts in stock; who had other belts doesn't matter
 */
export function knownPeople(people: SQL, drops: Drop[], beltIds: string[]): SQL {
  const first = drops[0]!
  const month = (column: SQL) =>
    sql`(substr(${column}, 1, 4)::integer * 12 + substr(${column}, 6, 2)::integer)`
  const isHistory = sql`(${wasSent} and not ${inPool('h', ...drops)} and abs(${month(sql`h.drop`)} - ${month(sql`${first}::text`)}) < ${sql.raw(String(terms.repeatMonths))})`
  const perStyle = styles.map((style) => {
    const name = sql.raw(style)
    return sql`max(h.drop) filter (where p.style = ${style} and h.drop < ${first} and ${wasSent}) as last_${name},
      (array_agg(f.taste order by f.at desc, h.id) filter (where f.taste is not null and p.style = ${style}))[1] as taste_${name}`
  })
  return sql`
    select h.person_id,
      array_agg(shelf.id::text || case when f.taste = 'not_for_me' then '' else h.drop end)
        filter (where shelf.id is not null and (f.taste = 'not_for_me' or ${isHistory})) as excluded,
      ${sql.join(perStyle, sql`, `)}
    from boxes h join products p on p.id = h.product_id left join box_feedback f on f.box_id = h.id
      left join products shelf on shelf.design = p.design and shelf.id = any(${idList(beltIds)})
    where h.person_id in (${people})
    group by h.person_id`
}

const idLength = 36

/** Belts a person may not get, with the drop that brought each; null: never again. */
export function excludedBelts({ excluded }: KnownRow): { beltId: string; drop: Drop | null }[] {
  return (excluded ?? []).map((word) => ({
    beltId: word.slice(0, idLength),
    drop: word.slice(idLength) || null,
  }))
}

export function lastSentOf(row: KnownRow): Partial<Record<Style, Drop>> {
  return ofStyles((style) => row[`last_${style}`])
}

export function tasteOf(row: KnownRow): Partial<Record<Style, Taste>> {
  return ofStyles((style) => row[`taste_${style}`])
}

function ofStyles<Value>(value: (style: Style) => Value | null): Partial<Record<Style, Value>> {
  const known: Partial<Record<Style, Value>> = {}
  for (const style of styles) {
    const found = value(style)
    if (found !== null) known[style] = found
  }
  return known
}
