import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { rowsOf } from '../../../db/rows.ts'
import type { Gender, Style } from '../../../domain/belt.ts'
import { type Drop, readBoxReference } from '../../../domain/drop.ts'

export type ScannedBelt = {
  variantId: string
  beltId: string
  belt: string
  sku: string
  size: string
  drop: Drop
  gender: Gender
  style: Style
  stock: number
}

const columns = sql`v.id::text as "variantId", p.id::text as "beltId", p.name as belt, p.sku, v.size, p.drop, p.gender, p.style, v.stock
  from belt_variants v join products p on p.id = v.product_id`

/** The belt and size of a scanned label, or of a typed "SKU size"; null if no belt matches. */
export async function findScanned(db: Database | Transaction, code: string): Promise<ScannedBelt | null> {
  const reference = readBoxReference(code)
  const typed = /^(.+?)[\s/_-]+(\d{2})$/.exec(code.trim().toUpperCase())
  const which = reference
    ? sql`left(replace(v.id::text, '-', ''), 12) = ${reference}`
    : typed
      ? sql`p.sku = ${typed[1]} and v.size = ${typed[2]}`
      : null
  if (!which) return null
  const [found] = await rowsOf<ScannedBelt>(db, sql`select ${columns} where ${which} limit 1`)
  return found ?? null
}

/** Every size of a drop's belts, or of one belt, in home page order. */
export function sizesOf(db: Database, drop: Drop, beltId?: string): Promise<ScannedBelt[]> {
  const one = beltId ? sql`and p.id = ${beltId}` : sql``
  return rowsOf<ScannedBelt>(
    db,
    sql`select ${columns} where p.drop = ${drop} ${one} order by p.gender desc, p.display_order, p.sku, v.size`,
  )
}
