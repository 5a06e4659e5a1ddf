import { sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../db/database.ts'
import type { Gender, Style } from '../../domain/belt.ts'
import type { CurationBelt, CurationBox, HoldReason } from '../../domain/curation/curation.ts'
import type { SentBelts } from '../../domain/curation/forecast.ts'
import type { Drop } from '../../domain/drop.ts'
import { freeOf } from './free-stock.ts'
import { hasAddress, idList, inPool, sizeOf, stylesOf } from './pool.ts'
import type { HistoryReader } from './read-histories.ts'

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
}

/**
 * Reads these boxes and what is known of the people who get them.
 * @param read reads people's histories as seen from this drop (read-histories.ts)
 */
export async function readBoxes(
  db: Database | Transaction,
  drop: Drop,
  ids: string[],
  read: HistoryReader,
): Promise<PoolBox[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select b.id, b.person_id, b.state, b.hold_reason, b.product_id, b.size as box_size, m.gender, m.styles,
        m.size as member_size, ${hasAddress} as has_address
      from boxes b join memberships m on m.id = b.membership_id
      where b.id = any(${idList(ids)}) and ${inPool('b', drop)}`,
  )
  const histories = await read(rows.map((row) => row.person_id))
  return rows.map((row) => ({
    id: row.id,
    personId: row.person_id,
    gender: row.gender,
    // A promised belt keeps the size it was promised in: one changed after the cut-off counts from the next box on.
    size: sizeOf(row.gender, row.product_id ? (row.box_size ?? '') : row.member_size, row.box_size),
    hasAddress: row.has_address,
    styles: stylesOf(row.styles),
    ...known(histories.get(row.person_id)),
    belt: row.product_id,
    state: row.state,
    holdReason: row.hold_reason,
    memberSize: row.member_size,
  }))
}

/** A history as the engine takes it for one drop. */
function known({ lastSent = {}, taste = {}, excluded = [] }: Partial<SentBelts> = {}) {
  return { lastSent, taste, excluded: excluded.map(({ beltId }) => beltId) }
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
