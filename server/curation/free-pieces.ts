import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { beltVariants, boxes } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { isPromised } from './pool.ts'

/**
 * Ids of open exchanges whose replacement cannot be sent: fewer pieces lie on the shelf than replacements were promised
 * of it, or it was put away. Replacements stand before the boxes of a drop (take-back-promises.ts), the older ones first.
 */
export const goneReplacements = sql`(select e.id from exchanges e join boxes w on w.id = e.replacement_box_id
  where e.state in ('requested', 'received') and e.remedy = 'replacement' and w.packed_at is null
    and (w.state not in ('held', 'assigned') or (
      select count(*) from boxes b where b.product_id = w.product_id and b.size = w.size and b.kind = 'replacement'
        and ${isPromised} and (b.created_at, b.id) <= (w.created_at, w.id)
    ) > coalesce((select v.stock from belt_variants v where v.product_id = w.product_id and v.size = w.size), 0)))`

type Piece = { productId: string; size: string }

/** What is free of these belts in each size: what lies on the shelf less what is promised. */
export async function freePieces(
  db: Database | Transaction,
  productIds: string[],
): Promise<(Piece & { free: number })[]> {
  if (productIds.length === 0) return []
  const promised = sql<number>`(select count(*) from ${boxes} b
    where b.product_id = ${beltVariants.productId} and b.size = ${beltVariants.size} and ${isPromised})::integer`
  return db
    .select({
      productId: beltVariants.productId,
      size: beltVariants.size,
      free: sql<number>`${beltVariants.stock} - ${promised}`.mapWith(Number),
    })
    .from(beltVariants)
    .where(inArray(beltVariants.productId, productIds))
}

/**
 * Makes sure that a piece is free, and holds its row until the transaction ends, so that the last one goes to one box.
 * @throws ShopError 'not_possible'
 */
export async function requirePiece(tx: Transaction, piece: Piece) {
  await lockPiece(tx, piece)
  const found = (await freePieces(tx, [piece.productId])).find(({ size }) => size === piece.size)
  if (found && found.free > 0) return
  throw new ShopError(
    'not_possible',
    `Size ${piece.size} of this belt is out of stock. Choose another size or another belt.`,
  )
}

/**
 * A piece leaves the shelf.
 * @throws ShopError 'not_possible' when none lies there
 */
export async function takePiece(tx: Transaction, piece: Piece) {
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

/** A piece that came back as new lies on the shelf again. */
export async function putBackPiece(tx: Transaction, piece: Piece) {
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
