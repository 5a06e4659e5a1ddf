import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { rowsOf } from '../../db/rows.ts'
import type { Gender, Style } from '../../domain/belt.ts'
import type { CurationBelt } from '../../domain/curation/curation.ts'
import type { Drop } from '../../domain/drop.ts'
import { freeOf } from './free-pieces.ts'
import { inPool } from './pool.ts'

type Row = { id: string; sku: string; gender: Gender; style: Style; drop: Drop; size: string; pieces: number }

/**
 * The belts that drops may send, with their pieces: their own and what is left of former drops. The stock is what lies
 * on the shelf; what is promised to boxes that these drops do not decide about is not free.
 * @param drops in order
 */
export async function readShelf(db: Database | Transaction, ...drops: Drop[]): Promise<CurationBelt[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select p.id, p.sku, p.gender, p.style, p.drop, v.size,
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
