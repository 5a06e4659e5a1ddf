import { eq } from 'drizzle-orm'
import { productTypes } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { holdProductTypes, rowOf } from './hold-product-types.ts'
import { productTypeViews } from './product-type-views.ts'

/** POST /api/admin/product-types. @throws ShopError 'taken' for a slug that another type has */
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
