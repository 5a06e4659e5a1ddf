import { and, desc, eq, lte } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { products, settings } from '../../db/schema.ts'
import type { Drop } from '../../domain/drop.ts'

/**
 * The drop whose belts the home page shows: the owner's choice, else the newest. Where that has no active belt, the
 * newest before it that has one. Null in a shop without belts.
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
