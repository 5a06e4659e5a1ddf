import { asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { beltVariants, products } from '../../../db/schema.ts'
import type { BeltView } from '../../../domain/admin/belt-calls.ts'
import type { Gender, Style } from '../../../domain/belt.ts'
import { ShopError } from '../../../domain/errors.ts'
import { beltSizes } from '../../../domain/sizing.ts'

/** In a box of any state, or bought by its name: what was sent stays what it was. */
const isUsed = sql<boolean>`(
  exists (select 1 from boxes where boxes.product_id = products.id) or
  exists (select 1 from order_items where order_items.product_id = products.id))`

/** Belts as the desk shows them, in the order of the home page. */
export async function beltViews(db: Database | Transaction, where: SQL): Promise<BeltView[]> {
  const rows = await db
    .select({ ...getTableColumns(products), isUsed })
    .from(products)
    .where(where)
    .orderBy(asc(products.displayOrder), asc(products.sku))
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const variants = await db.select().from(beltVariants).where(inArray(beltVariants.productId, ids))
  return rows.map((row) => ({
    id: row.id,
    drop: row.drop,
    sku: row.sku,
    name: row.name,
    description: row.description,
    material: row.material,
    widthMm: Number.parseInt(row.width, 10) || 0,
    buckle: row.buckle,
    style: row.style as Style,
    gender: row.gender as Gender,
    colors: row.colors,
    imageUrl: row.imageUrl,
    imageAlt: row.imageAlt,
    lifestyleImageUrl: row.lifestyleImageUrl,
    lifestyleAlt: row.lifestyleAlt,
    displayOrder: row.displayOrder,
    isActive: row.isActive,
    isUsed: row.isUsed,
    stock: beltSizes[row.gender as Gender].map((size) => ({
      size,
      stock: variants.find((each) => each.productId === row.id && each.size === size)?.stock ?? 0,
    })),
  }))
}

/** @throws ShopError 'not_found' */
export async function beltView(db: Database | Transaction, beltId: string): Promise<BeltView> {
  const [belt] = await beltViews(db, eq(products.id, beltId))
  if (!belt) throw new ShopError('not_found', 'There is no such belt. Somebody may have deleted it.')
  return belt
}
