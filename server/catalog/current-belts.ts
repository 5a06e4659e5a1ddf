import { and, asc, eq } from 'drizzle-orm'
import { products } from '../../db/schema.ts'
import type { Belt, Gender, Style } from '../../domain/belt.ts'
import type { Shop } from '../shop.ts'
import { currentDrop } from './current-drop.ts'

/** The active belts of the current drop, in their order (spec §3 "Current-month SKUs"). */
export async function currentBelts(shop: Shop): Promise<Belt[]> {
  const drop = await currentDrop(shop.db)
  if (!drop) return []
  const rows = await shop.db
    .select()
    .from(products)
    .where(and(eq(products.drop, drop), eq(products.isActive, true)))
    .orderBy(asc(products.displayOrder), asc(products.sku))
  return rows.map((row) => ({
    id: row.id,
    sku: row.sku,
    name: row.name,
    description: row.description,
    material: row.material,
    width: row.width,
    buckle: row.buckle,
    style: row.style as Style,
    gender: row.gender as Gender,
    colors: row.colors,
    imageUrl: row.imageUrl,
    imageAlt: row.imageAlt,
    lifestyleImageUrl: row.lifestyleImageUrl,
    lifestyleAlt: row.lifestyleAlt,
  }))
}
