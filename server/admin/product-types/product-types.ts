import { and, asc, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { productTypes } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { ProductTypeFields, ProductTypeView } from '../../../domain/admin/product-type-contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { changedFields, refuseEditConflict } from '../edit-conflict.ts'

const belts = sql<number>`(select count(*)::int from products where products.style = product_types.slug)`

/** Product types as the admin shows them, in their order. */
async function productTypeViews(db: Database | Transaction, where?: SQL): Promise<ProductTypeView[]> {
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

const goneType = () =>
  new ShopError('not_found', 'We can’t find that product type. Someone may have deleted it.')

/** GET /api/admin/product-types (spec §7). */
export async function listProductTypes(shop: Shop): Promise<AdminReply<'listProductTypes'>> {
  return { productTypes: await productTypeViews(shop.db) }
}

/** POST /api/admin/product-types. @throws ShopError 'taken' if another type has the slug */
export async function createProductType(
  shop: Shop,
  fields: AdminInput<'createProductType'>,
  staff: Staff,
): Promise<AdminReply<'createProductType'>> {
  return shop.db.transaction(async (tx) => {
    await holdProductTypes(tx)
    const row = await rowOf(tx, fields)
    const [made] = await tx
      .insert(productTypes)
      .values({ ...row, createdAt: shop.now(), updatedAt: shop.now() })
      .returning({ id: productTypes.id })
    await audit(tx, staff, shop.now(), {
      action: 'product-type.create',
      entity: 'product_types',
      entityId: made!.id,
      after: row,
    })
    const [productType] = await productTypeViews(tx, eq(productTypes.id, made!.id))
    return { productType: productType! }
  })
}

/** DELETE /api/admin/product-types/{id}. Belts and orders keep their style. @throws ShopError 'not_found' */
export async function deleteProductType(
  shop: Shop,
  { productTypeId }: AdminInput<'deleteProductType'>,
  staff: Staff,
): Promise<AdminReply<'deleteProductType'>> {
  return shop.db.transaction(async (tx) => {
    const [gone] = await tx.delete(productTypes).where(eq(productTypes.id, productTypeId)).returning()
    if (!gone) throw goneType()
    const { id, createdAt: _created, updatedAt: _updated, ...before } = gone
    await audit(tx, staff, shop.now(), {
      action: 'product-type.delete',
      entity: 'product_types',
      entityId: id,
      before,
    })
    return { success: true }
  })
}

/**
 * Puts all product types in the given order: 0, 1, 2 ...
 * @throws ShopError 'not_possible' if the ids aren't exactly the existing ones
 */
export async function orderProductTypes(
  shop: Shop,
  { ids }: AdminInput<'orderProductTypes'>,
  staff: Staff,
): Promise<AdminReply<'orderProductTypes'>> {
  return shop.db.transaction(async (tx) => {
    await holdProductTypes(tx)
    const known = await productTypeViews(tx)
    const isAll = new Set(ids).size === known.length && known.every(({ id }) => ids.includes(id))
    if (!isAll || ids.length !== known.length) {
      throw new ShopError('not_possible', 'Someone just added or deleted a type. Reload the page.')
    }
    for (const { id, name, displayOrder } of known) {
      const place = ids.indexOf(id)
      if (place === displayOrder) continue
      await tx
        .update(productTypes)
        .set({ displayOrder: place, updatedAt: shop.now() })
        .where(eq(productTypes.id, id))
      await audit(tx, staff, shop.now(), {
        action: 'product-type.order',
        entity: 'product_types',
        entityId: id,
        before: { name, displayOrder },
        after: { name, displayOrder: place },
      })
    }
    return { productTypes: await productTypeViews(tx) }
  })
}

/** PATCH /api/admin/product-types/{id}, with the same body as creating one. @throws ShopError 'not_found', 'taken' */
export async function updateProductType(
  shop: Shop,
  { productTypeId, was, ...fields }: AdminInput<'updateProductType'>,
  staff: Staff,
): Promise<AdminReply<'updateProductType'>> {
  return shop.db.transaction(async (tx) => {
    await holdProductTypes(tx)
    const [known] = await tx.select().from(productTypes).where(eq(productTypes.id, productTypeId))
    if (!known) throw goneType()
    await refuseEditConflict(
      tx,
      {
        ...{ entity: 'product_types', entityId: productTypeId, what: 'this product type' },
        words: { displayOrder: 'order', isActive: 'whether it’s active' },
      },
      was,
      known,
    )
    const row = await rowOf(tx, fields, productTypeId)
    const change = changedFields(known, row)
    if (!change.isSame) {
      await tx
        .update(productTypes)
        .set({ ...row, updatedAt: shop.now() })
        .where(eq(productTypes.id, productTypeId))
      await audit(tx, staff, shop.now(), {
        action: 'product-type.update',
        entity: 'product_types',
        entityId: productTypeId,
        before: change.before,
        after: change.after,
      })
    }
    const [productType] = await productTypeViews(tx, eq(productTypes.id, productTypeId))
    return { productType: productType! }
  })
}

/** Locks the table until the transaction ends, so that two owners can't take one slug or position at the same time. */
async function holdProductTypes(tx: Transaction) {
  await tx.execute(sql`lock table ${productTypes} in share row exclusive mode`)
}

/** The fields, trimmed. The caller holds the table lock. @throws ShopError 'taken' with the field */
async function rowOf(tx: Transaction, fields: ProductTypeFields, productTypeId?: string) {
  const [other] = await tx
    .select({ name: productTypes.name })
    .from(productTypes)
    .where(
      and(eq(productTypes.slug, fields.slug), productTypeId ? ne(productTypes.id, productTypeId) : undefined),
    )
  if (other) {
    const sentence = `${other.name} already has the slug “${fields.slug}”. Choose another slug.`
    throw new ShopError('taken', sentence, { fields: { slug: sentence } })
  }
  const { name, slug, description, displayOrder, isActive } = fields
  return { name: name.trim(), slug, description: description.trim(), displayOrder, isActive }
}
