import { and, asc, eq, inArray, ne, not, notInArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { boxes, products } from '../../db/schema.ts'
import { voidStates } from '../../domain/box.ts'
import { type Drop, dropsBetween } from '../../domain/drop.ts'
import { terms } from '../../domain/terms.ts'
import { freeStock } from '../curation/free-stock.ts'
import type { Box } from './sent-box.ts'

/** Months within which nobody gets the same belt again (spec §1, club-rules.md "No repeat"). */
export type OfferedBelt = typeof products.$inferSelect & { sizes: string[] }

/**
 * The belts that can replace a box's, with their free sizes: the same belt first, then others of its drop that its person
 * wasn't sent within 36 months.
 * @param on the drop the replacement counts for
 */
export async function offeredBelts(db: Database | Transaction, box: Box, on: Drop): Promise<OfferedBelt[]> {
  if (!box.productId) return []
  const [sent] = await db.select().from(products).where(eq(products.id, box.productId))
  if (!sent) return []
  const others = await db
    .select()
    .from(products)
    .where(
      and(
        eq(products.drop, sent.drop),
        eq(products.gender, sent.gender),
        eq(products.isActive, true),
        ne(products.id, sent.id),
      ),
    )
    .orderBy(asc(products.displayOrder), asc(products.sku))
  const seen = await seenLately(db, box.personId, on)
  const belts = [sent, ...others.filter(({ design }) => !seen.has(design))]
  const pieces = await freeStock(
    db,
    belts.map(({ id }) => id),
  )
  return belts.map((belt) => ({
    ...belt,
    sizes: pieces
      .filter(({ productId, free }) => productId === belt.id && free > 0)
      .map(({ size }) => size)
      .sort(),
  }))
}

/** The designs a person was sent; a belt and its copies in other drops have one design. */
async function seenLately(db: Database | Transaction, personId: string, on: Drop): Promise<Set<string>> {
  const rows = await db
    .select({ design: products.design, drop: boxes.drop })
    .from(boxes)
    .innerJoin(products, eq(products.id, boxes.productId))
    .where(and(eq(boxes.personId, personId), not(boxes.isReplaced), notInArray(boxes.state, [...voidStates])))
  const near = rows.filter(({ drop }) => Math.abs(dropsBetween(drop, on)) < terms.repeatMonths)
  return new Set(near.map(({ design }) => design))
}

/** Names of belts by id. */
export async function beltNames(db: Database | Transaction, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
