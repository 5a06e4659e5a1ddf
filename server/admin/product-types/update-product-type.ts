import { eq } from 'drizzle-orm'
import { productTypes } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import { onlyChanged } from '../only-changed.ts'
import type { Staff } from '../staff.ts'
import { holdProductTypes, rowOf } from './hold-product-types.ts'
import { goneType, productTypeViews } from './product-type-views.ts'

/** PATCH /api/admin/product-types/{id}, with the same body as a new one. @throws ShopError 'not_found', 'taken' */
export async function updateProductType(
  shop: Shop,
  { productTypeId, ...fields }: AdminInput<'updateProductType'>,
  staff: Staff,
): Promise<AdminReply<'updateProductType'>> {
  return shop.db.transaction(async (tx) => {
    await holdProductTypes(tx)
    const [known] = await tx.select().from(productTypes).where(eq(productTypes.id, productTypeId))
    if (!known) throw goneType()
    const row = await rowOf(tx, fields, productTypeId)
    const change = onlyChanged(known, row)
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
