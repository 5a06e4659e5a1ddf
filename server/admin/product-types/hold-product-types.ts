import { and, eq, ne, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { productTypes } from '../../../db/schema.ts'
import type { ProductTypeFields } from '../../../domain/admin/product-type-calls.ts'
import { ShopError } from '../../../domain/errors.ts'

/** Until the transaction ends nobody else writes a product type: two owners cannot take one slug, or one place, at once. */
export async function holdProductTypes(tx: Transaction) {
  await tx.execute(sql`lock table ${productTypes} in share row exclusive mode`)
}

/** What was written without blanks around it. The caller holds the types. @throws ShopError 'taken' with the field */
export async function rowOf(tx: Transaction, fields: ProductTypeFields, productTypeId?: string) {
  const [other] = await tx
    .select({ name: productTypes.name })
    .from(productTypes)
    .where(
      and(eq(productTypes.slug, fields.slug), productTypeId ? ne(productTypes.id, productTypeId) : undefined),
    )
  if (other) {
    const sentence = `${other.name} has the slug "${fields.slug}" already. Choose another slug.`
    throw new ShopError('taken', sentence, { fields: { slug: sentence } })
  }
  const { name, slug, description, displayOrder, isActive } = fields
  return { name: name.trim(), slug, description: description.trim(), displayOrder, isActive }
}
