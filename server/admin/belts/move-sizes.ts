import { and, eq, notInArray } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { beltVariants } from '../../../db/schema.ts'
import { type Gender, genderNames } from '../../../domain/belt.ts'
import { ShopError } from '../../../domain/errors.ts'
import { beltSizes } from '../../../domain/sizing.ts'

/**
 * Gives a belt the sizes of the other gender; those that both have keep their stock.
 * @throws ShopError 'not_possible' while there are pieces of a size that would go
 */
export async function moveSizes(tx: Transaction, productId: string, gender: Gender): Promise<void> {
  const sizes = beltSizes[gender]
  const gone = await tx
    .delete(beltVariants)
    .where(and(eq(beltVariants.productId, productId), notInArray(beltVariants.size, [...sizes])))
    .returning({ size: beltVariants.size, stock: beltVariants.stock })
  const left = gone.filter(({ stock }) => stock > 0).map(({ size }) => size)
  if (left.length > 0) {
    throw new ShopError(
      'not_possible',
      `There are pieces of ${left.sort().join(', ')}, which are no sizes of belts for ${genderNames[gender].toLowerCase()}. Set their stock to 0 first.`,
    )
  }
  await tx
    .insert(beltVariants)
    .values(sizes.map((size) => ({ productId, size })))
    .onConflictDoNothing()
}
