import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { beltVariants, boxes } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { isPromised } from './pool.ts'

type Piece = { productId: string; size: string }

/**
 * SQL for the free units of a belt in a size: the stock minus what is promised.
 * @param unless boxes `b` whose promise doesn't count, because they are being decided now
 */
export function freeOf(
  piece: { stock: SQLWrapper; belt: SQLWrapper; size: SQLWrapper | string | null },
  unless?: SQL,
): SQL<number> {
  // A subquery in raw SQL: in a select from one table the query builder omits the table's name from outer columns.
  const promised = sql`(select count(*)::int from ${boxes} b
    where b.product_id = ${piece.belt} and b.size = ${piece.size} and ${isPromised} ${unless ? sql`and not (${unless})` : sql``})`
  return sql`${piece.stock} - ${promised}`
}

/** Free units of these belts per size: the stock minus what is promised. */
export async function freeStock(
  db: Database | Transaction,
  productIds: string[],
): Promise<(Piece & { free: number })[]> {
  if (productIds.length === 0) return []
  return db
    .select({
      productId: beltVariants.productId,
      size: beltVariants.size,
      free: freeOf({
        stock: beltVariants.stock,
        belt: beltVariants.productId,
        size: beltVariants.size,
      }).mapWith(Number),
    })
    .from(beltVariants)
    .where(inArray(beltVariants.productId, productIds))
}

/**
 * Makes sure a unit is free, and locks its row until the transaction ends, so that the last unit goes to only one box.
 * @throws ShopError 'not_possible'
 */
export async function requireInStock(tx: Transaction, piece: Piece) {
  await lockPiece(tx, piece)
  const found = (await freeStock(tx, [piece.productId])).find(({ size }) => size === piece.size)
  if (found && found.free > 0) return
  throw new ShopError(
    'not_possible',
    `Size ${piece.size} of this belt is out of stock. Choose another size or another belt.`,
  )
}

/**
 * Takes one unit out of stock.
 * @throws ShopError 'not_possible' if there is none
 */
export async function takeFromStock(tx: Transaction, piece: Piece) {
  const variant = await lockPiece(tx, piece)
  if (!variant || variant.stock < 1) {
    throw new ShopError(
      'not_possible',
      'The stock list says there are none left. Correct the stock under Belts, then ship it.',
    )
  }
  await tx
    .update(beltVariants)
    .set({ stock: variant.stock - 1 })
    .where(eq(beltVariants.id, variant.id))
}

/** Returns a unit to stock that came back as new. */
export async function returnToStock(tx: Transaction, piece: Piece) {
  const variant = await lockPiece(tx, piece)
  if (!variant) return
  await tx
    .update(beltVariants)
    .set({ stock: variant.stock + 1 })
    .where(eq(beltVariants.id, variant.id))
}

async function lockPiece(tx: Transaction, { productId, size }: Piece) {
  const [variant] = await tx
    .select()
    .from(beltVariants)
    .where(and(eq(beltVariants.productId, productId), eq(beltVariants.size, size)))
    .for('update')
  return variant
}
