import { asc, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { productTypes } from '../../../db/schema.ts'
import type { ProductTypeView } from '../../../domain/admin/product-type-calls.ts'
import { ShopError } from '../../../domain/errors.ts'

const belts = sql<number>`(select count(*)::int from products where products.style = product_types.slug)`

/** Product types as the desk shows them, in their order. */
export async function productTypeViews(db: Database | Transaction, where?: SQL): Promise<ProductTypeView[]> {
  const rows = await db
    .select({ ...getTableColumns(productTypes), belts })
    .from(productTypes)
    .where(where)
    .orderBy(asc(productTypes.displayOrder), asc(productTypes.createdAt), asc(productTypes.id))
  return rows.map(({ createdAt, updatedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }))
}

export const goneType = () =>
  new ShopError('not_found', 'There is no such product type. Somebody may have deleted it.')
