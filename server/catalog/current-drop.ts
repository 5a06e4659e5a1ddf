import { and, asc, desc, eq, lte } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { products, settings } from '../../db/schema.ts'
import type { Belt } from '../../domain/belt.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * The drop the home page shows: the owner's choice, else the newest. If that has no active belt, the newest earlier one that
 * has. Null in a shop without belts.
 */
export async function currentDrop(db: Database | Transaction): Promise<Drop | null> {
  const [chosen] = await db
    .select({ drop: settings.value })
    .from(settings)
    .where(eq(settings.key, 'currentDrop'))
  const [newest] = await db
    .select({ drop: products.drop })
    .from(products)
    .where(and(eq(products.isActive, true), chosen ? lte(products.drop, chosen.drop as Drop) : undefined))
    .orderBy(desc(products.drop))
    .limit(1)
  return newest?.drop ?? null
}

/**
 * Keeps the home page on its current drop until the owner makes another one current; called before a drop is prepared or a
 * belt is written. A shop without active belts shows the first one it gets.
 */
export async function pinCurrentDrop(tx: Transaction): Promise<void> {
  const current = await currentDrop(tx)
  if (current) await tx.insert(settings).values({ key: 'currentDrop', value: current }).onConflictDoNothing()
}

/** The active belts of the current drop, in order (spec §3 "Current-month SKUs"). */
export async function currentBelts(shop: Shop): Promise<Belt[]> {
  const drop = await currentDrop(shop.db)
  if (!drop) return []
  const rows = await shop.db
    .select()
    .from(products)
    .where(and(eq(products.drop, drop), eq(products.isActive, true)))
    .orderBy(asc(products.displayOrder), asc(products.sku))
  return rows.map(beltOf)
}

/** A belt as pages show it. */
export function beltOf(row: typeof products.$inferSelect): Belt {
  return {
    id: row.id,
    sku: row.sku,
    slug: row.slug,
    name: row.name,
    description: row.description,
    material: row.material,
    width: row.width,
    buckle: row.buckle,
    style: row.style,
    gender: row.gender,
    colors: row.colors,
    imageUrl: row.imageUrl,
    imageAlt: row.imageAlt,
    nightImageUrl: row.nightImageUrl,
    lifestyleImageUrl: row.lifestyleImageUrl,
    lifestyleAlt: row.lifestyleAlt,
    detailImageUrl: row.detailImageUrl,
    detailAlt: row.detailAlt,
  }
}
