import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { beltVariants, boxes } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { isPromised } from './pool.ts'

type Piece = { productId: string; size: string }

/**
 * The units of a belt in a size that are free, in a statement: what lies on the shelf less what is promised.
 * @param unless boxes `b` whose promise does not count, because they are decided about
 */
export function freeOf(
  piece: { stock: SQLWrapper; belt: SQLWrapper; size: SQLWrapper | string | null },
  unless?: SQL,
): SQL<number> {
  // Apart: in a select of one table the query builder leaves the table's name away from columns at the outer level.
  const promised = sql`(select count(*)::int from ${boxes} b
    where b.product_id = ${piece.belt} and b.size = ${piece.size} and ${isPromised} ${unless ? sql`and not (${unless})` : sql``})`
  return sql`${piece.stock} - ${promised}`
}

/** What is free of these belts in each size: what lies on the shelf less what is promised. */
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
 * Makes sure that a unit is free, and holds its row until the transaction ends, so that the last one goes to one box.
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
 * @throws ShopError 'not_possible' when none lies there
 */
export async function takeFromStock(tx: Transaction, piece: Piece) {
  const variant = await lockPiece(tx, piece)
  if (!variant || variant.stock < 1) {
    throw new ShopError(
      'not_possible',
      'By the stock list no piece of it is there. Correct the stock under Belts, then ship it.',
    )
  }
  await tx
    .update(beltVariants)
    .set({ stock: variant.stock - 1 })
    .where(eq(beltVariants.id, variant.id))
}

/** Puts a unit that came back as new into stock again. */
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
