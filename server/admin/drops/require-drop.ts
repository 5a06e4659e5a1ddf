import { eq, or } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { drops, products } from '../../../db/schema.ts'
import { type Drop, dropTitle } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'

/** @throws ShopError 'not_found' for a drop that neither was created nor has belts (the first one came with the shop) */
export async function requireDrop(tx: Transaction, drop: Drop): Promise<void> {
  const [known] = await tx
    .select({ drop: products.drop })
    .from(products)
    .fullJoin(drops, eq(drops.drop, products.drop))
    .where(or(eq(products.drop, drop), eq(drops.drop, drop)))
    .limit(1)
  if (known) return
  throw new ShopError(
    'not_found',
    `There is no drop of ${dropTitle(drop)} yet. Create it first, under Drops.`,
  )
}
